// @vitest-environment node
// Many matches in the page give the numbers of `dottable simulate`, to the last digit.
import { beforeAll, expect, test } from "vitest";
import { seedFrom, Simulation } from "../../src/offline/simulation";
import { buildGames, GAMES, loadGame, python } from "./gameFiles";

const MATCHES = process.env.DOTTABLE_FULL ? 100_000 : 300;
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);

test.each(GAMES)("%s: the summary is that of the command", async (slug) => {
  const { facts, play } = await loadGame(folder, slug);
  const seats = facts.details.max_seats;
  const simulation = new Simulation(facts, play, { seats, options: {}, seed: "lab", matches: MATCHES });
  while (!simulation.isDone) simulation.playBatch();
  const args = ["-m", "dottable", "simulate", slug, "--matches", `${MATCHES}`, "--seats", `${seats}`, "--seed", "lab", "--json"];
  const told = JSON.parse(python(...args)) as Record<string, unknown>;
  expect(told).toMatchObject({ ...simulation.summary() });
}, 600_000);

test("a seed of 64 hexadecimal digits stands for itself", () => {
  expect(seedFrom("AB".repeat(32))).toBe("ab".repeat(32));
});
