/** Views of made-up positions, in the form the server gives them. */
import { plainNarration } from "../lib/fakeSocket";
import { encodeAction, LegalActions } from "../../src/lib/legalActions";
import type { TableauSlot, View } from "../../src/types/dots_52";
import type { GameDetails } from "../../src/types/http";
import type { MoveInfo, Position, SeatInfo } from "../../src/types/messages";
import type { BoardProps } from "../../src/games/contract";

const SLOTS = 51;
const SEATS = 8;
const VERBS: [string, number[]][] = [
  ["peek", [4]],
  ["arrange", [6]],
  ["ready", []],
  ["draw", []],
  ["take", [SLOTS]],
  ["put", [SLOTS]],
  ["discard", []],
  ["snap", [SLOTS]],
  ["pass_", []],
  ["swap", [SLOTS]],
  ["target", [SEATS, SLOTS]],
  ["look", [SEATS, SLOTS]],
  ["decline", []],
  ["call", []],
  ["end", []],
  ["deal", []],
  ["time_up", []],
];

function layOut(): GameDetails["verbs"] {
  let first = 0;
  return VERBS.map(([verb, ranges]) => {
    const details = { verb, first, ranges, is_race: verb === "snap" };
    first += ranges.reduce((product, range) => product * range, 1);
    return details;
  });
}

export const details: GameDetails = {
  slug: "dots_52",
  title: "Dots (52 cards)",
  summary: "",
  min_seats: 2,
  max_seats: 8,
  rules_version: 2,
  has_deck: false,
  has_secrets: true,
  is_real_time: true,
  options: [],
  action_count: 1039,
  verbs: layOut(),
  rules: "",
  deck: null,
  templates: { text: "{text}" },
};

/** "7♠" is shown, "(7♠)" known but face down, "?" unknown, "-" an empty place. */
export function places(text: string): TableauSlot[] {
  return text.split(" ").map((one, slot) => {
    const card = /^\(?(\w+[♠♥♦♣])\)?$/.exec(one)?.[1] ?? null;
    return { place: slot + 1, present: one !== "-", card, shown: card !== null && !one.startsWith("(") };
  });
}

const NAMES = ["Ann", "Bo", "Cy", "Dora", "Emil", "Fay", "Gus", "Hana"];
const COLOURS = ["#d1495b", "#2f6fb5", "#b8860b", "#3a8f4d", "#7a52b3", "#1b8a8a", "#e07a1f", "#c2478f"];

export function seatsOf(count: number): SeatInfo[] {
  return Array.from({ length: count }, (_, seat) => ({
    seat,
    name: NAMES[seat]!,
    colour: COLOURS[seat]!,
    bot: seat === 0 ? null : "steady",
    is_person: seat === 0,
    is_ready: true,
    is_connected: true,
    is_host: seat === 0,
    spent_ms: 0,
    limit_ms: null,
  }));
}

export function viewOf(change: Partial<View> & { cards?: string[] } = {}): View {
  const { cards = ["(3♠) ? (9♦) ?", "? ? ? ?", "? ? ? ?"], ...rest } = change;
  return {
    seat: 0,
    seats: cards.length,
    phase: "turn",
    round: 1,
    turn: 0,
    dealer: cards.length - 1,
    caller: null,
    waiting: [0],
    scores: cards.map(() => 0),
    stock_left: 30,
    pile_left: 2,
    pile_top: "7♥",
    pile: ["K♣", "7♥"],
    has_drawn: false,
    drawn: null,
    swap_place: null,
    tableaux: cards.map(places),
    preparation: null,
    snap: null,
    known_total: { points: 0, unknown_cards: 4, is_call_lost: false },
    result: null,
    winners: [],
    options: { "snap-seconds": 3, "lock-caller": false, memory: "on", "ready-seconds": 0 },
    ...rest,
  };
}

export type Move = [verb: string, ...args: number[]];

export function actionOf([verb, ...args]: Move): number {
  return encodeAction(details.verbs, verb, args)!;
}

export function positionOf(view: View, moves: Move[] = [], moveNumber = 10): Position {
  return {
    move_number: moveNumber,
    now_ms: 0,
    view,
    to_act: view.waiting,
    legal: moves.map(actionOf),
    words: moves.map(([verb]) => (verb === "call" ? 'Call "Dots"' : verb)),
    deadline_ms: view.snap?.deadline_ms ?? view.preparation?.deadline_ms ?? null,
  };
}

export function moveInfo(seat: number, move: Move, text = ""): MoveInfo {
  return { version: 1, seat, action: actionOf(move), by: "player", at_ms: 0, narration: plainNarration(text), race: null };
}

interface BoardState {
  moves?: Move[];
  before?: View;
  last?: MoveInfo;
  play?: (action: number) => Promise<boolean>;
  you?: number | null;
  moveNumber?: number;
}

export function propsOf(view: View, given: BoardState = {}): BoardProps<View> {
  const position = positionOf(view, given.moves, given.moveNumber);
  return {
    details,
    position,
    view,
    previousPosition: given.before ? positionOf(given.before, [], (given.moveNumber ?? 10) - 1) : null,
    lastMove: given.last ?? null,
    seats: seatsOf(view.seats),
    you: given.you === undefined ? 0 : given.you,
    legal: new LegalActions(details.verbs, position.legal, position.words),
    play: given.play ?? (() => Promise.resolve(true)),
    preview: () => Promise.resolve(null),
    whyNot: () => Promise.resolve(null),
    matchNow: () => 0,
    isReplay: false,
    result: null,
  };
}

export function movesPerSlot(verb: string, slots: readonly number[], ...first: number[]): Move[] {
  return slots.map((slot) => [verb, ...first, slot]);
}
