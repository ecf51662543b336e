// @vitest-environment node
// Many matches in the page give the numbers of `dottable simulate`, to the last digit.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadDeckReader } from "../../src/offline/deckReader";
import { seedHexFrom, RandomMatchSeries } from "../../src/offline/randomMatchSeries";
import { buildGames, GAMES, loadGame, ownDeck, python } from "./gameFiles";

const MATCHES = process.env.DOTTABLE_FULL ? 100_000 : 300;
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);

test.each(GAMES)("%s: the summary is that of the command", async (slug) => {
  const { gameData, play } = await loadGame(folder, slug);
  const seats = gameData.details.max_seats;
  const simulation = new RandomMatchSeries(gameData, play, { seats, options: {}, seed: "lab", matches: MATCHES });
  while (!simulation.isDone) simulation.playBatch();
  const args = ["-m", "dottable", "simulate", slug, "--matches", `${MATCHES}`, "--seats", `${seats}`, "--seed", "lab", "--json"];
  const told = JSON.parse(python(...args)) as Record<string, unknown>;
  expect(told).toMatchObject({ ...simulation.summary() });
}, 600_000);

test.each(["dobble_connect", "dot_allot", "dots_72"])("%s: a series with an own deck is that of the command", async (slug) => {
  const { gameData, play } = await loadGame(folder, slug);
  const text = ownDeck(gameData.details.deck!.text);
  const path = join(mkdtempSync(join(tmpdir(), "decks-")), "own.toml");
  writeFileSync(path, text);
  const read = await loadDeckReader(readFileSync(join(folder, slug, "deck.bundle"), "utf8"));
  const seats = gameData.details.min_seats;
  const simulation = new RandomMatchSeries(gameData, play, { seats, options: {}, seed: "own", matches: 200 }, read(text, "own.toml").deck);
  while (!simulation.isDone) simulation.playBatch();
  const args = ["-m", "dottable", "simulate", slug, "--matches", "200", "--seats", `${seats}`, "--seed", "own", "--deck", path, "--json"];
  expect(JSON.parse(python(...args))).toMatchObject({ ...simulation.summary() });
}, 600_000);

test("a seed of 64 hexadecimal digits stands for itself", () => {
  expect(seedHexFrom("AB".repeat(32))).toBe("ab".repeat(32));
});
