/** Animation of a new card from the pack of its player to its place on the table. */
import { FLIP_MS } from "../../../../kit/interaction/flipAnimation";
import type { Point } from "../../../../kit/interaction/geometry";
import { preferences } from "../../../../lib/preferences.svelte";
import { CARD_RADIUS } from "./hexGrid";

/**
 * Animate a card from a rectangle to a centre, both in screen pixels. `scale` is the camera's.
 * Returns null if nothing moves. Any press skips the animation.
 */
export function flyIn(node: SVGGElement, from: DOMRect, to: Point, scale: number): Animation | null {
  if (!preferences.allowsMotion || from.width === 0 || !node.animate) return null;
  const x = (from.left + from.width / 2 - to.x) / scale;
  const y = (from.top + from.height / 2 - to.y) / scale;
  const size = from.height / (2 * CARD_RADIUS * scale);
  const flightAnimation = node.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }], {
    duration: FLIP_MS,
    easing: "cubic-bezier(.2,.8,.2,1)",
  });
  addEventListener("pointerdown", () => flightAnimation.finish(), { once: true });
  return flightAnimation;
}
