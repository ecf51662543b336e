// Made by `npm run types` from the server's types. Do not edit.

/** The table as one seat or a spectator sees it. Tiles are texts: `r4` is a red 4. */
export interface View {
  seat: number;
  seats: number;
  phase: string;
  turn: number | null;
  starter: number;
  hot: string | null;
  drawn: string | null;
  hand: string[];
  hand_counts: number[];
  bag_left: number;
  burned: string[];
  sheets: Sheet[];
  totals: number[];
  options: Options;
  winners: number[];
}

/** A seat's score sheet, which everybody sees (C3). */
export interface Sheet {
  groups: Group[];
  full: boolean;
  bonus: number;
}

/** One group of a sheet: `tiles` has an entry for each box, None where it is empty. */
export interface Group {
  name: string;
  size: number;
  tiles: (string | null)[];
  numbers: number[];
  full: boolean;
  points: number;
  takes: string[];
}

export interface Options {
  "single-colour-bonus": boolean;
}
