import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Board from "../../src/games/dots_52/Board.svelte";
import { preferences } from "../../src/lib/preferences.svelte";
import { propsOf, moveInfo, viewOf } from "./fixtures";

const play = vi.fn((_: number) => Promise.resolve(true));

beforeEach(() => {
  play.mockReset().mockResolvedValue(true);
  preferences.change({ motion: "none" });
});
afterEach(cleanup);

function card(name: RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

describe("what others did", () => {
  const jack = viewOf({ phase: "jack target", turn: 1, waiting: [1], swap_place: 2 });
  const swapped = viewOf({ phase: "call", turn: 1, waiting: [1], cards: ["? ? (9♦) ?", "? (3♠) ? ?", "? ? ? ?"] });
  const mine = { ...swapped, phase: "turn", turn: 0, waiting: [0] };

  test("stays marked until the player's turn is over", async () => {
    const { rerender } = render(Board, propsOf(jack));
    await rerender(propsOf(swapped, { before: jack, last: moveInfo(1, ["target", 0, 0]), moveNumber: 11 }));
    await rerender(propsOf(mine, { before: swapped, last: moveInfo(1, ["end"]), moveNumber: 12, moves: [["draw"]] }));
    expect(card(/^Your card 1, swapped: face down$/)).toBeTruthy();
    expect(card(/^Bo’s card 2, swapped: face down, you know it: 3 of spades$/)).toBeTruthy();
    const next = { ...mine, turn: 1, waiting: [1] };
    await rerender(propsOf(next, { before: { ...mine, phase: "call" }, last: moveInfo(0, ["end"]), moveNumber: 13 }));
    expect(screen.queryByRole("button", { name: /swapped/ })).toBeNull();
  });

  test("marks cards looked at and put by others, not by the player", async () => {
    const queen = viewOf({ phase: "queen", turn: 1, waiting: [1] });
    const { rerender } = render(Board, propsOf(queen));
    await rerender(propsOf(swapped, { before: queen, last: moveInfo(1, ["look", 0, 3]), moveNumber: 11 }));
    expect(card(/^Your card 4, looked at: face down$/)).toBeTruthy();
    await rerender(propsOf(mine, { before: mine, last: moveInfo(0, ["put", 3]), moveNumber: 12 }));
    expect(card(/^Your card 4: face down$/)).toBeTruthy();
  });

  test("is forgotten where moves were missed", async () => {
    const { rerender } = render(Board, propsOf(jack));
    await rerender(propsOf(swapped, { before: jack, last: moveInfo(1, ["target", 0, 0]), moveNumber: 11 }));
    await rerender(propsOf(mine, { moveNumber: 15 }));
    expect(card(/^Your card 1: face down$/)).toBeTruthy();
  });
});

describe("in a replay", () => {
  test("names the seat to act, also in the player's own view", async () => {
    const props = { ...propsOf(viewOf()), isReplay: true };
    const { rerender } = render(Board, props);
    expect(screen.getByText("Ann draws or takes.")).toBeTruthy();
    const snap = viewOf({ phase: "snap", waiting: [0, 1, 2], snap: { deadline_ms: 2500, seats: [0, 1, 2] } });
    await rerender({ ...propsOf(snap), isReplay: true });
    expect(screen.getByText("Time to snap.")).toBeTruthy();
  });
});

describe("what is known", () => {
  test("an unknown card is nowhere in the page", () => {
    const { container } = render(Board, propsOf(viewOf({ cards: ["? ? ? ?", "? ? ? ?"], pile_top: null, pile: [], pile_left: 0 })));
    expect(container.querySelectorAll("svg text")).toHaveLength(0);
    expect(container.textContent).not.toMatch(/[♠♥♦♣]/);
  });

  test("a card known from before is a note on its back, one that is shown is face up", () => {
    render(Board, propsOf(viewOf({ cards: ["(3♠) K♥ ? ?", "? ? ? ?"] })));
    expect(card(/^Your card 1: face down, you know it: 3 of spades$/).querySelector(".note")).toBeTruthy();
    expect(card(/^Your card 2: king of hearts$/).querySelector(".note")).toBeNull();
    expect(card(/^Your card 3: face down$/)).toBeTruthy();
  });

  test("without memory a card stays readable for a moment after it was shown, then is gone", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const shown = viewOf({ cards: ["3♠ ? ? ?", "? ? ? ?"], turn: 1, waiting: [1] });
    const hidden = viewOf({ cards: ["? ? ? ?", "? ? ? ?"], turn: 1, waiting: [1], phase: "drawn", has_drawn: true });
    const { rerender } = render(Board, propsOf(shown));
    await rerender(propsOf(hidden, { before: shown, last: moveInfo(1, ["draw"]), moveNumber: 11 }));
    expect(card(/^Your card 1: 3 of spades$/)).toBeTruthy();
    vi.advanceTimersByTime(3100);
    await tick();
    expect(card(/^Your card 1: face down$/)).toBeTruthy();
    vi.useRealTimers();
  });

  test("a shown card that has been replaced is not kept face up", async () => {
    const shown = viewOf({ cards: ["? ? ? ?", "3♠ ? ? ?"], turn: 1, waiting: [1] });
    const replaced = viewOf({ cards: ["? ? ? ?", "? ? ? ?"], turn: 1, waiting: [1], pile_left: 3, pile_top: "3♠" });
    const { rerender } = render(Board, propsOf(shown));
    await rerender(propsOf(replaced, { before: shown, last: moveInfo(1, ["put", 0]), moveNumber: 11 }));
    expect(card(/^Bo’s card 1, new: face down$/)).toBeTruthy();
  });

  test("a spectator sees all seats and nothing to press", () => {
    render(Board, propsOf(viewOf({ seat: -1 }), { you: null }));
    expect(screen.getByRole("region", { name: "Ann" })).toBeTruthy();
    for (const button of screen.getAllByRole("button")) expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});
