/** Where cards lie and where they come from, so that each can fly from there to here. */
import type { View } from "../../types/dots_52";

/** A place that a card can be at. */
export type Spot = "stock" | "pile" | "drawn" | `place ${number} ${number}`;

export function spotOf(seat: number, slot: number): Spot {
  return `place ${seat} ${slot}`;
}

/** Seat and slot of a place in a tableau. */
export function slotOf(spot: string): { seat: number; slot: number } | null {
  const found = /^place (\d+) (\d+)$/.exec(spot);
  return found ? { seat: Number(found[1]), slot: Number(found[2]) } : null;
}

export interface Made {
  seat: number;
  verb: string;
  args: number[];
}

/** The spots that a move brought a new card to, and from where. */
export type Arrivals = ReadonlyMap<Spot, Spot>;

export const NO_ARRIVALS: Arrivals = new Map();

export function arrivalsOf(before: View, view: View, move: Made | null): Arrivals {
  const found = new Map<Spot, Spot>();
  if (move === null) return found;
  const own = spotOf(move.seat, move.args[0] ?? 0);
  switch (move.verb) {
    case "deal":
      for (const [seat, places] of view.tableaux.entries())
        for (const slot of places.keys()) found.set(spotOf(seat, slot), "stock");
      break;
    case "draw":
      found.set("drawn", "stock");
      break;
    case "put":
      found.set(own, "drawn").set("pile", own);
      break;
    case "take":
      found.set(own, "pile").set("pile", own);
      break;
    case "discard":
      found.set("pile", "drawn");
      break;
    case "snap":
      if (view.pile_left > before.pile_left) found.set("pile", own);
      else for (const spot of newPlaces(before, view, move.seat)) found.set(spot, "stock");
      break;
    case "target": {
      const mine = spotOf(move.seat, (before.swap_place ?? 1) - 1);
      const other = spotOf(move.args[0]!, move.args[1]!);
      found.set(mine, other).set(other, mine);
    }
  }
  return found;
}

/** Places of a seat with a card that had none before: where a penalty card went. */
export function newPlaces(before: View, view: View, seat: number): Spot[] {
  const had = before.tableaux[seat] ?? [];
  return (view.tableaux[seat] ?? []).flatMap(({ present }, slot) =>
    present && !had[slot]?.present ? [spotOf(seat, slot)] : [],
  );
}

/** The other seats in the order of play after one's own; all of them for whoever looks on. */
export function othersOf(view: View, you: number | null): number[] {
  const all = Array.from({ length: view.seats }, (_, seat) => seat);
  return you === null ? all : [...all.slice(you + 1), ...all.slice(0, you)];
}

/** The two slots of every peek, by the number of the action. */
const PAIRS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;

/** The argument of `peek` for two slots, in any order; undefined if they are not two. */
export function pairOf(slots: readonly number[]): number | undefined {
  if (slots.length !== 2) return undefined;
  const found = PAIRS.findIndex(([first, second]) => slots.includes(first) && slots.includes(second));
  return found < 0 ? undefined : found;
}
