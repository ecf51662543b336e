/** A face for any game, from its legal actions in words alone: what a new game has before it has a board. */
import type { GameFace } from "./contract";
import PlainBoard from "./PlainBoard.svelte";
import PlainRules from "./PlainRules.svelte";

export function plainFace(slug: string): GameFace {
  return { slug, Board: PlainBoard, Rules: PlainRules, lessons: [], breakdown: () => null };
}
