// Made by `npm run types` from the server's types. Do not edit.

/** The table as one seat or a spectator sees it. Cards are texts: `7♠`. */
export interface View {
  seat: number;
  seats: number;
  phase: string;
  round: number;
  turn: number | null;
  dealer: number;
  caller: number | null;
  waiting: number[];
  scores: number[];
  stock_left: number;
  pile_left: number;
  pile_top: string | null;
  pile: string[];
  has_drawn: boolean;
  drawn: string | null;
  swap_place: number | null;
  tableaux: Place[][];
  snap: SnapWindow | null;
  late: number[];
  result: RoundResult | null;
  winners: number[];
  options: Options;
}

/** One place of a tableau; places count from 1. */
export interface Place {
  place: number;
  present: boolean;
  card: string | null;
  shown: boolean;
}

/** The time in which the card on the pile may be snapped (D9). */
export interface SnapWindow {
  deadline_ms: number;
  seats: number[];
}

/** A round after the reveal (D13, D16). */
export interface RoundResult {
  outcome: string;
  caller: number | null;
  totals: number[];
  points: number[];
}

export interface Options {
  "snap-seconds": number;
  "lock-caller": boolean;
  memory: boolean;
}
