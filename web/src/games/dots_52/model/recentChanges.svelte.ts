/**
 * Marks on places that other players changed since the player's last turn. They stay until the end of the next turn.
 * They contain public facts only: the place, never the card.
 */
import type { View } from "../../../types/dots_52";
import { cardArrivals, parsePlace, tableauSpot, type PlayedMove, type Spot } from "./cardMovements";

export type PlaceChange = "swapped" | "looked at" | "new";

export class RecentChanges {
  marks = $state.raw<ReadonlyMap<Spot, PlaceChange>>(new Map());

  /** Update with a move that led from one view to the next. Without a previous view all marks are cleared. */
  update(previousView: View | null, view: View, move: PlayedMove | null, you: number | null): void {
    const marks = previousView === null || you === null ? new Map<Spot, PlaceChange>() : remainingMarks(this.marks, previousView, view, you);
    if (previousView !== null && you !== null && move !== null) {
      for (const spot of cardArrivals(previousView, view, move).keys()) marks.delete(spot);
      if (move.seat !== you) for (const [spot, change] of changesOfMove(move, previousView, view)) marks.set(spot, change);
    }
    if (marks.size || this.marks.size) this.marks = marks;
  }
}

/** Return the marks that last: none after the player's turn or between rounds, and none on empty places. */
function remainingMarks(marks: ReadonlyMap<Spot, PlaceChange>, previousView: View, view: View, you: number): Map<Spot, PlaceChange> {
  const hasTurnEnded = previousView.turn === you && view.turn !== you;
  if (hasTurnEnded || previousView.round !== view.round || view.result !== null) return new Map();
  return new Map([...marks].filter(([spot]) => hasCard(view, spot)));
}

function hasCard(view: View, spot: Spot): boolean {
  const place = parsePlace(spot);
  return place !== null && (view.tableaux[place.seat]?.[place.slot]?.present ?? false);
}

function changesOfMove(move: PlayedMove, previousView: View, view: View): [Spot, PlaceChange][] {
  if (move.verb === "deal") return [];
  if (move.verb === "look") return [[tableauSpot(move.args[0]!, move.args[1]!), "looked at"]];
  const change = move.verb === "target" || move.verb === "arrange" ? "swapped" : "new";
  return [...cardArrivals(previousView, view, move).keys()].filter((spot) => parsePlace(spot) !== null).map((spot) => [spot, change]);
}
