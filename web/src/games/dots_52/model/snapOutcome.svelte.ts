/** The outcome of the last snap, shown at its seat for a moment. */
import type { View } from "../../../types/dots_52";
import { newlyFilledPlaces, type PlayedMove } from "./cardMovements";

/** Time in milliseconds for which the outcome of a snap is shown. */
const OUTCOME_SHOWN_MS = 2500;

export interface SnapOutcome {
  seat: number;
  /** Slot of the card whose snap failed. Null after a successful snap. */
  missedSlot: number | null;
  text: string;
}

/** Return the outcome of a move if it was a snap, else null. */
export function snapOutcome(previousView: View | null, view: View, move: PlayedMove | null): SnapOutcome | null {
  if (move?.verb !== "snap" || previousView === null) return null;
  const { seat, args } = move;
  if (view.pile_left > previousView.pile_left) return { seat, missedSlot: null, text: "Snap!" };
  const hasPenalty = newlyFilledPlaces(previousView, view, seat).length > 0;
  return { seat, missedSlot: args[0]!, text: hasPenalty ? "Wrong: +1 card" : "Goes back" };
}

export class SnapOutcomeDisplay {
  current = $state.raw<SnapOutcome | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(outcome: SnapOutcome): void {
    this.current = outcome;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.current = null), OUTCOME_SHOWN_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
