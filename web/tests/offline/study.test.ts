// @vitest-environment node
// Hints, reviews and puzzles of the page are those of the server, to the last digit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadKernels } from "../../src/offline/wasmKernels";
import { OfflineMatch } from "../../src/offline/offlineMatch";
import { GameStudy, type Hint, type ReviewSettings } from "../../src/offline/hintsAndReviews";
import type { MatchReview, OwnPuzzle } from "../../src/types/http";
import { buildGames, bytes, GAMES, loadGame, python } from "./gameFiles";

interface Case {
  seats: number;
  seed: string;
  salt: string;
  moves: [number, number, number][];
  players: string[];
  reviews: MatchReview[];
  puzzles: OwnPuzzle[][];
  hints: { move: number; seat: number; hint: Hint }[];
}

const FULL = process.env.DOTTABLE_FULL;
/** Sample sizes of a quick run; a full one has those of the server. */
const SETTINGS: ReviewSettings = FULL ? {} : { ledger_rollouts: 2, max_choice_deals: 4, screening_deals: [4, 8], screening_pool: 8, final_deals: 8, doubtful_deals: 12, search_simulations: 16, pool_size: 8 };
let folder = "";

beforeAll(async () => {
  folder = await buildGames();
}, 300_000);

test.each(FULL ? GAMES : ["dot_tiles", "dots_52"])("%s: hints, reviews and puzzles are those of the server", async (slug) => {
  const game = await loadGame(folder, slug);
  const text = (name: string) => readFileSync(join(folder, slug, name), "utf8");
  const study = await loadKernels(readFileSync(join(folder, slug, "study.wasm")), game.gameData.kernels.study);
  const made = await GameStudy.load({ ...game, study, viewBundle: text("view.bundle"), studyBundle: text("study.bundle") });
  const one = JSON.parse(python("-m", "tools.browser.study_cases", slug, JSON.stringify(SETTINGS), FULL ? "40" : "3", FULL ? "100000" : "4")) as Case;
  const match = new OfflineMatch(game, { seats: one.seats, options: {}, seed: one.seed, salt: one.salt, contributions: [] }, false);
  for (const [n, [seat, action, atMs]] of one.moves.entries()) {
    const asked = one.hints.find(({ move }) => move === n);
    if (asked) expect(made.hint(match, asked.seat, bytes(n.toString(16).padStart(64, "0"))), `hint ${n}`).toEqual(asked.hint);
    expect(match.apply(seat, action, atMs)).toBeNull();
  }
  const reviews: MatchReview[] = [];
  for (const review of made.review(match, one.players, SETTINGS)) if (reviews.push(review) === 7 && !FULL) break;
  expect(reviews[0]).toEqual(one.reviews[0]);
  expect(reviews[1]).toEqual(one.reviews[1]);
  expect(reviews.at(-1)).toEqual(one.reviews[2]);
  expect(one.puzzles.map((_, seat) => made.puzzles("match", seat))).toEqual(one.puzzles);
}, 1_200_000);
