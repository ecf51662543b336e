/**
 * What the shell and the user interface of one game need from each other.
 *
 * The folder `games/<slug>/` holds `index.ts`, which exports `game: GameUi`. `Cover.svelte` and `homePageEntry.ts` are separate,
 * because the home page loads them before any board. A board draws a view and sends action numbers; it knows no rules.
 */
import type { Component } from "svelte";
import type { SoundName } from "../kit/feedback/sounds";
import type { LegalActions } from "../lib/legalActions";
import type { GameDetails, VerbInfo } from "../types/http";
import type { MoveInfo, Position, MatchResult, SeatInfo } from "../types/messages";

export interface BoardProps<View = unknown> {
  details: GameDetails;
  position: Position;
  view: View;
  /** The position before the last move. Null after a snapshot or a jump in a replay. */
  previousPosition: Position | null;
  lastMove: MoveInfo | null;
  seats: SeatInfo[];
  /** The player's seat, or null for a spectator. In a replay, the seat whose view is shown. */
  you: number | null;
  /** The player's legal actions. Empty in a replay, for spectators, and while a move is being sent. */
  legal: LegalActions;
  /** Send a move. Resolves with false if the server rejects it; the shell then shows the reason. */
  play: (action: number) => Promise<boolean>;
  /** Request the server's preview of a move. Null if the game has none or the move is illegal. */
  preview: (action: number) => Promise<unknown>;
  /** Request the server's reason why a move is illegal. Null if it is legal, and in a replay. */
  whyNot: (action: number) => Promise<string | null>;
  /** Return the match time in milliseconds, for countdowns to `position.deadline_ms`. */
  matchNow: () => number;
  isReplay: boolean;
  /** Whether the player has the guide on, so that a board may mark what beginners overlook. */
  isGuided?: boolean;
  /** The move that a hint suggests, a new object each time the player asks to see it. Only boards with `showsSuggestion` use it. */
  suggestion?: { action: number } | null;
  result: MatchResult | null;
}

/** One message of the guide in a first match. The guide shows the first unseen lesson that applies. */
export interface Lesson<View = unknown> {
  /** Unique within the game. A lesson whose id is a verb is skipped once the player has made such a move. */
  id: string;
  /** Decided from the view and the legal verbs only, never from a rule computed here. */
  applies: (view: View, legal: LegalActions, you: number | null) => boolean;
  text: string;
  /** CSS selector of the element inside the board that the guide highlights. */
  target?: string;
}

/** A table that explains a score. All numbers come from the server. */
export interface ScoreBreakdown {
  caption: string;
  /** Reason for the score, in one or two sentences. */
  note?: string;
  columns: string[];
  rows: { label: string; cells: string[]; isTotal?: boolean }[];
}

/** The outcome of a round. The shell shows it in every game in the same way: in the status line and at the seats. */
export interface RoundOutcome {
  /** Seats that won the round. Empty if nobody did. */
  winners: number[];
  /** Points that each seat got in the round. */
  points: number[];
}

/** A key of a board, for the sheet of shortcuts. */
export interface KeyboardShortcut {
  /** The key as it is printed on a keyboard: "1–4", "R", "↑ ↓". */
  keys: string;
  /** What the key does, as a short command: "Turn the card". */
  text: string;
}

/** What the home page shows of a game; `games/<slug>/homePageEntry.ts` exports it as `homePageEntry`. */
export interface HomePageEntry {
  /** Typical length of a match in minutes. */
  minutes: number;
  /** Sort key on the home page, ascending. Games without an entry come last. */
  order: number;
}

export interface GameUi<View = any> {
  slug: string;
  Board: Component<BoardProps<View>>;
  /** The game's short illustrated rules, shown in the rules drawer. */
  Rules: Component<{ details: GameDetails }>;
  lessons: Lesson<View>[];
  /** Return how the last round or the match was scored, or null if nothing is scored yet. */
  scoreBreakdown: (view: View, seats: SeatInfo[], you: number | null) => ScoreBreakdown | null;
  /** A solo exercise outside of any match. */
  Practice?: Component<{ details: GameDetails }>;
  /** Lessons to read before the first match of a real-time game. The guide skips lessons with these ids. */
  intro?: Pick<Lesson, "id" | "text">[];
  /** Whether a view shows the result of a round. It stays on screen until the player continues. */
  isRoundEnd?: (view: View) => boolean;
  /** Return the outcome of the round whose end a view shows. Without this function the shell says only that the round is over. */
  roundOutcome?: (view: View) => RoundOutcome | null;
  /** What a round is called: "hand". A round without this. */
  roundNoun?: string;
  /** What claims in its races are called, in the plural: "cards laid". The plural of the race's verb without this. */
  raceNoun?: string;
  /** Sounds of moves by verb. A move of another verb sounds like a card that is laid down. */
  sounds?: Readonly<Record<string, SoundName>>;
  /** Keyboard shortcuts that the board itself handles. They are shown in the list of shortcuts. */
  shortcuts?: readonly KeyboardShortcut[];
  /** Return the status line of a position that the shell's own line would not explain, or null. A countdown to the deadline follows it. */
  statusText?: (view: View, seats: readonly SeatInfo[], you: number | null) => string | null;
  /** Return the match time in milliseconds at which play begins, or null if it has begun. Until then the status line says "Get ready". The end of a round is then never held back, because all start together. */
  startsAtMs?: (position: Position, lastMove: MoveInfo | null, verbs: readonly VerbInfo[]) => number | null;
  /** Whether the board itself shows the seats' names and scores, so that phones need not show them above it too. */
  hasOwnSeatList?: (view: View) => boolean;
  /** Time in milliseconds for which the board shows how the last round is scored, before the result, if that is longer than usual. With motion only. */
  finalCountMs?: number;
  /** Return how far the match is, for the rules drawer: "Round 2 of 4". */
  matchProgress?: (view: View) => string;
  /** Whether the board itself shows the move that a hint suggests. The shell shows the text of the move in other games. */
  showsSuggestion?: boolean;
  /** Return CSS selectors of the elements inside the board that belong to a suggested move. They get rings. */
  suggestionTargets?: (move: { verb: string; args: number[] }, view: View, you: number | null) => string[];
  /** Whether the last move is important enough for a long toast. */
  isNotableMove?: (view: View, previousView: View) => boolean;
  /** Return a short status for a seat's chip: "34 points", "3 cards". */
  seatNote?: (view: View, seat: number) => string;
  /** Return the CSS colour of a seat's team, or null to use the player's own colour. */
  seatColour?: (view: View, seat: number) => string | null;
}
