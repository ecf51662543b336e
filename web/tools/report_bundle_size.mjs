// Report the gzip size of the home page's first load (scripts, styles, typeface) and of each later chunk: `npm run size`.
// Fails when the first load or the typeface is above its limit.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const FIRST_LOAD_LIMIT_BYTES = 90_000;
const TYPEFACE_LIMIT_BYTES = 25_000;
/** Limit for what one game needs to be played without a server: rules, bots, view and facts. */
const OFFLINE_GAME_LIMIT_BYTES = 150_000;
/** Limit for what its hints and reviews need besides. */
const STUDY_LIMIT_BYTES = 130_000;
const clientFolder = fileURLToPath(new URL("../../src/dottable/web", import.meta.url));
if (!existsSync(join(clientFolder, "index.html"))) {
  console.error("The client is not built. Run: npm run build");
  process.exit(2);
}

const gzippedSize = (name) => gzipSync(readFileSync(join(clientFolder, name)), { level: 9 }).length;
const indexHtml = readFileSync(join(clientFolder, "index.html"), "utf8");
const firstLoadFiles = new Set([...indexHtml.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css|woff2))"/g)].map(([, name]) => name));

/** Add the static imports of a script to the first load. */
function addImports(name) {
  const text = readFileSync(join(clientFolder, name), "utf8");
  for (const [, found] of text.matchAll(/(?:^|[;}\s])(?:import|export)[^"'()]*?["']\.\/([^"']+\.js)["']/g)) {
    const path = `assets/${found}`;
    if (firstLoadFiles.has(path)) continue;
    firstLoadFiles.add(path);
    addImports(path);
  }
}
for (const name of [...firstLoadFiles]) if (name.endsWith(".js")) addImports(name);

const firstLoadBytes = [...firstLoadFiles].reduce((sum, name) => sum + gzippedSize(name), 0);
for (const name of firstLoadFiles) console.log(`${(gzippedSize(name) / 1000).toFixed(1).padStart(8)} kB  ${name}`);
console.log(`${(firstLoadBytes / 1000).toFixed(1).padStart(8)} kB  first load of the home page, gzip (limit ${FIRST_LOAD_LIMIT_BYTES / 1000} kB)`);
const laterFiles = readdirSync(join(clientFolder, "assets")).filter((name) => /\.(js|css)$/.test(name) && !firstLoadFiles.has(`assets/${name}`));
for (const [kB, name] of laterFiles.map((name) => [gzippedSize(`assets/${name}`) / 1000, name]).sort((one, other) => other[0] - one[0])) {
  console.log(`${kB.toFixed(1).padStart(8)} kB  on demand  ${name}`);
}
const generatedFolder = fileURLToPath(new URL("../generated", import.meta.url));
for (const slug of existsSync(generatedFolder) ? readdirSync(generatedFolder).filter((name) => !name.startsWith(".")) : []) {
  const gzippedFileSize = (name) => gzipSync(readFileSync(join(generatedFolder, slug, name)), { level: 9 }).length;
  const [studyBytes, gameBytes] = [true, false].map((isStudy) =>
    readdirSync(join(generatedFolder, slug)).filter((name) => name.startsWith("study.") === isStudy).reduce((sum, name) => sum + gzippedFileSize(name), 0),
  );
  console.log(`${(gameBytes / 1000).toFixed(1).padStart(8)} kB  without a server  ${slug} (limit ${OFFLINE_GAME_LIMIT_BYTES / 1000} kB)`);
  console.log(`${(studyBytes / 1000).toFixed(1).padStart(8)} kB  its hints and reviews, on demand (limit ${STUDY_LIMIT_BYTES / 1000} kB)`);
  if (gameBytes > OFFLINE_GAME_LIMIT_BYTES || studyBytes > STUDY_LIMIT_BYTES) process.exitCode = 1;
}
for (const name of firstLoadFiles) {
  if (!name.endsWith(".woff2") || gzippedSize(name) <= TYPEFACE_LIMIT_BYTES) continue;
  console.error(`The typeface ${name} is above its limit of ${TYPEFACE_LIMIT_BYTES / 1000} kB.`);
  process.exit(1);
}
if (firstLoadBytes > FIRST_LOAD_LIMIT_BYTES) {
  console.error("The first load is above the limit.");
  process.exit(1);
}
