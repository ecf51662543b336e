/** Tiles travel more slowly than the pieces of other games, because they are small and go far. */
import type { FlipAnimator } from "../../../kit/interaction/flipAnimation";

/** Duration of a tile's way in milliseconds, long enough to follow it with the eyes. */
export const TRAVEL_MS = 450;

type Origin = () => string | undefined;

/** Return the attachment of a tile that travels from the anchor `origin` when it is new. */
export function travellingTile(flip: FlipAnimator, key: string, origin: Origin): (node: HTMLElement) => () => void {
  return (node) => {
    // The animator of the kit has one duration for all games.
    node.animate = (frames, options) => Element.prototype.animate.call(node, frames, { ...(options as KeyframeAnimationOptions), duration: TRAVEL_MS });
    return flip.piece(key, origin)(node);
  };
}
