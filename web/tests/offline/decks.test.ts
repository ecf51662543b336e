// @vitest-environment node
// The page reads deck files like the server: the same numbers and warnings, and the same sentence about every fault.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadDeckReader } from "../../src/offline/deckReader";
import { buildGames, python } from "./gameFiles";

interface Case {
  text: string;
  problem?: string;
  numbers?: number[];
  warnings?: string[];
  hash?: string;
}

const COUNT = process.env.DOTTABLE_FULL ? "1000" : "10";
const NAME = "my deck.toml";
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);

test.each(["dobble_connect", "dot_allot", "dots_72"])("%s: decks are read as on the server", async (slug) => {
  const read = await loadDeckReader(readFileSync(join(folder, slug, "deck.bundle"), "utf8"));
  const cases = JSON.parse(python("-m", "tools.browser.deck_cases", slug, COUNT)) as Case[];
  expect(cases.filter(({ problem }) => problem).length).toBeGreaterThan(cases.length / 4);
  for (const { text, problem, numbers, warnings, hash } of cases) {
    if (problem !== undefined) expect(() => read(text, NAME), problem).toThrow(expect.objectContaining({ message: problem }) as Error);
    else expect(read(text, NAME)).toEqual({ deck: { name: NAME, text, numbers, hash }, warnings });
  }
}, 600_000);
