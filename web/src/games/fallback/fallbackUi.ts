/** A generic user interface that lists the legal actions as buttons, for games without a board of their own. */
import type { GameUi } from "../contract";
import FallbackBoard from "./FallbackBoard.svelte";
import FallbackRules from "./FallbackRules.svelte";

export function fallbackUi(slug: string): GameUi {
  return { slug, Board: FallbackBoard, Rules: FallbackRules, lessons: [], scoreBreakdown: () => null };
}
