/**
 * What a game brings to the browser. No rule is here: boards draw a view, offer what `legal` holds and send numbers.
 *
 * A game's folder `games/<slug>/` has `index.ts`, which exports `game` of type GameFace, `Board.svelte`, and whatever
 * those need; `Cover.svelte` stands apart since the home page loads it before any board.
 */
import type { Component } from "svelte";
import type { Legal } from "../lib/legal";
import type { GameSheet } from "../types/http";
import type { MoveTold, Position, Result, SeatTold } from "../types/messages";

export interface BoardProps<View = unknown> {
  sheet: GameSheet;
  position: Position;
  view: View;
  /** The position before the last move, null after a snapshot or a jump in a replay. */
  before: Position | null;
  lastMove: MoveTold | null;
  seats: SeatTold[];
  /** The seat one plays; null for whoever looks on. In a replay: the chair one looks from. */
  you: number | null;
  /** What one may do now; empty in a replay, for onlookers, and while a move waits for its answer. */
  legal: Legal;
  /** Make a move. The shell shows a refusal's sentence; it also resolves when refused, with false. */
  play: (action: number) => Promise<boolean>;
  /** Ask the server what a move would do; null where the game has no previews or the move is not legal. */
  preview: (action: number) => Promise<unknown>;
  /** Match time now in ms, for countdowns to `position.deadline_ms`. */
  matchNow: () => number;
  /** True in a replay: nothing can be done, and everything may be looked at. */
  isReplay: boolean;
  result: Result | null;
}

/** One thing that the guide of a first match says. The first lesson of the list that applies and was not yet seen is shown. */
export interface Lesson<View = unknown> {
  id: string;
  /** Decided by what the view shows and by which verbs are legal, never by a rule worked out here. */
  applies: (view: View, legal: Legal, you: number | null) => boolean;
  text: string;
  /** A CSS selector inside the board that the guide points at. */
  target?: string;
}

/** Rows of a table that explains a score; numbers come from the view. */
export interface Breakdown {
  caption: string;
  columns: string[];
  rows: { label: string; cells: string[]; isTotal?: boolean }[];
}

export interface GameFace<View = any> {
  slug: string;
  Board: Component<BoardProps<View>>;
  /** A page of short rules with pictures, for the drawer. */
  Rules: Component<{ sheet: GameSheet }>;
  lessons: Lesson<View>[];
  /** How the last round and the match came to their points; null while there is nothing to tell. */
  breakdown: (view: View, seats: SeatTold[], you: number | null) => Breakdown | null;
  /** Something to practise alone, outside of any match. */
  Practice?: Component<{ sheet: GameSheet }>;
  /** To be read before a first match of a game that waits for nobody; lessons of the same id are then known. */
  intro?: Pick<Lesson, "id" | "text">[];
  /** Whether a view tells how a round or hand ended: it is kept in sight until the person goes on. */
  isRoundEnd?: (view: View) => boolean;
  /** How long at most, in ms, where the game waits for nobody. */
  roundEndMs?: number;
  /** Whether the last move is news to be read in peace: then a note tells it too. */
  isLoud?: (view: View, before: View) => boolean;
  /** Short status of a seat for its chip: "34 points", "3 cards". */
  seatNote?: (view: View, seat: number) => string;
  /** The colour that a seat has on the board, where that is its team's: a mark for its chip. Its name is in the note. */
  seatColour?: (view: View, seat: number) => string | null;
}
