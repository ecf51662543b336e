/** Positions to draw, made by hand; the numbers of actions are laid out as the server lays them out. */
import { LegalActions } from "../../src/lib/legalActions";
import type { SymbolCard, PlayerStatus, Spot, View } from "../../src/types/dobble_connect";
import type { GameDetails, VerbInfo } from "../../src/types/http";
import type { Position, SeatInfo } from "../../src/types/messages";

export const VERBS: VerbInfo[] = [
  { verb: "claim", first: 0, ranges: [81, 6, 10], is_race: true },
  { verb: "deal", first: 4860, ranges: [], is_race: false },
  { verb: "unlock", first: 4861, ranges: [], is_race: false },
];
export const DEAL_ACTION = 4860;

export const details = { slug: "dobble_connect", title: "Dobble Connect", summary: "", verbs: VERBS, options: [], deck: null, templates: { text: "{text}" } } as unknown as GameDetails;

const SIDES = ["e", "ne", "nw", "w", "sw", "se"];

export function claim(spot: number, side: string, symbol: number): number {
  return (spot * 6 + SIDES.indexOf(side)) * 10 + symbol;
}

const SYMBOLS: Record<string, string[]> = {
  own: ["eagle", "avocado", "smartwatch", "dice", "clover", "water bottle", "bike", "laptop", "capybara", "peace sign"],
  start: ["heart", "avocado", "rainbow", "cat", "pizza", "planet", "fish", "donut", "umbrella", "dragon"],
  orange: ["sun", "popcorn", "cat", "cactus", "van", "lemon", "flame", "nest", "dice", "waffle"],
  next: ["stamp", "lava lamp", "cap", "alien", "duck", "bento", "unicorn", "wave", "fan", "starfish"],
};

export function card(which: keyof typeof SYMBOLS & string, number: number, kind: string): SymbolCard {
  return { number, name: `${kind} ${(number % 20) + 1}`, kind, letter: kind[0]!.toUpperCase(), symbols: SYMBOLS[which]! };
}

export const OWN_CARD = card("own", 0, "pink");

/** The starting card alone. */
export const START_CARD_ONLY: Spot[] = [{ card: card("start", 80, "start"), q: 0, r: 0, free: SIDES }];

/** An orange card at the right of the starting card: two places touch both. */
export const TWO_CARDS: Spot[] = [
  { card: card("start", 80, "start"), q: 0, r: 0, free: SIDES.filter((side) => side !== "e") },
  { card: card("orange", 26, "orange"), q: 1, r: 0, free: SIDES.filter((side) => side !== "w") },
];

function player(team: string, top: SymbolCard | null, change: Partial<PlayerStatus> = {}): PlayerStatus {
  return { team, top, pack_left: 19, locked_until_ms: null, ...change };
}

export function viewOf(change: Partial<View> = {}, own: Partial<PlayerStatus> = {}): View {
  return {
    seat: 0,
    seats: 2,
    phase: "playing",
    round: 1,
    goal: 5,
    teams: [
      { colour: "pink", letter: "P", seats: [0], points: 0, face_down: [] },
      { colour: "orange", letter: "O", seats: [1], points: 0, face_down: [] },
    ],
    players: [player("pink", OWN_CARD, own), player("orange", card("next", 20, "orange"))],
    table: TWO_CARDS,
    gifts: [],
    wrong: 0,
    dealer: null,
    ended_by: null,
    scorer: null,
    line: [],
    options: { teams: "rulebook", points: 0, "lock-seconds": 3 },
    winners: [],
    ...change,
  };
}

/** What the server lists: any symbol at any free side. */
export function legalOf({ table }: View): number[] {
  return table.flatMap(({ free }, spot) => free.flatMap((side) => Array.from({ length: 10 }, (_, symbol) => claim(spot, side, symbol))));
}

export function positionOf(view: View, legal: number[] = legalOf(view)): Position {
  return { move_number: 5, now_ms: 0, view, to_act: [0, 1], legal, words: [], deadline_ms: null };
}

function seat(number: number, name: string): SeatInfo {
  return {
    seat: number,
    name,
    colour: null,
    bot: null,
    is_person: true,
    is_ready: true,
    is_connected: true,
    is_host: number === 0,
    spent_ms: 0,
    limit_ms: null,
  };
}

export const SEATS = [seat(0, "Ann"), seat(1, "Bob")];

export function legal(actions: number[]): LegalActions {
  return new LegalActions(VERBS, actions);
}
