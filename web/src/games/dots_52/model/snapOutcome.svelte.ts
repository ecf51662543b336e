/** The outcome of the last snap or call, shown at its seat for a moment. */
import type { View } from "../../../types/dots_52";
import { newlyFilledPlaces, type PlayedMove } from "./cardMovements";

/** Time in milliseconds for which the outcome of a snap is shown. */
const OUTCOME_SHOWN_MS = 2500;

export interface SnapOutcome {
  seat: number;
  /** Slot of the card whose snap failed. Null after a successful snap. */
  missedSlot: number | null;
  text: string;
  isCall?: boolean;
}

/** Return the time from the start of the snap window to a snap: "0.8 s". Empty if the window is not known. */
function reactionText({ snap, options }: View, atMs: number): string {
  if (snap === null) return "";
  const reactionMs = atMs - (snap.deadline_ms - options["snap-seconds"] * 1000);
  return reactionMs > 0 ? `${(reactionMs / 1000).toFixed(1)} s` : "";
}

/** Return the outcome of a move at the match time `atMs` if it was a snap or a call, else null. */
export function snapOutcome(previousView: View | null, view: View, move: PlayedMove | null, atMs: number): SnapOutcome | null {
  if (previousView === null || move === null) return null;
  const { seat, verb, args } = move;
  if (verb === "call") return { seat, missedSlot: null, text: "Dots!", isCall: true };
  if (verb !== "snap") return null;
  if (view.pile_left > previousView.pile_left) return { seat, missedSlot: null, text: `Snap! ${reactionText(previousView, atMs)}`.trim() };
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
