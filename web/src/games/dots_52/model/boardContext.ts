/** Svelte context of the board: animations, visible cards, and the effect of pressing a place. */
import { getContext, setContext } from "svelte";
import type { FlipAnimator } from "../../../kit/interaction/flipAnimation";
import type { CardArrivals, Spot } from "./cardMovements";
import type { PlaceChange } from "./recentChanges.svelte";

export interface BoardContext {
  readonly flip: FlipAnimator;
  /** Return the drag attachment of a spot, or null if the player can never drag its card. */
  dragToPlayAttachment(spot: Spot): ((node: HTMLElement) => () => void) | null;
  /** Spots that received cards with the last move, and the spots that these cards came from. */
  readonly arrivals: CardArrivals;
  readonly moveNumber: number;
  /** Cards that the view no longer shows but that stay face up a little longer. */
  readonly recentlyShown: ReadonlyMap<Spot, string>;
  /** Changes by other players since the player's last turn. */
  readonly recentChanges: ReadonlyMap<Spot, PlaceChange>;
  /** Whether the player has chosen a place and not yet sent the move. */
  isPicked(seat: number, slot: number): boolean;
  isLegal(seat: number, slot: number): boolean;
  pressPlace(seat: number, slot: number): void;
}

const CONTEXT_KEY = Symbol("dots_52 board");

export function setBoardContext(board: BoardContext): BoardContext {
  return setContext(CONTEXT_KEY, board);
}

export function getBoardContext(): BoardContext {
  return getContext<BoardContext>(CONTEXT_KEY);
}

/** Return the animation key of the card at a spot. An arriving card gets a new key, so that it flies in. */
export function animationKey(board: BoardContext, spot: Spot): string {
  return board.arrivals.has(spot) ? `${spot} ${board.moveNumber}` : spot;
}

/** Return the animation attachment of a piece. It depends on the key only, not on every move. */
export function flipAttachment(board: BoardContext, spot: Spot, key: string): ReturnType<FlipAnimator["piece"]> {
  return board.flip.piece(key, () => board.arrivals.get(spot));
}
