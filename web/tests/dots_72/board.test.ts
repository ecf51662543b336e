import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
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
    seat: 0, seats: 2, phase: "start", hand_number: 1, turn: 0, dealer: 1, waiting: [0], scores: [0, 50], winning_score: 500,
    hands: [{ count: cards.length, cards }, { count: 6, cards: [{ code: "y8", shown: true }] }],
    discards: ["g8"], discards_left: 1, may_take: true, pile_left: 50, pile_cards: [], pile_order_known: false, called_wrongly: false, failed_call: null, own_sets: [], winning_cards: [], right_calls: [],
    chosen: null, turn_overs: 0, void_hands: 0, result: null, winners: [], dots_cards: [[2, 0, 0, 0]],
    colours: [...HOUSE_COLOURS], options: { reshuffle: false, memory: "on" }, ...change,
  };
}

function show(shown: View, legal: number[], more = {}) {
  const play = vi.fn(async () => true);
  const names = ["Ann", "Bob"].map((name, seat) => ({ seat, name }) as never);
  const board = render(game.Board, {
    details: {} as never, position: {} as never, view: shown, previousPosition: null, lastMove: null, seats: names, you: 0,
    legal: new LegalActions(VERBS, legal), play, preview: async () => null, whyNot: async () => null, matchNow: () => 0, isReplay: false, result: null, ...more,
  });
  return Object.assign(play, { board });
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

test("a right call is the one button to press, and needs no confirmation", async () => {
  const play = show(view({ right_calls: [{ discard: null, points: 75 }] }), [number("draw"), number("call")]);
  await fireEvent.click(screen.getByRole("button", { name: "Call DOTS · 75 points" }));
  expect(play).toHaveBeenCalledExactlyOnceWith(number("call"));
  expect([...document.querySelectorAll(".own .primary")].map((one) => one.textContent)).toEqual(["Call DOTS · 75 points"]);
});

test("a right call discards the spare card, or another one that is chosen if the call is right without it too", async () => {
  const right_calls = [{ discard: "b4", points: 150 }, { discard: "r2", points: 50 }];
  const legal = ["b4", "r2", "b"].flatMap((code) => [number("discard", code), number("discard_and_call", code)]);
  const play = show(view({ phase: "discard", right_calls }), legal);
  expect(screen.getByText("Two whole sets! The call discards your blue 4.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Call DOTS · 150 points" }));
  await fireEvent.click(screen.getByRole("button", { name: "red 2" }));
  await fireEvent.click(screen.getByRole("button", { name: "Call DOTS · 50 points" }));
  expect(play.mock.calls).toEqual([[number("discard_and_call", "b4")], [number("discard_and_call", "r2")]]);
  cleanup();
  show(view({ phase: "discard", right_calls }), legal);
  await fireEvent.click(screen.getByRole("button", { name: "blue Swatch" }));
  expect(screen.getByRole("button", { name: "Discard" }).classList).toContain("primary");
  expect(screen.getByRole("button", { name: "Discard, call DOTS" }).classList).toContain("quiet");
});

test("a replay has no buttons", () => {
  show(view(), [], { isReplay: true });
  expect(screen.queryByRole("button", { name: /DOTS$|^Discard/ })).toBeNull();
});

test("B9: of two equal cards only the one that all have seen has an eye", async () => {
  const hand = (...shown: boolean[]) => [{ count: shown.length, cards: shown.map((one) => ({ code: "g", shown: one })) }, { count: 6, cards: [] }];
  const { board } = show(view({ hands: hand(true) }), []);
  await board.rerender({ view: view({ hands: hand(true, false) }) });
  const names = () => [...document.querySelectorAll("button.place")].map((one) => one.getAttribute("aria-label"));
  expect(names()).toEqual(["green Swatch, known to all", "green Swatch"]);
  await fireEvent.click(screen.getByRole("button", { name: "green Swatch" }));
  await fireEvent.click(screen.getByRole("button", { name: "green Swatch, known to all" }));
  expect(names()).toEqual(["green Swatch", "green Swatch, known to all"]);
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
  expect(screen.getByRole("heading", { name: "Bob has DOTS: 300 points" }).closest("header")!.dataset.mood).toBe("lost");
  expect(screen.getByText("100 points")).toBeTruthy();
  expect(screen.getByText(/doubled/)).toBeTruthy();
  expect(within(screen.getByRole("group", { name: "Your hand" })).getAllByRole("img")).toHaveLength(6);
  cleanup();
  show(view({ phase: "hand over", turn: null, result: { ...result, caller: 0 } }), [number("deal")]);
  expect(screen.queryByRole("group", { name: "Your hand" })).toBeNull(); // the call has the same cards
});

test("cards of complete and nearly complete sets carry marks, and the list says what is missing", () => {
  const own_sets = [
    { cards: ["r", "r2", "d1"], points: 100, missing: null, needs: [] },
    { cards: ["b", "b4"], points: 0, missing: "dots", needs: [{ colour: "b", number: 4 }] },
  ];
  show(view({ own_sets }), []);
  expect(screen.getByRole("button", { name: "red 2, complete set 1" }).classList).toContain("complete");
  expect(screen.getByRole("button", { name: "blue 4, nearly complete set 2" }).classList).toContain("nearly");
  expect([...document.querySelectorAll(".hand .badge")].map((one) => one.textContent).join("")).toBe(""); // the visible text stays the name
  const list = within(screen.getByRole("list", { name: "Sets in your hand" })).getAllByRole("listitem");
  expect(list.map((one) => one.textContent?.replace(/\s+/g, " ").trim())).toEqual(["Set 1 complete, 100 points", "Set 2 needs 4 blue dots"]);
  expect([...document.querySelectorAll<HTMLElement>(".set-list .badge")].map((one) => one.dataset.set)).toEqual(["1", "2"]);
});

test("beside a whole set every card that wins is named, and which of them doubles the points", () => {
  const own_sets = [
    { cards: ["r", "r2", "d1"], points: 100, missing: null, needs: [] },
    { cards: ["b", "b4"], points: 0, missing: "dots", needs: [{ colour: "b", number: 4 }] },
  ];
  const pairs = (...codes: string[]) => codes.map((code) => ({ colour: code[0]!, number: Number(code[1]) }));
  const text = (winning_cards: View["winning_cards"]) => {
    show(view({ own_sets, winning_cards }), []);
    const words = within(screen.getByRole("list", { name: "Sets in your hand" })).getAllByRole("listitem")[1]!.textContent!.replace(/\s+/g, " ").trim();
    cleanup();
    return words;
  };
  expect(text([{ kind: "number", needs: pairs("y2", "g8"), doubled: pairs("g8") }])).toBe("Set 2 needs yellow 2 or green 8 (× 2)");
  expect(text([{ kind: "swatch", needs: pairs("b4"), doubled: [] }, { kind: "dots", needs: pairs("b2", "b4"), doubled: [] }])).toBe("Set 2 needs blue Swatch or 2 or 4 blue dots");
  const every = [..."rbyg"].flatMap((colour) => [2, 4, 6, 8].map((one) => `${colour}${one}`));
  expect(text([{ kind: "dots", needs: pairs(...every), doubled: [] }])).toBe("Set 2 needs any DOTS card");
  expect(text([{ kind: "number", needs: pairs(...every.slice(0, 4)), doubled: [] }])).toBe("Set 2 needs red Number");
});

test("DOTS cards show their counts until these are switched off", async () => {
  show(view(), []);
  expect([...document.querySelectorAll(".hand .count")].map((one) => one.textContent)).toEqual(["2"]);
  await fireEvent.click(screen.getByRole("button", { name: "Count dots" }));
  expect(document.querySelectorAll(".hand .count")).toHaveLength(0);
  await fireEvent.click(screen.getByRole("button", { name: "Count dots" }));
  expect([...document.querySelectorAll(".hand .count")].map((one) => one.textContent)).toEqual(["2"]);
});

const FAILED = { caller: 0, kinds: [2, 2, 2], wrong_cards: ["b", "b4", "d1"] };
const REASON = [{ code: "wrong_set", args: { cards: ["blue Swatch", "blue 4"], reason: "the DOTS card has no blue dot" } }];
const TEMPLATES = { wrong_set: "But {cards} are no set: {reason}." };

test("the reason of the own wrong call stays until the next own move", async () => {
  const shown = { details: { templates: TEMPLATES } as never, lastMove: { narration: REASON } as never };
  const { rerender } = show(view({ failed_call: FAILED }), [], shown).board;
  expect(screen.getByText(/Wrong call. Blue Swatch and blue 4 are no set: the DOTS card has no blue dot./)).toBeTruthy();
  expect(screen.getByRole("button", { name: "blue 4, does not fit" })).toBeTruthy();
  const legal = new LegalActions(VERBS, [number("draw")]);
  await rerender({ view: view(), lastMove: { narration: [] } as never, legal });
  expect(screen.getByText(/Wrong call/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /^Draw a card/ }));
  expect(screen.queryByText(/Wrong call/)).toBeNull();
});

test("the wrong call of another player marks no own card", () => {
  show(view({ failed_call: { ...FAILED, caller: 1 } }), []);
  expect(screen.queryByText(/Wrong call/)).toBeNull();
  expect(document.querySelector(".wrong")).toBeNull();
});

test("the guide explains Wilds as soon as the first one comes", () => {
  const next = game.lessons.find((lesson) => lesson.id !== "aim" && lesson.applies(view(), new LegalActions(VERBS, [number("draw")]), 0));
  expect(next?.id).toBe("wild");
});
