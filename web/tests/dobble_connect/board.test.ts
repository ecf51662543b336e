import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { plainNarration } from "../lib/fakeSocket";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Board from "../../src/games/dobble_connect/Board.svelte";
import type { View } from "../../src/types/dobble_connect";
import type { MoveInfo } from "../../src/types/messages";
import { START_CARD_ONLY, card, claim, DEAL_ACTION, legal, legalOf, OWN_CARD, positionOf, SEATS, details, TWO_CARDS, viewOf } from "./fixtures";

const play = vi.fn<(action: number) => Promise<boolean>>();

function propsOf(view: View, change: Record<string, unknown> = {}) {
  const position = positionOf(view, view.players[0]!.locked_until_ms === null && view.phase === "playing" ? legalOf(view) : []);
  return {
    details,
    view,
    position,
    previousPosition: null,
    lastMove: null as MoveInfo | null,
    seats: SEATS,
    you: 0 as number | null,
    legal: legal(position.legal),
    play,
    preview: () => Promise.resolve(null),
    whyNot: () => Promise.resolve(null),
    matchNow: () => 1000,
    isReplay: false,
    result: null,
    ...change,
  };
}

function move(change: Partial<MoveInfo>): MoveInfo {
  return { version: 7, seat: 0, action: claim(0, "w", 0), by: "player", at_ms: 0, narration: [], race: null, ...change };
}

const show = (view: View, change: Record<string, unknown> = {}) => render(Board, propsOf(view, change));
const symbol = (name: string) => within(screen.getByLabelText(/^Your card/)).getByLabelText(name);
const place = (name: string) => screen.getByLabelText(`Empty place, ${name}`);
const tableCard = (mark: string) => screen.getByLabelText(new RegExp(`^${mark},`));

beforeEach(() => {
  play.mockReset();
  play.mockResolvedValue(true);
});
afterEach(cleanup);

describe("a claim", () => {
  it("is a symbol and a place beside one card", async () => {
    show(viewOf());
    await fireEvent.click(symbol("dice"));
    expect(play).not.toHaveBeenCalled();
    await fireEvent.click(place("right of O1"));
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(1, "e", 3));
  });

  it("can be made the other way round", async () => {
    show(viewOf());
    await fireEvent.click(place("left of S0"));
    await fireEvent.click(symbol("avocado"));
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(0, "w", 1));
  });

  it("asks for the card where a place touches several", async () => {
    show(viewOf());
    await fireEvent.click(symbol("avocado"));
    await fireEvent.click(place("upper right of S0, upper left of O1"));
    expect(play).not.toHaveBeenCalled();
    expect(screen.getByText("Which card has the avocado? Tap it.")).toBeTruthy();
    await fireEvent.click(tableCard("O1"));
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(1, "nw", 1));
  });

  it("can begin with the card, which is then shown large", async () => {
    show(viewOf());
    await fireEvent.click(tableCard("S0"));
    expect(screen.getByLabelText("On the table: S0")).toBeTruthy();
    await fireEvent.click(place("lower right of S0, lower left of O1"));
    await fireEvent.click(symbol("bike"));
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(0, "se", 6));
  });

  it("is sent when it is wrong, too", async () => {
    show(viewOf());
    await fireEvent.click(symbol("eagle"));
    await fireEvent.click(place("left of S0"));
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(0, "w", 0));
  });

  it("is never sent unless the server lists it", async () => {
    show(viewOf(), { legal: legal([claim(0, "w", 0)]) });
    await fireEvent.click(symbol("avocado"));
    await fireEvent.click(place("left of S0"));
    expect(play).not.toHaveBeenCalled();
  });

  it("keeps the symbol when the place was taken a moment before", async () => {
    play.mockResolvedValue(false);
    show(viewOf());
    await fireEvent.click(symbol("dice"));
    await fireEvent.click(place("right of O1"));
    await vi.waitFor(() => expect(place("right of O1").getAttribute("aria-pressed")).toBe("false"));
    expect(symbol("dice").getAttribute("aria-pressed")).toBe("true");
  });

  it("outlives the moves of others, but not the own card", async () => {
    const { rerender } = show(viewOf({ table: START_CARD_ONLY }));
    await fireEvent.click(symbol("dice"));
    await rerender(propsOf(viewOf({ table: TWO_CARDS })));
    expect(symbol("dice").getAttribute("aria-pressed")).toBe("true");
    await rerender(propsOf(viewOf({}, { top: card("next", 1, "pink") })));
    expect(symbol("stamp")).toBeTruthy();
    expect(document.querySelectorAll('.hand [aria-pressed="true"]')).toHaveLength(0);
  });

  it("clears a place that another player has taken", async () => {
    const { rerender } = show(viewOf({ table: START_CARD_ONLY }));
    await fireEvent.click(place("right of S0"));
    await rerender(propsOf(viewOf({ table: TWO_CARDS })));
    await fireEvent.click(symbol("avocado"));
    expect(play).not.toHaveBeenCalled();
  });
});

describe("the compared card", () => {
  const THREE_CARDS = [...TWO_CARDS, { ...TWO_CARDS[1]!, card: card("next", 22, "orange"), q: 2, r: 0 }];

  it("stays while others lay, and a badge leads to the newer one", async () => {
    const { rerender } = show(viewOf({ table: TWO_CARDS }));
    expect(screen.getByLabelText("On the table: O1")).toBeTruthy();
    await rerender(propsOf(viewOf({ table: THREE_CARDS })));
    expect(screen.getByLabelText("On the table: O1")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "New on the table: O2. Compare with it" }));
    expect(screen.getByLabelText("On the table: O2")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^New on the table/ })).toBeNull();
  });

  it("is the newest one again after an own card, without a ring at the end of a round", async () => {
    const { rerender, container } = show(viewOf({ table: TWO_CARDS }));
    await fireEvent.click(tableCard("S0"));
    await rerender(propsOf(viewOf({ table: THREE_CARDS }, { top: card("next", 1, "pink") })));
    expect(screen.getByLabelText("On the table: O2")).toBeTruthy();
    await fireEvent.click(tableCard("S0"));
    await rerender(propsOf(viewOf({ table: THREE_CARDS, phase: "round over", ended_by: "played out", dealer: 1 })));
    expect(container.querySelectorAll(".table-card.chosen")).toHaveLength(0);
  });
});

it("marks what completes a line only while the guide is on", () => {
  const row = [0, 1, 2].map((q) => ({ ...TWO_CARDS[1]!, card: card("orange", 30 + q, "orange"), q: q + 1, r: 0, free: q === 2 ? ["e"] : [] }));
  const table = [TWO_CARDS[0]!, ...row];
  show(viewOf({ table }), { isGuided: true });
  expect(screen.getByLabelText("Empty place, right of O3; completes a line of orange")).toBeTruthy();
  expect(screen.getByText(/Bob has three in a row/)).toBeTruthy();
  cleanup();
  show(viewOf({ table }));
  expect(screen.queryByLabelText(/completes a line/)).toBeNull();
});

describe("dragging a symbol", () => {
  const pointer = (type: string, x: number) => new PointerEvent(type, { pointerId: 1, button: 0, clientX: x, clientY: 0, bubbles: true });

  it("to a place is a claim", async () => {
    const { container } = show(viewOf());
    document.elementFromPoint = () => place("right of O1");
    symbol("dice").dispatchEvent(pointer("pointerdown", 0));
    dispatchEvent(pointer("pointermove", 60));
    await vi.waitFor(() => expect(container.querySelector(".dragged")).not.toBeNull());
    dispatchEvent(pointer("pointerup", 60));
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(1, "e", 3));
    await vi.waitFor(() => expect(container.querySelector(".dragged")).toBeNull());
  });

  it("ends with the round", async () => {
    const { container, rerender } = show(viewOf());
    symbol("dice").dispatchEvent(pointer("pointerdown", 0));
    dispatchEvent(pointer("pointermove", 60));
    await rerender(propsOf(viewOf({ phase: "round over", ended_by: "played out", dealer: 1 })));
    await rerender(propsOf(viewOf({ round: 2 })));
    expect(container.querySelector(".dragged")).toBeNull();
  });

  it("that hardly moves is a tap", () => {
    const { container } = show(viewOf());
    symbol("dice").dispatchEvent(pointer("pointerdown", 0));
    dispatchEvent(pointer("pointermove", 4));
    dispatchEvent(pointer("pointerup", 4));
    expect(container.querySelector(".dragged")).toBeNull();
    expect(play).not.toHaveBeenCalled();
  });
});

describe("a tap", () => {
  const down = (on: Element) => on.dispatchEvent(new PointerEvent("pointerdown", { pointerId: 1, button: 0, bubbles: true }));
  const click = (on: Element) => fireEvent.click(on, { detail: 1 });

  it("counts for the place that was under the finger when it went down", async () => {
    show(viewOf());
    await fireEvent.click(symbol("dice"));
    down(place("right of O1"));
    await click(place("left of S0"));
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(1, "e", 3));
  });

  it("on a place that is taken meanwhile claims nothing, and says so", async () => {
    const { container, rerender } = show(viewOf({ table: START_CARD_ONLY }));
    await fireEvent.click(symbol("dice"));
    down(place("right of S0"));
    await rerender(propsOf(viewOf({ table: TWO_CARDS })));
    await click(container.querySelector(".viewport")!);
    expect(play).not.toHaveBeenCalled();
    expect(screen.getByText("Another player has just taken that place.")).toBeTruthy();
    expect(symbol("dice").getAttribute("aria-pressed")).toBe("true");
  });
});

describe("nothing is given away", () => {
  /** Everything on the table that could differ by the chosen symbol. */
  function looksOf(container: HTMLElement): string {
    const things = container.querySelectorAll(".table [data-key]");
    return [...things].map((thing) => `${thing.getAttribute("class")}|${thing.getAttribute("aria-label")}`).join("\n");
  }

  it("cards and places look the same for every chosen symbol", async () => {
    const { container } = show(viewOf());
    const seen = new Set<string>();
    for (const name of OWN_CARD.symbols) {
      await fireEvent.click(symbol(name));
      seen.add(looksOf(container));
      await fireEvent.click(symbol(name));
    }
    expect(seen.size).toBe(1);
  });

  it("no symbol of the own card is marked before a tap", () => {
    const { container } = show(viewOf());
    expect(container.querySelectorAll(".ring")).toHaveLength(0);
  });

  it("with a symbol alone, no place is more inviting than another", async () => {
    const { container } = show(viewOf());
    await fireEvent.click(symbol("dice"));
    expect(container.querySelectorAll(".place.legal")).toHaveLength(0);
    expect(container.querySelectorAll(".place.wanted")).toHaveLength(8);
  });

  it("suggestions follow adjacency", async () => {
    const { container } = show(viewOf());
    expect(container.querySelectorAll(".place.legal")).toHaveLength(0);
    await fireEvent.click(tableCard("O1"));
    expect(container.querySelectorAll(".place.legal")).toHaveLength(5);
  });
});

describe("waiting after a wrong symbol", () => {
  const locked = viewOf({ wrong: 1 }, { locked_until_ms: 3400 });

  it("shows how long, and sends nothing", async () => {
    show(locked);
    expect(screen.getByRole("timer").textContent?.trim()).toBe("2.4");
    await fireEvent.click(symbol("avocado"));
    await fireEvent.click(place("left of S0"));
    expect(play).not.toHaveBeenCalled();
  });

  it("shows the narration of the mistake", () => {
    const sentence = "You name eagle, which is not on S0, and wait 3 s.";
    show(locked, { previousPosition: positionOf(viewOf()), lastMove: move({ narration: plainNarration(sentence) }) });
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(tableCard("S0").getAttribute("class")).toContain("wrong");
  });

  it("keeps showing it while others move", async () => {
    const sentence = "You name eagle, which is not on S0, and wait 3 s.";
    const { rerender } = show(viewOf({ wrong: 1, table: START_CARD_ONLY }, { locked_until_ms: 3400 }), { previousPosition: positionOf(viewOf({ table: START_CARD_ONLY })), lastMove: move({ narration: plainNarration(sentence) }) });
    await rerender(propsOf(locked, { previousPosition: positionOf(viewOf({ table: START_CARD_ONLY })), lastMove: move({ version: 8, seat: 1, narration: plainNarration("Bob lays.") }) }));
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(tableCard("S0").getAttribute("class")).toContain("wrong");
    await rerender(propsOf(viewOf()));
    await fireEvent.click(symbol("dice"));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it("cards can still be looked at", async () => {
    show(locked);
    await fireEvent.click(tableCard("O1"));
    expect(screen.getByLabelText("On the table: O1")).toBeTruthy();
  });
});

describe("the end of a round", () => {
  const over = viewOf({ phase: "round over", scorer: "pink", line: [1], ended_by: "line", dealer: 0 });
  over.teams[0]!.points = 2;

  it("shows the line", () => {
    const { container } = show(over, { legal: legal([DEAL_ACTION]) });
    expect(container.querySelectorAll(".winning")).toHaveLength(1);
    expect(container.querySelectorAll(".dim")).toHaveLength(1);
    expect(container.querySelectorAll(".place")).toHaveLength(0);
  });

  it("names the dealer if it is another player", () => {
    show({ ...over, dealer: 1 });
    expect(screen.getByText("Bob deals the next round.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Deal/ })).toBeNull();
  });

  it("says why nobody scored", () => {
    show(viewOf({ phase: "round over", ended_by: "played out", dealer: 1 }));
    expect(screen.getByText(/One side has laid all its cards/)).toBeTruthy();
  });

  it("shows which cards changed hands", () => {
    const view = viewOf({ table: START_CARD_ONLY, round: 2, gifts: [{ card: "orange 4", giver: "orange" }] });
    show(view, { previousPosition: positionOf(over), lastMove: move({ action: DEAL_ACTION }) });
    expect(screen.getByText("You have 0 points now, so Bob gives you 1 card")).toBeTruthy();
  });

  it("names a single player instead of a team", () => {
    show(over, { legal: legal([]), you: 1 });
    expect(screen.getByText("A line for Ann")).toBeTruthy();
    expect(screen.getByText("Four pink cards in a row. Ann has 2 of 5 points.")).toBeTruthy();
  });

  it("lets a swipe and the wheel below the result scroll the page", () => {
    const { container } = show({ ...over, phase: "over", winners: [0], dealer: null });
    const viewport = container.querySelector(".viewport")!;
    expect(viewport.classList).toContain("scrolls");
    const wheel = new WheelEvent("wheel", { deltaY: 100, cancelable: true });
    viewport.dispatchEvent(wheel);
    expect(wheel.defaultPrevented).toBe(false);
  });

  it("shows the winner", () => {
    show({ ...over, phase: "over", winners: [0], dealer: null });
    expect(screen.getByText("You win the match.")).toBeTruthy();
  });
});

it("shows who was faster", () => {
  const race = { reason: "earlier" as const, rivals: [{ seat: 1, credited_ms: 5000 }, { seat: 0, credited_ms: 5120 }] };
  show(viewOf(), { previousPosition: positionOf(viewOf({ table: START_CARD_ONLY })), lastMove: move({ seat: 1, race }) });
  expect(screen.getByText("Bob was 120 ms faster than you.")).toBeTruthy();
});

it("warns of a card that counts for others", () => {
  show(viewOf({}, { top: card("next", 21, "orange") }));
  expect(screen.getByText("This one counts for orange")).toBeTruthy();
});

it("shows all top cards to a spectator, with nothing to claim", async () => {
  show(viewOf(), { you: null, legal: legal([]) });
  expect(screen.getByRole("group", { name: "Top card of Ann" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "avocado" })).toBeNull();
  await fireEvent.click(place("left of S0"));
  expect(place("left of S0").getAttribute("aria-pressed")).toBe("false");
});

it("offers nothing in a replay", () => {
  show(viewOf(), { isReplay: true, legal: legal([]) });
  expect(screen.getByRole("group", { name: "Your card, pink 1" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "avocado" })).toBeNull();
});

describe("by keyboard", () => {
  it("digits name symbols, arrows lead over the table, Enter lays", async () => {
    show(viewOf());
    await fireEvent.keyDown(tableCard("S0"), { key: "2" });
    expect(symbol("avocado").getAttribute("aria-pressed")).toBe("true");
    tableCard("S0").focus();
    await fireEvent.keyDown(tableCard("S0"), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(place("left of S0"));
    await fireEvent.keyDown(document.activeElement!, { key: "Enter" });
    expect(play).toHaveBeenCalledExactlyOnceWith(claim(0, "w", 1));
  });

  it("the table and the own card are one stop each", () => {
    const { container } = show(viewOf());
    expect(container.querySelectorAll('.table [data-key][tabindex="0"]')).toHaveLength(1);
    expect(container.querySelectorAll('.hand button[tabindex="0"]')).toHaveLength(1);
  });

  it("Escape takes a choice back", async () => {
    show(viewOf());
    await fireEvent.click(symbol("dice"));
    await fireEvent.keyDown(symbol("dice"), { key: "Escape" });
    expect(symbol("dice").getAttribute("aria-pressed")).toBe("false");
  });
});

it("names every card on the table with its symbols, for those who cannot see them", () => {
  show(viewOf());
  expect(screen.getByRole("button", { name: /^O1,/ })).toBe(tableCard("O1"));
  expect(tableCard("O1").getAttribute("aria-label")).toBe(`O1, orange 7: ${TWO_CARDS[1]!.card.symbols.join(", ")}`);
});

describe("the countdown before a round", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const atStart = (nowMs: number) => ({ position: { ...positionOf(viewOf()), move_number: 0 }, matchNow: () => nowMs });

  it("counts 3, 2, 1 and takes no claim until it is over", async () => {
    let now = 0;
    show(viewOf(), { ...atStart(0), matchNow: () => now });
    expect(screen.getByRole("timer").textContent).toContain("begins in 3");
    await fireEvent.click(symbol("dice"));
    expect(symbol("dice").getAttribute("aria-pressed")).toBe("false");
    for (const left of [2, 1]) {
      now += 1000;
      await vi.advanceTimersByTimeAsync(1000);
      expect(screen.getByRole("timer").textContent).toContain(`begins in ${left}`);
    }
    now += 1000;
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.queryByRole("timer")).toBeNull();
    await fireEvent.click(symbol("dice"));
    expect(symbol("dice").getAttribute("aria-pressed")).toBe("true");
  });

  it("comes again after each deal, and not for who comes later", () => {
    show(viewOf(), { lastMove: move({ action: DEAL_ACTION, at_ms: 500 }) });
    expect(screen.getByRole("timer").textContent).toContain("begins in 3");
    cleanup();
    show(viewOf(), atStart(4000));
    expect(screen.queryByRole("timer")).toBeNull();
  });
});
