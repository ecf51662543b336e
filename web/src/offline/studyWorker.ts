// The worker that finds hints and makes reviews. A review is made in steps, so that a hint need not wait until it is
// complete.
import micropython from "@micropython/micropython-webassembly-pyscript/micropython.wasm?url";
import { loadViewBundle, loadKernelModule, loadStudyBundle } from "./gameFiles";
import { loadedGameData, loadedGame, cachedBySlug } from "./loadedGames";
import { OfflineMatch } from "./offlineMatch";
import { GameStudy, type Hint } from "./hintsAndReviews";
import type { ReviewPart, StudiedMatch } from "./studyService";

export interface HintQuestion {
  n: number;
  kind: "hint";
  match: StudiedMatch;
  seat: number;
}

export interface ReviewQuestion {
  n: number;
  kind: "review";
  match: StudiedMatch;
  id: string;
  players: string[];
}

export type StudyAnswer =
  | { n: number; kind: "hint"; hint: Hint }
  | { n: number; kind: "review"; part: ReviewPart }
  | { n: number; kind: "problem"; sentence: string };

/** Minimum time in milliseconds between two partial reviews that are sent to the page. */
const MIN_PART_INTERVAL_MS = 400;
const SEED_BYTES = 32;

const loadGameStudy = async (slug: string) => {
  const gameData = await loadedGameData(slug);
  const kernelModules = (["play", "search", "study"] as const).map((name) => loadKernelModule(slug, name, gameData));
  const [playModule, searchModule, studyModule] = (await Promise.all(kernelModules)) as [Awaited<(typeof kernelModules)[0]>, Awaited<(typeof kernelModules)[0]>, Awaited<(typeof kernelModules)[0]>];
  const [viewBundle, studyBundle] = await Promise.all([loadViewBundle(slug), loadStudyBundle(slug)]);
  return GameStudy.load({ gameData, play: playModule, search: searchModule, study: studyModule, viewBundle, studyBundle }, micropython);
};
/** Return the loaded study of a game, for hints. Reviews have their own, because the search for a hint must not change the arrays of a running review. */
const hintStudyOf = cachedBySlug(loadGameStudy);
const reviewStudyOf = cachedBySlug(loadGameStudy);
/** Resolves when the last requested review is complete. Only one review is made at a time. */
let lastReview: Promise<void> = Promise.resolve();

const send = (answer: StudyAnswer) => postMessage(answer);
const yieldToMessages = () => new Promise((resolve) => setTimeout(resolve));

async function replayMatch({ slug, setup, moves }: StudiedMatch): Promise<OfflineMatch> {
  const replayedMatch = new OfflineMatch(await loadedGame(slug), setup);
  for (const { seat, action, at_ms } of moves) replayedMatch.apply(seat, action, at_ms);
  return replayedMatch;
}

async function sendHint({ n, match, seat }: HintQuestion): Promise<void> {
  const gameStudy = await hintStudyOf(match.slug);
  send({ n, kind: "hint", hint: gameStudy.hint(await replayMatch(match), seat, crypto.getRandomValues(new Uint8Array(SEED_BYTES))) });
}

async function sendReview({ n, match, id, players }: ReviewQuestion): Promise<void> {
  const gameStudy = await reviewStudyOf(match.slug);
  let told = -Infinity;
  for (const part of gameStudy.review(await replayMatch(match), players)) {
    if (part.is_complete) send({ n, kind: "review", part: { review: part, puzzles: gameStudy.puzzles(id, 0) } });
    else if (performance.now() - told >= MIN_PART_INTERVAL_MS) {
      send({ n, kind: "review", part: { review: part, puzzles: [] } });
      told = performance.now();
    }
    await yieldToMessages();
  }
}

addEventListener("message", ({ data }: MessageEvent<HintQuestion | ReviewQuestion>) => {
  const sendProblem = (error: unknown) => send({ n: data.n, kind: "problem", sentence: error instanceof Error ? error.message : String(error) });
  if (data.kind === "hint") sendHint(data).catch(sendProblem);
  else lastReview = lastReview.then(() => sendReview(data)).catch(sendProblem);
});
