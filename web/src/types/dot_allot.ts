// Made by `npm run types` from the server's types. Do not edit.

/** The table as one seat or a spectator sees it. */
export interface View {
  seat: number;
  seats: number;
  phase: string;
  round: number;
  rounds: number;
  turn: number | null;
  starter: number;
  start_column: number;
  grey_row: number;
  grey_column: number;
  track: string[];
  visible: string[];
  cover_rows: [number, number];
  placements: Placement[];
  sides: Side[];
  queue: number[];
  totals: number[];
  result: RoundResult | null;
  winners: number[];
  options: Options;
}

/** A card on the table: its cells as they lie, whose first column and top row are given as those of the track. */
export interface Placement {
  seat: number;
  number: number;
  degrees: number;
  reverse: boolean;
  column: number;
  row: number;
  face: string[];
}

/** One of the two sides of the track and who plays there. */
export interface Side {
  seat: number;
  rows: number[];
  hand: Card[] | null;
  hand_count: number;
  reverse_left: boolean;
  colours: string[];
  groups: Record<string, number>;
  points: number;
}

/** A card in hand, with the side up that is played with. */
export interface Card {
  number: number;
  face: string[];
}

/** A round when its eighth card lies: for both sides the largest group of each colour, and points. */
export interface RoundResult {
  groups: Record<string, number>[];
  points: number[];
  bonus: number | null;
  leaves: number | null;
}

export interface Options {
  orientation: "horizontal" | "vertical";
  side: "dark" | "light";
  scoring: "colour-locked" | "standard";
}

/** The table after a placement, if it were made. */
export interface Preview {
  placement: Placement;
  visible: string[];
  after: Tally[];
}

/** What one side would have if the round ended like this. */
export interface Tally {
  seat: number;
  groups: Record<string, number>;
  cells: Record<string, [number, number][]>;
  points: number;
}
