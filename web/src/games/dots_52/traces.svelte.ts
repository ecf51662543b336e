/**
 * What others did to cards since one's own last turn: it stays on the board until one's next turn is over, since nobody
 * sees everything while it happens. Only what all at the table see is here: which place, never which card.
 */
import type { View } from "../../types/dots_52";
import { arrivalsOf, slotOf, spotOf, type Made, type Spot } from "./places";

export type Trace = "swapped" | "looked at" | "new";

const NOTHING: ReadonlyMap<Spot, Trace> = new Map();

export class Traces {
  left = $state.raw<ReadonlyMap<Spot, Trace>>(NOTHING);

  /** Take notice of a move that led from one view to the next; without it nothing is known any more. */
  follow(was: View | null, view: View, made: Made | null, you: number | null): void {
    const left = was === null || you === null ? new Map<Spot, Trace>() : kept(this.left, was, view, you);
    if (was !== null && you !== null && made !== null) {
      for (const spot of arrivalsOf(was, view, made).keys()) left.delete(spot);
      if (made.seat !== you) for (const [spot, trace] of tracesOf(was, view, made)) left.set(spot, trace);
    }
    if (left.size || this.left.size) this.left = left;
  }
}

/** What is still worth a mark: nothing after the own turn or between rounds, and no place whose card is gone. */
function kept(left: ReadonlyMap<Spot, Trace>, was: View, view: View, you: number): Map<Spot, Trace> {
  if ((was.turn === you && view.turn !== you) || was.round !== view.round || view.result !== null) return new Map();
  return new Map([...left].filter(([spot]) => isThere(view, spot)));
}

function isThere(view: View, spot: Spot): boolean {
  const place = slotOf(spot);
  return place !== null && (view.tableaux[place.seat]?.[place.slot]?.present ?? false);
}

function tracesOf(was: View, view: View, made: Made): [Spot, Trace][] {
  if (made.verb === "deal") return [];
  if (made.verb === "look") return [[spotOf(made.args[0]!, made.args[1]!), "looked at"]];
  const trace = made.verb === "target" ? "swapped" : "new";
  return [...arrivalsOf(was, view, made).keys()].filter((spot) => slotOf(spot) !== null).map((spot) => [spot, trace]);
}
