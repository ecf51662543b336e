// @vitest-environment node
// The page's bots choose what the server's bots choose, for equal seeds and numbers of simulations.
import { beforeAll, expect, test } from "vitest";
import { Bots } from "../../src/offline/bots";
import type { BotLevel } from "../../src/offline/gameData";
import { PythonRandom } from "../../src/offline/pythonRandom";
import { buildGames, bytes, GAMES, loadGame, python } from "./gameFiles";

interface Case {
  state: string;
  seat: number;
  level: BotLevel;
  now_ms: number;
  offered: number[];
  moves: number[];
  seed: string;
  action: number;
  after_ms: number;
}

const POSITIONS = process.env.DOTTABLE_POSITIONS ?? (process.env.DOTTABLE_FULL ? "500" : "5");
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);

test("draws of Python's generator", () => {
  const drawn = JSON.parse(
    python("-c", "import random, json; r = random.Random(b'seed'); print(json.dumps([r.random(), r.getrandbits(7), r.sample(range(50), 20), r.sample(range(9), 3), r.choice('abc'), r.randbytes(8).hex(), r.randrange(1000)]))"),
  ) as unknown[];
  const random = new PythonRandom(new TextEncoder().encode("seed"));
  const numbers = (count: number) => Array.from({ length: count }, (_, k) => k);
  const found = [random.random(), random.bits(7), random.sample(numbers(50), 20), random.sample(numbers(9), 3), random.choice("abc".split("")), Buffer.from(random.bytes(8)).toString("hex"), random.below(1000)];
  expect(found).toEqual(drawn);
});

test.each(GAMES)("%s: choices are those of the server", async (slug) => {
  const { gameData, play, search, texts } = await loadGame(folder, slug);
  const bots = new Bots(gameData, play, search);
  const cases = JSON.parse(python("-m", "tools.browser.bot_cases", slug, POSITIONS)) as Case[];
  expect(cases.length).toBe(Number(POSITIONS));
  for (const { state, seat, level, now_ms, offered, moves, seed, action, after_ms } of cases) {
    const histories = texts.histories(bytes(state), moves);
    const choice = bots.choose({ seat, level, state: bytes(state), now_ms, offered, histories }, bytes(seed));
    expect({ level, seed, ...choice }).toEqual({ level, seed, action, after_ms });
  }
}, 1_800_000);
