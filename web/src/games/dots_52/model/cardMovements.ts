/** Spots of the board and the movements of cards between them, for animations. */
import type { View } from "../../../types/dots_52";

/** A position that can hold a card. */
export type Spot = "stock" | "pile" | "drawn" | `place ${number} ${number}`;

export function spotOfPlace(seat: number, slot: number): Spot {
  return `place ${seat} ${slot}`;
}

/** Return seat and slot of a tableau place, or null for other spots. */
export function parsePlace(spot: string): { seat: number; slot: number } | null {
  const placeMatch = /^place (\d+) (\d+)$/.exec(spot);
  return placeMatch ? { seat: Number(placeMatch[1]), slot: Number(placeMatch[2]) } : null;
}

export interface PlayedMove {
  seat: number;
  verb: string;
  args: number[];
}

/** Spots that received a card, with the spot it came from. */
export type CardArrivals = ReadonlyMap<Spot, Spot>;

export const NO_ARRIVALS: CardArrivals = new Map();

/** Return the spots that received a card in a move, with the spot it came from. */
export function cardArrivals(before: View, view: View, move: PlayedMove | null): CardArrivals {
  const originBySpot = new Map<Spot, Spot>();
  if (move === null) return originBySpot;
  const own = spotOfPlace(move.seat, move.args[0] ?? 0);
  switch (move.verb) {
    case "deal":
      for (const [seat, places] of view.tableaux.entries())
        for (const slot of places.keys()) originBySpot.set(spotOfPlace(seat, slot), "stock");
      break;
    case "draw":
      originBySpot.set("drawn", "stock");
      break;
    case "put":
      originBySpot.set(own, "drawn").set("pile", own);
      break;
    case "take":
      originBySpot.set(own, "pile").set("pile", own);
      break;
    case "discard":
      originBySpot.set("pile", "drawn");
      break;
    case "snap":
      if (view.pile_left > before.pile_left) originBySpot.set("pile", own);
      else for (const spot of newlyFilledPlaces(before, view, move.seat)) originBySpot.set(spot, "stock");
      break;
    case "arrange": {
      const [first, second] = ARRANGE_SLOT_PAIRS[move.args[0] ?? 0]!;
      const one = spotOfPlace(move.seat, first);
      const otherSpot = spotOfPlace(move.seat, second);
      originBySpot.set(one, otherSpot).set(otherSpot, one);
      break;
    }
    case "target": {
      const mine = spotOfPlace(move.seat, (before.swap_place ?? 1) - 1);
      const otherSpot = spotOfPlace(move.args[0]!, move.args[1]!);
      originBySpot.set(mine, otherSpot).set(otherSpot, mine);
    }
  }
  return originBySpot;
}

/** Return the places of a seat that were empty before: where a penalty card went. */
export function newlyFilledPlaces(before: View, view: View, seat: number): Spot[] {
  const had = before.tableaux[seat] ?? [];
  return (view.tableaux[seat] ?? []).flatMap(({ present }, slot) =>
    present && !had[slot]?.present ? [spotOfPlace(seat, slot)] : [],
  );
}

/** Return the other seats in order of play, or all seats for a spectator. */
export function opponentsOf(view: View, you: number | null): number[] {
  const all = Array.from({ length: view.seats }, (_, seat) => seat);
  return you === null ? all : [...all.slice(you + 1), ...all.slice(0, you)];
}

/** The two slots that each `arrange` swaps, by the argument of the action. */
const ARRANGE_SLOT_PAIRS = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
] as const;

/** Return the argument of `arrange` for two different slots in any order; -1 if there is none. */
/** Return the two slots that an argument of `arrange` swaps. */
export const arrangedSlots = (argument: number): readonly number[] => ARRANGE_SLOT_PAIRS[argument] ?? [];

export function arrangeArgument(one: number, other: number): number {
  return ARRANGE_SLOT_PAIRS.findIndex(([first, second]) => first === Math.min(one, other) && second === Math.max(one, other));
}
