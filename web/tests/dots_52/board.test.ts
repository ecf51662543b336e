import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Board from "../../src/games/dots_52/Board.svelte";
import { LegalActions } from "../../src/lib/legalActions";
import { preferences } from "../../src/lib/preferences.svelte";
import { actionOf, movesPerSlot, propsOf, moveInfo, viewOf, type Move } from "./fixtures";

const FOUR = [0, 1, 2, 3];
const play = vi.fn((_: number) => Promise.resolve(true));

beforeEach(() => {
  play.mockReset().mockResolvedValue(true);
  preferences.change({ motion: "none" });
});
afterEach(cleanup);

function card(name: RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

function sent(): number[] {
  return play.mock.calls.map(([action]) => action);
}

describe("before the first turn", () => {
  const PAIRS = [0, 1, 2, 3, 4, 5];
  const arrange = movesPerSlot("arrange", PAIRS);
  const moves: Move[] = [...movesPerSlot("peek", FOUR), ...arrange, ["ready"]];
  function preparing(own: string, peeksLeft: number, deadlineMs: number | null = null) {
    const preparation = { deadline_ms: deadlineMs, seats: [0, 1], peeks_left: [peeksLeft, 2] };
    return viewOf({ phase: "prepare", waiting: [0, 1], cards: [own, "? ? ? ?"], pile_top: null, pile: [], pile_left: 0, preparation });
  }
  const readyButton = () => screen.getByRole("button", { name: /^Ready/ });

  test("a tap looks at a card", async () => {
    render(Board, propsOf(preparing("? ? ? ?", 2), { moves, play }));
    expect(screen.getByText("Tap two of your cards to see them.")).toBeTruthy();
    await fireEvent.click(card(/^Your card 4/));
    expect(sent()).toEqual([actionOf(["peek", 3])]);
  });

  test("two taps swap cards once nothing can be looked at", async () => {
    render(Board, propsOf(preparing("? 9♦ ? 3♠", 0), { moves: [...arrange, ["ready"]], play }));
    await fireEvent.click(card(/^Your card 4/));
    expect(card(/^Your card 4/).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByText("Tap the card to swap with card 4.")).toBeTruthy();
    await fireEvent.click(card(/^Your card 1/));
    expect(sent()).toEqual([actionOf(["arrange", 2])]);
  });

  test("a seen card can be swapped while another may still be looked at", async () => {
    const seen: Move[] = [...movesPerSlot("peek", [0, 2, 3]), ...arrange, ["ready"]];
    render(Board, propsOf(preparing("? 9♦ ? ?", 1), { moves: seen, play }));
    await fireEvent.click(card(/^Your card 2/));
    await fireEvent.click(card(/^Your card 2/));
    await fireEvent.click(card(/^Your card 2/));
    await fireEvent.click(card(/^Your card 3/));
    expect(sent()).toEqual([actionOf(["arrange", 3])]);
  });

  test("keeps the chosen card while others look at theirs", async () => {
    const view = preparing("? 9♦ ? 3♠", 0);
    const { rerender } = render(Board, propsOf(view, { moves: [...arrange, ["ready"]], play }));
    await fireEvent.click(card(/^Your card 2/));
    await rerender(propsOf(view, { moves: [...arrange, ["ready"]], play, moveNumber: 11, before: view, last: moveInfo(1, ["peek", 0]) }));
    expect(card(/^Your card 2/).getAttribute("aria-pressed")).toBe("true");
  });

  test("ready is one press and says what would be missed", async () => {
    const { rerender } = render(Board, propsOf(preparing("? ? ? ?", 2), { moves, play }));
    expect(within(readyButton()).getByText(/you may still see two cards/)).toBeTruthy();
    await rerender(propsOf(preparing("? 9♦ ? 3♠", 0), { moves: [...arrange, ["ready"]], play, moveNumber: 11 }));
    expect(readyButton().textContent).not.toContain("still");
    await fireEvent.click(readyButton());
    expect(sent()).toEqual([actionOf(["ready"])]);
  });

  test("a time limit counts down", () => {
    render(Board, propsOf(preparing("? 9♦ ? 3♠", 0, 29_500), { moves: [...arrange, ["ready"]], play }));
    expect(within(readyButton()).getByRole("timer").textContent).toBe("30 s left");
  });

  test("a player who is ready waits for the others", () => {
    const view = { ...preparing("? 9♦ ? 3♠", 0), waiting: [1] };
    render(Board, propsOf(view, { play }));
    expect(screen.getByText("Bo is not ready yet.")).toBeTruthy();
  });

  test("the swaps of others are marked", async () => {
    const view = preparing("? 9♦ ? 3♠", 0);
    const { rerender } = render(Board, propsOf(view, { play }));
    await rerender(propsOf(view, { play, before: view, last: moveInfo(1, ["arrange", 1]), moveNumber: 11 }));
    expect(card(/^Bo’s card 3, swapped: face down$/)).toBeTruthy();
  });
});

describe("a turn", () => {
  test("drawing is a press on the stock", async () => {
    render(Board, propsOf(viewOf(), { moves: [["draw"], ...movesPerSlot("take", FOUR)], play }));
    await fireEvent.click(card(/^Stock/));
    expect(sent()).toEqual([actionOf(["draw"])]);
  });

  test("taking is the pile and then a place; a place alone does nothing", async () => {
    render(Board, propsOf(viewOf(), { moves: [["draw"], ...movesPerSlot("take", FOUR)], play }));
    await fireEvent.click(card(/^Your card 3/));
    expect(sent()).toEqual([]);
    await fireEvent.click(card(/^Pile/));
    await fireEvent.click(card(/^Your card 3/));
    expect(sent()).toEqual([actionOf(["take", 2])]);
  });

  test("the drawn card goes into a place or onto the pile", async () => {
    const view = viewOf({ phase: "drawn", has_drawn: true, drawn: "J♠" });
    const moves: Move[] = [...movesPerSlot("put", FOUR), ["discard"]];
    const { rerender } = render(Board, propsOf(view, { moves, play }));
    expect(screen.getByRole("img", { name: "You drew the jack of spades" })).toBeTruthy();
    await fireEvent.click(card(/^Your card 2/));
    await rerender(propsOf(view, { moves, play, moveNumber: 11 }));
    await fireEvent.click(card(/^Pile/));
    expect(sent()).toEqual([actionOf(["put", 1]), actionOf(["discard"])]);
  });

  test("a waiting player can press nothing", async () => {
    render(Board, propsOf(viewOf({ turn: 1, waiting: [1] }), { play }));
    for (const button of screen.getAllByRole("button")) await fireEvent.click(button);
    expect(sent()).toEqual([]);
    expect(screen.getByText("Bo draws or takes.")).toBeTruthy();
  });
});

describe("snap", () => {
  const open = viewOf({ phase: "snap", waiting: [0, 1, 2], snap: { deadline_ms: 2500, seats: [0, 1, 2] } });
  const moves: Move[] = [...movesPerSlot("snap", FOUR), ["pass_"]];

  test("one press on a card snaps it", async () => {
    render(Board, propsOf(open, { moves, play }));
    await fireEvent.click(card(/^Your card 4/));
    expect(sent()).toEqual([actionOf(["snap", 3])]);
  });

  test("a digit snaps too, but not while typing", async () => {
    render(Board, propsOf(open, { moves, play }));
    const field = document.body.appendChild(document.createElement("input"));
    await fireEvent.keyDown(field, { key: "2" });
    field.remove();
    expect(sent()).toEqual([]);
    await fireEvent.keyDown(document.body, { key: "2" });
    expect(sent()).toEqual([actionOf(["snap", 1])]);
  });

  test("passing is one press, and the time left is shown", async () => {
    render(Board, propsOf(open, { moves, play }));
    expect(within(screen.getByRole("timer")).getByText("3")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
    expect(sent()).toEqual([actionOf(["pass_"])]);
  });

  test("the second tap of a double tap on a place does not snap", async () => {
    vi.useFakeTimers();
    const drawn = viewOf({ phase: "drawn", has_drawn: true, drawn: "4♠" });
    const { rerender } = render(Board, propsOf(drawn, { moves: [...movesPerSlot("put", FOUR), ["discard"]], play }));
    await fireEvent.click(card(/^Your card 1/));
    await rerender(propsOf(open, { moves, play, moveNumber: 11, before: drawn, last: moveInfo(0, ["put", 0]) }));
    await fireEvent.click(card(/^Your card 1/));
    expect(sent()).toEqual([actionOf(["put", 0])]);
    vi.advanceTimersByTime(400);
    await tick();
    await fireEvent.click(card(/^Your card 1/));
    expect(sent()).toEqual([actionOf(["put", 0]), actionOf(["snap", 0])]);
    vi.useRealTimers();
  });

  test("a wrong card shows its outcome and the new place", () => {
    const after = { ...open, tableaux: viewOf({ cards: ["(3♠) ? 9♦ ? ?", "? ? ? ?", "? ? ? ?"] }).tableaux };
    render(Board, propsOf(after, { before: open, last: moveInfo(0, ["snap", 2]), moveNumber: 11 }));
    expect(screen.getByText("Wrong: +1 card")).toBeTruthy();
    expect(card(/^Your card 3: 9 of diamonds$/)).toBeTruthy();
    expect(card(/^Your card 5: face down$/)).toBeTruthy();
  });

  test("a card that would come too late is not offered", async () => {
    render(Board, propsOf(viewOf({ phase: "call" }), { moves: [...movesPerSlot("snap", FOUR), ["call"], ["end"]], play }));
    await fireEvent.click(card(/^Your card 2/));
    expect(sent()).toEqual([]);
    expect(screen.queryByRole("button", { name: /too late/ })).toBeNull();
  });
});

describe("a call that must fail", () => {
  const moves: Move[] = [["call"], ["end"]];
  const view = viewOf({ phase: "call", known_total: { points: 12, unknown_cards: 2, is_call_lost: true } });

  test("is asked about first, and can be taken back", async () => {
    render(Board, propsOf(view, { moves, play }));
    await fireEvent.click(card(/^Call "Dots"/));
    expect(sent()).toEqual([]);
    expect(screen.getByRole("alert").textContent).toContain("12 points");
    await fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("button", { name: "End turn" })).toBeTruthy();
  });

  test("is made after a second press", async () => {
    render(Board, propsOf(view, { moves, play }));
    await fireEvent.click(card(/^Call "Dots"/));
    await fireEvent.click(screen.getByRole("button", { name: "Call anyway" }));
    expect(sent()).toEqual([actionOf(["call"])]);
  });
});

describe("the question before a call", () => {
  test.each([
    [{ points: 9, unknown_cards: 0, is_call_lost: false }, "You have 9 points. The others get one more turn and may snap. Call?"],
    [{ points: 4, unknown_cards: 1, is_call_lost: false }, "4 points known, 1 card unknown. The others get one more turn and may snap. Call?"],
    [null, "Call Dots? The others get one more turn and may snap."],
  ])("says that the others have one more turn", async (known_total, question) => {
    render(Board, propsOf(viewOf({ phase: "call", known_total }), { moves: [["call"], ["end"]], play }));
    await fireEvent.click(card(/^Call "Dots"/));
    expect(screen.getByRole("alert").textContent).toBe(question);
  });
});

describe("court cards", () => {
  test("Jack: choose the own card, then the opponent's", async () => {
    const { rerender } = render(Board, propsOf(viewOf({ phase: "jack" }), { moves: [...movesPerSlot("swap", FOUR), ["decline"]], play }));
    await fireEvent.click(card(/^Bo’s card 1/));
    await fireEvent.click(card(/^Your card 2/));
    const view = viewOf({ phase: "jack target", swap_place: 2 });
    await rerender(propsOf(view, { moves: [...movesPerSlot("target", FOUR, 1), ["decline"]], play, moveNumber: 11 }));
    expect(card(/^Your card 2/).getAttribute("aria-pressed")).toBe("true");
    expect(card(/^Cy’s card 4/).getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(card(/^Cy’s card 4/));
    await fireEvent.click(card(/^Bo’s card 4/));
    expect(sent()).toEqual([actionOf(["swap", 1]), actionOf(["target", 1, 3])]);
  });

  test("Queen looks at others' cards, King at own ones, and both can be declined", async () => {
    const { rerender } = render(Board, propsOf(viewOf({ phase: "queen" }), { moves: [...movesPerSlot("look", FOUR, 2), ["decline"]], play }));
    await fireEvent.click(card(/^Your card 1/));
    await fireEvent.click(card(/^Cy’s card 1/));
    await rerender(propsOf(viewOf({ phase: "king" }), { moves: [...movesPerSlot("look", FOUR, 0), ["decline"]], play, moveNumber: 11 }));
    await fireEvent.click(card(/^Your card 2/));
    await rerender(propsOf(viewOf({ phase: "king" }), { moves: [...movesPerSlot("look", FOUR, 0), ["decline"]], play, moveNumber: 12 }));
    await fireEvent.click(screen.getByRole("button", { name: "Do not use it" }));
    expect(sent()).toEqual([actionOf(["look", 2, 0]), actionOf(["look", 0, 1]), actionOf(["decline"])]);
  });
});

describe("the call", () => {
  test("is a button of its own beside the end of the turn, and asks twice", async () => {
    render(Board, propsOf(viewOf({ phase: "call" }), { moves: [["call"], ["end"]], play }));
    await fireEvent.click(screen.getByRole("button", { name: 'Call "Dots"' }));
    expect(sent()).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Call" }));
    expect(sent()).toEqual([actionOf(["call"])]);
  });

  test("ignores the press meant for Pass", async () => {
    vi.useFakeTimers();
    const snap = viewOf({ phase: "snap", waiting: [0], snap: { deadline_ms: 2500, seats: [0] } });
    const { rerender } = render(Board, propsOf(snap, { moves: [...movesPerSlot("snap", FOUR), ["pass_"]], play }));
    await rerender(propsOf(viewOf({ phase: "call" }), { moves: [["call"], ["end"]], play, before: snap, last: moveInfo(0, ["time_up"]), moveNumber: 11 }));
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: 'Call "Dots"' }));
    expect(sent()).toEqual([]);
    vi.advanceTimersByTime(400);
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: 'Call "Dots"' }));
    expect(sent()).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Call" }));
    expect(sent()).toEqual([actionOf(["call"])]);
    vi.useRealTimers();
  });
});

describe("the end of a round", () => {
  const over = viewOf({
    cards: ["A♣ 2♥ 10♦ 4♠", "3♦ - 6♣ 10♠"],
    phase: "round over",
    turn: null,
    round: 3,
    caller: 0,
    scores: [12, 40],
    result: { outcome: "call won", caller: 0, totals: [7, 9], points: [0, 9] },
  });

  test("shows the outcome, totals and points", () => {
    render(Board, propsOf(over, { moves: [["deal"]], play }));
    expect(screen.getByRole("heading", { name: "Your call holds" }).closest("header")!.dataset.mood).toBe("won");
    const [mine, theirs] = screen.getAllByRole("listitem");
    expect(mine!.textContent).toMatch(/You.*Dots.*12 points.*7.*\+0/s);
    expect(theirs!.textContent).toMatch(/Bo.*40 points.*9.*\+9/s);
  });

  test("names the dealer if it is another player, and the winner", async () => {
    const { rerender } = render(Board, propsOf({ ...over, waiting: [1] }));
    expect(screen.getByText("Bo deals the next round.")).toBeTruthy();
    await rerender(propsOf({ ...over, phase: "over", waiting: [], winners: [0] }, { moveNumber: 11 }));
    expect(screen.getByText("You win with 12 points!")).toBeTruthy();
  });
});

test("arrow keys go from card to card", async () => {
  render(Board, propsOf(viewOf({ phase: "jack" }), { moves: [...movesPerSlot("swap", FOUR), ["decline"]] }));
  card(/^Your card 1/).focus();
  await fireEvent.keyDown(card(/^Your card 1/), { key: "ArrowRight" });
  expect(document.activeElement).toBe(card(/^Your card 2/));
});

test("the outcome of a snap stays after the next move", async () => {
  const open = viewOf({ phase: "snap", waiting: [0, 1], snap: { deadline_ms: 2500, seats: [0, 1] } });
  const after = { ...open, tableaux: viewOf({ cards: ["? ? ? ?", "? ? 9♦ ? ?", "? ? ? ?"] }).tableaux };
  const { rerender } = render(Board, propsOf(after, { before: open, last: moveInfo(1, ["snap", 2]), moveNumber: 11 }));
  await rerender(propsOf({ ...after, snap: null, phase: "call" }, { before: after, last: moveInfo(2, ["pass_"]), moveNumber: 12 }));
  expect(screen.getByText("Wrong: +1 card")).toBeTruthy();
});

test("lost focus moves to a harmless button, not to the call", async () => {
  const snap = viewOf({ phase: "snap", waiting: [0], snap: { deadline_ms: 2500, seats: [0] } });
  const { rerender } = render(Board, propsOf(snap, { moves: [...movesPerSlot("snap", FOUR), ["pass_"]] }));
  screen.getByRole("button", { name: "Pass" }).focus();
  await fireEvent.keyDown(screen.getByRole("button", { name: "Pass" }), { key: "Tab" });
  await rerender(propsOf(viewOf({ phase: "call" }), { moves: [["call"], ["end"]], moveNumber: 11 }));
  await tick();
  expect(document.activeElement?.textContent).toBe("End turn");
});

describe("dragging", () => {
  const pointer = (type: string, x: number) => new PointerEvent(type, { pointerId: 1, button: 0, clientX: x, clientY: 0, bubbles: true });

  function carry(from: HTMLElement, to: HTMLElement | null): void {
    from.setPointerCapture = () => {};
    document.elementFromPoint = () => to;
    from.dispatchEvent(pointer("pointerdown", 0));
    dispatchEvent(pointer("pointermove", 60));
    dispatchEvent(pointer("pointerup", 60));
  }

  test("the drawn card to a place puts it, to the pile discards it", () => {
    const drawn = viewOf({ phase: "drawn", has_drawn: true, drawn: "J♠" });
    render(Board, propsOf(drawn, { moves: [["discard"], ...movesPerSlot("put", FOUR)], play }));
    carry(screen.getByRole("img", { name: "You drew the jack of spades" }), card(/^Your card 2/));
    carry(screen.getByRole("img", { name: "You drew the jack of spades" }), card(/^Pile/));
    expect(sent()).toEqual([actionOf(["put", 1]), actionOf(["discard"])]);
  });

  test("goes nowhere but to own places and the pile, and only with a card that may move", () => {
    render(Board, propsOf(viewOf(), { moves: [["draw"], ...movesPerSlot("take", FOUR)], play }));
    carry(card(/^Pile/), card(/^Bo’s card 1/));
    carry(card(/^Bo’s card 1/), card(/^Pile/));
    carry(card(/^Your card 1/), card(/^Pile/));
    expect(sent()).toEqual([]);
    carry(card(/^Pile/), card(/^Your card 3/));
    expect(sent()).toEqual([actionOf(["take", 2])]);
  });
});

test("the table is hidden while the result is shown, and visible after the deal", async () => {
  const over = viewOf({ phase: "round over", result: { outcome: "no call", totals: [3, 5], points: [3, 5] } as never });
  const { container, rerender } = render(Board, propsOf(viewOf(), { play }));
  const table = container.querySelector<HTMLElement>(".table")!;
  await rerender(propsOf(over, { play, moveNumber: 11, before: viewOf() }));
  expect(table.hidden).toBe(true);
  expect(screen.queryByRole("button", { name: /^Your card/ })).toBeNull();
  expect(screen.getAllByRole("img", { name: /^Your card/ })).toHaveLength(viewOf().tableaux[0]!.length);
  await rerender(propsOf(viewOf({ round: 2 }), { play, moveNumber: 12, before: over, last: moveInfo(0, ["deal"]) }));
  expect(container.querySelector(".table")).toBe(table);
  expect(table.hidden).toBe(false);
  expect(screen.getAllByRole("button", { name: /^Your card/ })).toHaveLength(viewOf().tableaux[0]!.length);
});

describe("what the player knows of the own points", () => {
  const knowing = (points: number, unknown_cards: number, is_call_lost = false) =>
    propsOf(viewOf({ phase: "call", known_total: { points, unknown_cards, is_call_lost } }), { moves: [["call"], ["end"]], play });

  test("stands below the cards, beside the round", async () => {
    const { rerender } = render(Board, knowing(18, 2));
    expect(screen.getByText("Known 18 + 2 unseen")).toBeTruthy();
    expect(screen.getByText("Round 1")).toBeTruthy();
    await rerender(knowing(7, 0));
    expect(screen.getByText("You hold 7")).toBeTruthy();
  });

  test("mutes the call if it must fail, without disabling it", async () => {
    const { rerender } = render(Board, knowing(9, 2));
    expect(card(/^Call "Dots"/).className).not.toContain("muted");
    await rerender(knowing(12, 2, true));
    expect(card(/^Call "Dots"/).className).toContain("muted");
    expect(card(/^Call "Dots"/).getAttribute("aria-disabled")).toBe("false");
  });
});

describe("moments", () => {
  test("a call is a large word at the caller's seat, and the others have their last turn", () => {
    const before = viewOf({ phase: "call", turn: 1, waiting: [1] });
    render(Board, propsOf(viewOf({ caller: 1, turn: 2, waiting: [2] }), { before, last: moveInfo(1, ["call"]), moveNumber: 11, play }));
    const caller = screen.getByRole("region", { name: "Bo" });
    expect(within(caller).getByRole("status").textContent).toContain("Dots!");
    expect(screen.getByText("your last turn")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "Cy" })).getByTitle("Last turn")).toBeTruthy();
    expect(within(caller).queryByTitle("Last turn")).toBeNull();
  });

  test("a snap slams the card and says how fast it was, beside the round", () => {
    const before = viewOf({ phase: "snap", waiting: [0, 1, 2], snap: { deadline_ms: 5000, seats: [0, 1, 2] } });
    const after = viewOf({ phase: "snap", pile_left: 3, pile_top: "7♠", waiting: [1] });
    render(Board, propsOf(after, { before, last: { ...moveInfo(0, ["snap", 0]), at_ms: 2800 }, moveNumber: 11, play }));
    expect(screen.getByText("Snap! 0.8 s")).toBeTruthy();
    expect(screen.getByText("Round 1")).toBeTruthy();
    expect(document.querySelector('[data-spot="pile"] .slammed')).toBeTruthy();
  });

  test("buttons keep their look while a move is on its way, unless it takes long", async () => {
    vi.useFakeTimers();
    const props = propsOf(viewOf({ phase: "call" }), { moves: [["call"], ["end"]], play });
    render(Board, { ...props, legal: new LegalActions(props.details.verbs, []) });
    const bar = document.querySelector(".choices")!;
    await fireEvent.click(screen.getByRole("button", { name: "End turn" }));
    expect(sent()).toEqual([]);
    vi.advanceTimersByTime(500);
    await tick();
    expect(bar.className).not.toContain("faded");
    vi.advanceTimersByTime(200);
    await tick();
    expect(bar.className).toContain("faded");
    vi.useRealTimers();
  });
});
