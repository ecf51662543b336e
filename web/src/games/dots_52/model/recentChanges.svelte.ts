/**
 * Marks on places that other players changed since the player's last turn. They stay until the end of the next turn.
 * They contain public facts only: the place, never the card.
 */
import type { View } from "../../../types/dots_52";
import { cardArrivals, parsePlace, spotOfPlace, type PlayedMove, type Spot } from "./cardMovements";

export type PlaceChange = "swapped" | "looked at" | "new";

export class RecentChanges {
  marks = $state.raw<ReadonlyMap<Spot, PlaceChange>>(new Map());

  /** Update with a move that led from one view to the next. Without a previous view all marks are cleared. */
  update(previousView: View | null, view: View, move: PlayedMove | null, you: number | null): void {
    const updatedMarks = previousView === null || you === null ? new Map<Spot, PlaceChange>() : remainingMarks(this.marks, previousView, view, you);
    if (previousView !== null && you !== null && move !== null) {
      for (const spot of cardArrivals(previousView, view, move).keys()) updatedMarks.delete(spot);
      if (move.seat !== you) for (const [spot, change] of changesOfMove(move, previousView, view)) updatedMarks.set(spot, change);
    }
    if (updatedMarks.size || this.marks.size) this.marks = updatedMarks;
  }
}

/** Return the marks that last: none after the player's turn or between rounds, and none on empty places. */
function remainingMarks(marks: ReadonlyMap<Spot, PlaceChange>, previousView: View, view: View, you: number): Map<Spot, PlaceChange> {
  const hasTurnEnded = previousView.turn === you && view.turn !== you;
  if (hasTurnEnded || previousView.round !== view.round || view.result !== null) return new Map();
  return new Map([...marks].filter(([spot]) => hasCard(view, spot)));
}

function hasCard(view: View, spot: Spot): boolean {
  const tableauPlace = parsePlace(spot);
  return tableauPlace !== null && (view.tableaux[tableauPlace.seat]?.[tableauPlace.slot]?.present ?? false);
}

function changesOfMove(move: PlayedMove, previousView: View, view: View): [Spot, PlaceChange][] {
  if (move.verb === "deal") return [];
  if (move.verb === "look") return [[spotOfPlace(move.args[0]!, move.args[1]!), "looked at"]];
  const placeChange = move.verb === "target" || move.verb === "arrange" ? "swapped" : "new";
  return [...cardArrivals(previousView, view, move).keys()].filter((spot) => parsePlace(spot) !== null).map((spot) => [spot, placeChange]);
}
