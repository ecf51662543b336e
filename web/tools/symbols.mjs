/**
 * Writes the 91 drawings of Dobble Connect as a module for the browser: `node tools/symbols.mjs`; with `--check` it only
 * says whether that module is up to date.
 *
 * The game keeps them in its own symbols.json (see the NOTICE beside it): icons of Fluent Emoji and some of ours. What is
 * said there to be Fluent's is held against the package, so that the credits stay true; a run fails if they differ.
 */
import { readFile, writeFile } from "node:fs/promises";

const SOURCE = new URL("../../src/dottable/games/dobble_connect/symbols.json", import.meta.url);
const FLUENT = new URL("../node_modules/@iconify-json/fluent-emoji-flat/icons.json", import.meta.url);
const TARGET = new URL("../src/games/dobble_connect/symbols.ts", import.meta.url);

async function read(url) {
  return JSON.parse(await readFile(url, "utf8"));
}

/** Names of symbols whose drawing is not what the package has under the name given as their source. */
async function strangers() {
  const [{ symbols }, { icons }] = await Promise.all([read(SOURCE), read(FLUENT)]);
  return Object.entries(symbols)
    .filter(([, { from }]) => /^fluent-emoji-flat:[a-z0-9-]+$/.test(from))
    .filter(([, { from, body }]) => icons[from.split(":")[1]]?.body !== body)
    .map(([name]) => name);
}

/** The text of the module. */
async function written() {
  const { symbols } = await read(SOURCE);
  const lines = Object.entries(symbols).map(([name, { body }]) => `  ${JSON.stringify(name)}: ${JSON.stringify(body)},`);
  return [
    "// Made by `node tools/symbols.mjs` from the game's symbols.json. Do not edit.",
    "// Fluent Emoji: Copyright (c) Microsoft Corporation, MIT License; the others were drawn for Dottable.",
    "",
    "/** What is inside the SVG of every symbol, on a square of 32 by 32. */",
    "export const DRAWINGS: Readonly<Record<string, string>> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

const odd = await strangers();
if (odd.length > 0) throw new Error(`Not as in the package: ${odd.join(", ")}.`);
const text = await written();
if (!process.argv.includes("--check")) await writeFile(TARGET, text);
else if ((await readFile(TARGET, "utf8")) !== text) throw new Error("symbols.ts is out of date; run `node tools/symbols.mjs`.");
