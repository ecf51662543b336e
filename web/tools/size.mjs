// How much script and style the home page loads first, and each board after it: `npm run size`. Fails above the bars.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const HOME_BAR = 150_000;
const folder = fileURLToPath(new URL("../../src/dottable/web", import.meta.url));
if (!existsSync(join(folder, "index.html"))) {
  console.error("Nothing is built yet: npm run build");
  process.exit(2);
}

const size = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
const html = readFileSync(join(folder, "index.html"), "utf8");
const first = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name));

/** What a script imports at once, which the browser fetches too. */
function follow(name) {
  const text = readFileSync(join(folder, name), "utf8");
  for (const [, found] of text.matchAll(/(?:^|[;}\s])(?:import|export)[^"'()]*?["']\.\/([^"']+\.js)["']/g)) {
    const path = `assets/${found}`;
    if (first.has(path)) continue;
    first.add(path);
    follow(path);
  }
}
for (const name of [...first]) if (name.endsWith(".js")) follow(name);

const total = [...first].reduce((sum, name) => sum + size(name), 0);
for (const name of first) console.log(`${(size(name) / 1000).toFixed(1).padStart(8)} kB  ${name}`);
console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  first load of the home page, gzip (bar ${HOME_BAR / 1000} kB)`);
const rest = readdirSync(join(folder, "assets")).filter((name) => /\.(js|css)$/.test(name) && !first.has(`assets/${name}`));
for (const [kB, name] of rest.map((name) => [size(`assets/${name}`) / 1000, name]).sort((one, other) => other[0] - one[0])) {
  console.log(`${kB.toFixed(1).padStart(8)} kB  on demand  ${name}`);
}
if (total > HOME_BAR) {
  console.error("The home page loads too much.");
  process.exit(1);
}
