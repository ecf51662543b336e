// Report the gzip size of the home page's first load (scripts, styles, typeface) and of each later chunk: `npm run size`.
// Fails when the first load or the typeface is above its limit.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const FIRST_LOAD_LIMIT = 90_000;
const TYPEFACE_LIMIT = 25_000;
/** Limit for what one game needs to be played without a server: rules, bots, view and facts. */
const OFFLINE_GAME_LIMIT = 150_000;
const folder = fileURLToPath(new URL("../../src/dottable/web", import.meta.url));
if (!existsSync(join(folder, "index.html"))) {
  console.error("The client is not built. Run: npm run build");
  process.exit(2);
}

const size = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
const html = readFileSync(join(folder, "index.html"), "utf8");
const first = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css|woff2))"/g)].map(([, name]) => name));

/** Add the static imports of a script to the first load. */
function addImports(name) {
  const text = readFileSync(join(folder, name), "utf8");
  for (const [, found] of text.matchAll(/(?:^|[;}\s])(?:import|export)[^"'()]*?["']\.\/([^"']+\.js)["']/g)) {
    const path = `assets/${found}`;
    if (first.has(path)) continue;
    first.add(path);
    addImports(path);
  }
}
for (const name of [...first]) if (name.endsWith(".js")) addImports(name);

const total = [...first].reduce((sum, name) => sum + size(name), 0);
for (const name of first) console.log(`${(size(name) / 1000).toFixed(1).padStart(8)} kB  ${name}`);
console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  first load of the home page, gzip (limit ${FIRST_LOAD_LIMIT / 1000} kB)`);
const rest = readdirSync(join(folder, "assets")).filter((name) => /\.(js|css)$/.test(name) && !first.has(`assets/${name}`));
for (const [kB, name] of rest.map((name) => [size(`assets/${name}`) / 1000, name]).sort((one, other) => other[0] - one[0])) {
  console.log(`${kB.toFixed(1).padStart(8)} kB  on demand  ${name}`);
}
const generated = fileURLToPath(new URL("../generated", import.meta.url));
for (const slug of existsSync(generated) ? readdirSync(generated).filter((name) => !name.startsWith(".")) : []) {
  const content = (name) => gzipSync(readFileSync(join(generated, slug, name)), { level: 9 }).length;
  const whole = readdirSync(join(generated, slug)).reduce((sum, name) => sum + content(name), 0);
  console.log(`${(whole / 1000).toFixed(1).padStart(8)} kB  without a server  ${slug} (limit ${OFFLINE_GAME_LIMIT / 1000} kB)`);
  if (whole > OFFLINE_GAME_LIMIT) process.exitCode = 1;
}
for (const name of first) {
  if (!name.endsWith(".woff2") || size(name) <= TYPEFACE_LIMIT) continue;
  console.error(`The typeface ${name} is above its limit of ${TYPEFACE_LIMIT / 1000} kB.`);
  process.exit(1);
}
if (total > FIRST_LOAD_LIMIT) {
  console.error("The first load is above the limit.");
  process.exit(1);
}
