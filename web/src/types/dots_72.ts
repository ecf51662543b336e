// Made by `npm run types` from the server's types. Do not edit.

/** The table as one seat or a spectator sees it. Cards are codes: `r8` is a red 8, `d7` a DOTS card. */
export interface View {
  seat: number;
  seats: number;
  phase: string;
  hand_number: number;
  turn: number | null;
  dealer: number;
  waiting: number[];
  scores: number[];
  hands: Hand[];
  discards: string[];
  may_take: boolean;
  pile_left: number;
  pile_cards: string[];
  pile_order_known: boolean;
  called_wrongly: boolean;
  chosen: string | null;
  turn_overs: number;
  void_hands: number;
  result: Result | null;
  winners: number[];
  dots_cards: number[][];
  options: Options;
}

/** A seat's hand: those of its cards that the viewer knows, and how many there are in all. */
export interface Hand {
  count: number;
  cards: Card[];
}

/** A card in a hand. */
export interface Card {
  code: string;
  shown: boolean;
}

/** How the last hand ended (B11, B14). */
export interface Result {
  caller: number | null;
  points: number;
  doubled: boolean;
  sets: SetOfThree[];
}

export interface SetOfThree {
  cards: string[];
  points: number;
}

export interface Options {
  reshuffle: boolean;
}
