// Made by `npm run types` from the server's types. Do not edit.

/** The table as a seat or a spectator sees it. The starting card lies on spot 0. */
export interface View {
  seat: number;
  seats: number;
  phase: string;
  round: number;
  goal: number;
  teams: Team[];
  players: Player[];
  table: Spot[];
  gifts: Gift[];
  wrong: number;
  dealer: number | null;
  ended_by: string | null;
  scorer: string | null;
  line: number[];
  options: Options;
  winners: number[];
}

/** A team: everybody can know which cards it has face down, nobody in which order. */
export interface Team {
  colour: string;
  letter: string;
  seats: number[];
  points: number;
  face_down: string[];
}

/** A seat: its team's colour, the top card, the cards below it, and until when it waits (E7). */
export interface Player {
  team: string;
  top: Card | null;
  pack_left: number;
  locked_until_ms: number | null;
}

/** A card that lies open: its ten symbols in the order that a claim counts them. */
export interface Card {
  number: number;
  name: string;
  kind: string;
  letter: string;
  symbols: string[];
}

/** A card on the table, where it lies, and the sides where another can be laid. */
export interface Spot {
  card: Card;
  q: number;
  r: number;
  free: string[];
}

/** A card that changed hands before this round (E9). */
export interface Gift {
  card: string;
  giver: string;
}

export interface Options {
  teams: "2" | "3" | "4" | "rulebook";
  points: number;
  "lock-seconds": number;
}
