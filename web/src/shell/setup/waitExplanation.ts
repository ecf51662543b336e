/** Sentences that tell the player why opening a table takes longer than a second: the server compiles the game's rules. */
import { api } from "../../lib/api";
import type { GameDetails, GameReadiness } from "../../types/http";

/** Time in milliseconds before the first explanation is shown, and between two requests for the server's progress. */
export const EXPLANATION_INTERVAL_MS = 1000;

/** Return a sentence on what the server does, and how many games are ready. */
export function waitingText(title: string, readiness: GameReadiness | null): string {
  if (!readiness || readiness.is_ready) return "Opening the table…";
  return `Preparing the rules of ${title}… ${readiness.ready_games} of ${readiness.games} games are ready.`;
}

/** Call `show` every second with a text on the server's progress, first after one second. Returns a function that stops this. */
export function explainWait(
  details: Pick<GameDetails, "slug" | "title">,
  show: (text: string) => void,
  readiness: (slug: string) => Promise<GameReadiness> = api.readiness,
): () => void {
  let isOver = false;
  const tick = () =>
    readiness(details.slug)
      .catch(() => null)
      .then((found) => {
        if (!isOver) show(waitingText(details.title, found));
      });
  const explanationTimer = setInterval(tick, EXPLANATION_INTERVAL_MS);
  return () => {
    isOver = true;
    clearInterval(explanationTimer);
    show("");
  };
}
