import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { game } from "../../src/games/dots_72";
import { cardIndex, HOUSE_COLOURS } from "../../src/games/dots_72/model/cards";
import { LegalActions } from "../../src/lib/legalActions";
import type { View } from "../../src/types/dots_72";

afterEach(cleanup);

const RANGES: [string, number[]][] = [
  ["draw", []], ["take", []], ["call", []], ["discard", [63]], ["discard_and_call", [63]], ["pass_", [63]], ["deal", []],
];
let first = 0;
const VERBS = RANGES.map(([verb, ranges]) => {
  const details = { verb, first, ranges, is_race: false };
  first += ranges[0] ?? 1;
  return details;
});
const number = (verb: string, code?: string) =>
  VERBS.find((one) => one.verb === verb)!.first + (code === undefined ? 0 : cardIndex(code));

function view(change: Partial<View> = {}): View {
  const cards = ["r", "r2", "d1", "b", "b4", "wd"].map((code) => ({ code, shown: false }));
  return {
    seat: 0, seats: 2, phase: "start", hand_number: 1, turn: 0, dealer: 1, waiting: [0], scores: [0, 50],
    hands: [{ count: cards.length, cards }, { count: 6, cards: [{ code: "y8", shown: true }] }],
    discards: ["g8"], discards_left: 1, may_take: true, pile_left: 50, pile_cards: [], pile_order_known: false, called_wrongly: false,
    chosen: null, turn_overs: 0, void_hands: 0, result: null, winners: [], dots_cards: [[2, 0, 0, 0]],
    colours: [...HOUSE_COLOURS], options: { reshuffle: false, memory: "on" }, ...change,
  };
}

function show(shown: View, legal: number[]) {
  const play = vi.fn(async () => true);
  const names = ["Ann", "Bob"].map((name, seat) => ({ seat, name }) as never);
  render(game.Board, {
    details: {} as never, position: {} as never, view: shown, previousPosition: null, lastMove: null, seats: names, you: 0,
    legal: new LegalActions(VERBS, legal), play, preview: async () => null, whyNot: async () => null, matchNow: () => 0, isReplay: false, result: null,
  });
  return play;
}

test("drawing and taking send the server's numbers", async () => {
  const play = show(view(), [number("draw"), number("take")]);
  await fireEvent.click(screen.getByRole("button", { name: /^Take the green 8/ }));
  await fireEvent.click(screen.getByRole("button", { name: /^Draw a card/ }));
  expect(play.mock.calls).toEqual([[number("take")], [number("draw")]]);
});

test("a card is chosen first, then discarded, with a call or without", async () => {
  const play = show(view({ phase: "discard" }), [number("discard", "r2"), number("discard_and_call", "r2")]);
  expect(screen.getByRole("button", { name: "Discard" }).hasAttribute("disabled")).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: "red 2" }));
  await fireEvent.click(screen.getByRole("button", { name: "Discard, call DOTS" }));
  await fireEvent.click(screen.getByRole("button", { name: "Sure? Call DOTS" }));
  await fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(play.mock.calls).toEqual([[number("discard_and_call", "r2")], [number("discard", "r2")]]);
});

test("a call needs a confirmation, which expires", async () => {
  const play = show(view(), [number("draw"), number("call")]);
  await fireEvent.click(screen.getByRole("button", { name: "Call DOTS" }));
  expect(screen.getByText(/A wrong call shows your cards/)).toBeTruthy();
  await fireEvent.blur(screen.getByRole("button", { name: "Sure? Call DOTS" }));
  await fireEvent.click(screen.getByRole("button", { name: "Call DOTS" }));
  expect(play).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "Sure? Call DOTS" }));
  expect(play).toHaveBeenCalledExactlyOnceWith(number("call"));
});

test("buttons keep their places when they cannot be pressed, and say why", async () => {
  const shown = view({ phase: "discard", called_wrongly: true });
  shown.hands[0]!.cards[1]!.shown = true;
  show(shown, [number("discard", "r2")]);
  const call = screen.getByRole("button", { name: "Discard, call DOTS" });
  expect(call.hasAttribute("disabled")).toBe(true);
  expect(call.getAttribute("title")).toBe("You have already called in this turn.");
  await fireEvent.click(screen.getByRole("button", { name: "red 2, known to all" }));
  expect(screen.getByRole("button", { name: "Discard, call DOTS" })).toBe(call);
  expect(screen.getByText("known to all")).toBeTruthy();
});

test("tapping two cards swaps their places and sends nothing", async () => {
  const play = show(view(), []);
  const order = () => [...document.querySelectorAll("button.place")].map((one) => one.getAttribute("aria-label"));
  expect(order()[0]).toBe("red Swatch");
  await fireEvent.click(screen.getByRole("button", { name: "red Swatch" }));
  await fireEvent.click(screen.getByRole("button", { name: "Wild DOTS card" }));
  expect([order()[0], order()[5]]).toEqual(["Wild DOTS card", "red Swatch"]);
  expect(play).not.toHaveBeenCalled();
});

test("a pass names the neighbour, and waiting says what was chosen", async () => {
  const play = show(view({ phase: "pass" }), [number("pass_", "b")]);
  await fireEvent.click(screen.getByRole("button", { name: "blue Swatch" }));
  await fireEvent.click(screen.getByRole("button", { name: "Pass to Bob" }));
  expect(play).toHaveBeenCalledExactlyOnceWith(number("pass_", "b"));
  cleanup();
  show(view({ phase: "pass", chosen: "b" }), []);
  expect(screen.getByText(/You pass the blue Swatch/)).toBeTruthy();
});

test("of another hand only the known cards are faces", () => {
  show(view(), []);
  const other = document.querySelector(".others li")!;
  expect(other.querySelectorAll("[role=img]")).toHaveLength(1);
  expect(other.querySelector("[role=img]")!.getAttribute("aria-label")).toBe("yellow 8");
});

test("B16: with memory the discards can be looked through, without it only the top card is there", () => {
  show(view({ discards: ["r8", "g8"], discards_left: 2 }), []);
  expect(screen.getByText("2 discarded").tagName).toBe("SUMMARY");
  cleanup();
  show(view({ discards: ["g8"], discards_left: 2, options: { reshuffle: false, memory: "off" } }), []);
  expect(screen.getByText("2 discarded").tagName).toBe("SPAN");
});

test("the end of a hand shows the server's sets and points", () => {
  const result = { caller: 1, points: 300, doubled: true, sets: [{ cards: ["r", "r2", "d1"], points: 100 }] };
  show(view({ phase: "hand over", turn: null, result }), [number("deal")]);
  expect(screen.getByText("Bob has DOTS: 300 points")).toBeTruthy();
  expect(screen.getByText("100 points")).toBeTruthy();
  expect(screen.getByText(/doubled/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Deal the next hand" })).toBeTruthy();
});
