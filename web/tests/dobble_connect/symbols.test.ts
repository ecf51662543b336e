import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadSymbolSprite, symbolElementId } from "../../src/games/dobble_connect/model/symbols/symbolSprite";
import { parseDeck } from "../../src/games/dobble_connect/model/symbols/symbolDrill";
import { SYMBOL_EXTENTS } from "../../src/games/dobble_connect/model/symbols/symbolExtents";
import { SYMBOL_DRAWINGS } from "../../src/games/dobble_connect/model/symbols/symbolDrawings";

const HOUSE = readFileSync("../src/dottable/games/dobble_connect/deck/house.toml", "utf8");

it("the drawings are those of the game, and Fluent's are as in its package", () => {
  expect(() => execFileSync(process.execPath, ["tools/write_symbol_drawings.mjs", "--check"], { stdio: "pipe" })).not.toThrow();
});

it("every symbol of the deck has a drawing with an id of its own and a measured extent", () => {
  const names = new Set(parseDeck(HOUSE).flatMap(({ symbols }) => symbols));
  expect(names.size).toBe(91);
  expect(new Set([...names].map(symbolElementId)).size).toBe(91);
  for (const name of names) {
    expect(SYMBOL_DRAWINGS[name], name).toMatch(/^</);
    expect(SYMBOL_EXTENTS[name]?.[2], name).toBeGreaterThan(10);
  }
});

it("drawings come into the page once", async () => {
  await loadSymbolSprite();
  await loadSymbolSprite();
  expect(document.querySelectorAll("#dobble-symbols")).toHaveLength(1);
  expect(document.getElementById(symbolElementId("llama piñata"))).not.toBeNull();
});
