/** A card that was just laid flies from the pack of whoever laid it; any press skips that. */
import { FLIGHT_MS } from "../../kit/flights";
import { looks } from "../../lib/settings.svelte";
import { RADIUS, type Point } from "./hexagons";

/** `from`: where it lay on the screen, `to`: its centre now; `scale`: how large the table is shown. Null if nothing moves. */
export function land(node: SVGGElement, from: DOMRect, to: Point, scale: number): Animation | null {
  if (!looks.moves || from.width === 0 || !node.animate) return null;
  const x = (from.left + from.width / 2 - to.x) / scale;
  const y = (from.top + from.height / 2 - to.y) / scale;
  const size = from.height / (2 * RADIUS * scale);
  const flight = node.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }], {
    duration: FLIGHT_MS,
    easing: "cubic-bezier(.2,.8,.2,1)",
  });
  addEventListener("pointerdown", () => flight.finish(), { once: true });
  return flight;
}
