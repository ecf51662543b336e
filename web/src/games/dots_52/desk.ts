/** What the parts of the board share: how cards move, which are in sight, and what a press on a place does. */
import { getContext, setContext } from "svelte";
import type { Flights } from "../../kit/flights";
import type { Arrivals, Spot } from "./places";
import type { Trace } from "./traces.svelte";

export interface Desk {
  readonly flights: Flights;
  /** For the element of a spot whose card one may drag away; null for what never is one's own. */
  source(spot: Spot): ((node: HTMLElement) => () => void) | null;
  /** Where the last move brought cards, and from where. */
  readonly arrivals: Arrivals;
  readonly moveNumber: number;
  /** Cards kept in sight for a moment longer. */
  readonly held: ReadonlyMap<Spot, string>;
  /** What others did to places since one's own last turn. */
  readonly traces: ReadonlyMap<Spot, Trace>;
  /** Places chosen but not yet sent. */
  isPicked(seat: number, slot: number): boolean;
  isLegal(seat: number, slot: number): boolean;
  press(seat: number, slot: number): void;
}

const KEY = Symbol("desk");

export function setDesk(desk: Desk): Desk {
  return setContext(KEY, desk);
}

export function getDesk(): Desk {
  return getContext<Desk>(KEY);
}

/** A card that a move brought to a spot is a new piece there: it flies in from where it was. */
export function pieceAt(desk: Desk, spot: Spot): string {
  return desk.arrivals.has(spot) ? `${spot} ${desk.moveNumber}` : spot;
}

/** The attachment of a piece; it changes with the piece only, not with every move. */
export function flies(desk: Desk, spot: Spot, piece: string): ReturnType<Flights["piece"]> {
  return desk.flights.piece(piece, () => desk.arrivals.get(spot));
}
