import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bringArt, drawingId } from "../../src/games/dobble_connect/art";
import { readDeck } from "../../src/games/dobble_connect/drill";
import { EXTENTS } from "../../src/games/dobble_connect/extents";
import { DRAWINGS } from "../../src/games/dobble_connect/symbols";

const HOUSE = readFileSync("../src/dottable/games/dobble_connect/house.toml", "utf8");

it("the drawings are those of the game, and Fluent's are as in its package", () => {
  expect(() => execFileSync(process.execPath, ["tools/symbols.mjs", "--check"], { stdio: "pipe" })).not.toThrow();
});

it("every symbol of the deck has a drawing with an id of its own and a measured extent", () => {
  const names = new Set(readDeck(HOUSE).flatMap(({ symbols }) => symbols));
  expect(names.size).toBe(91);
  expect(new Set([...names].map(drawingId)).size).toBe(91);
  for (const name of names) {
    expect(DRAWINGS[name], name).toMatch(/^</);
    expect(EXTENTS[name]?.[2], name).toBeGreaterThan(10);
  }
});

it("drawings come into the page once", async () => {
  await bringArt();
  await bringArt();
  expect(document.querySelectorAll("#dobble-symbols")).toHaveLength(1);
  expect(document.getElementById(drawingId("llama piñata"))).not.toBeNull();
});
