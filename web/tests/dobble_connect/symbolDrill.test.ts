import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import SymbolDrill from "../../src/games/dobble_connect/components/SymbolDrill.svelte";
import { lowestMedian, randomCardPair, isSharedSymbol, loadRuns, medianTime, parseDeck } from "../../src/games/dobble_connect/model/symbols/symbolDrill";
import { details } from "./fixtures";

const HOUSE = readFileSync("../src/dottable/games/dobble_connect/deck/house.toml", "utf8");
const withDeck = { ...details, deck: { name: "house.toml", hash: "", text: HOUSE } };

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("reads the whole house deck", () => {
  const cards = parseDeck(HOUSE);
  expect(cards).toHaveLength(90);
  expect(cards.every(({ symbols }) => symbols.length === 10)).toBe(true);
  expect(cards[20]).toMatchObject({ number: 20, name: "orange 1", kind: "orange", letter: "O" });
  expect(cards[89]).toMatchObject({ name: "start 10", letter: "S" });
});

it("draws two different cards that share one symbol", () => {
  const cards = parseDeck(HOUSE);
  for (let n = 0; n < 200; n++) {
    const pair = randomCardPair(cards);
    expect(pair.left).not.toBe(pair.right);
    expect(pair.left.symbols.filter((symbol) => isSharedSymbol(pair, symbol))).toHaveLength(1);
  }
  expect(randomCardPair(cards, () => 0.9999)).toEqual({ left: cards[89], right: cards[88] });
});

it("computes the median", () => {
  expect(medianTime([])).toBeNull();
  expect(medianTime([900, 100, 300])).toBe(300);
  expect(lowestMedian([{ day: "", times_ms: [], wrong: 3 }, { day: "", times_ms: [500, 700], wrong: 0 }])).toBe(600);
});

/** The two cards on the screen, as lists of buttons. */
function cards(): HTMLElement[][] {
  return screen.getAllByLabelText(/card,/).map((group) => [...group.querySelectorAll("button")]);
}

function shared(): HTMLElement {
  const [left, right] = cards();
  const names = right!.map((button) => button.getAttribute("aria-label"));
  return left!.find((button) => names.includes(button.getAttribute("aria-label")))!;
}

it("counts right and wrong answers and stores the run", async () => {
  render(SymbolDrill, { details: withDeck });
  await fireEvent.click(screen.getByRole("button", { name: "Start the drill" }));
  for (let n = 1; n <= 10; n++) {
    expect(screen.getByText(`Pair ${n} of 10`)).toBeTruthy();
    const right = shared();
    const answer = n === 4 ? cards()[0]!.find((button) => button !== right)! : right;
    await vi.advanceTimersByTimeAsync(800);
    await fireEvent.click(answer);
    await fireEvent.click(answer);
    if (n === 4) expect(screen.getByText(new RegExp(`It was the ${right.getAttribute("aria-label")}`))).toBeTruthy();
    await vi.advanceTimersByTimeAsync(n === 4 ? 1600 : 550);
  }
  expect(screen.getByText(/9 of 10 right/)).toBeTruthy();
  expect(loadRuns()).toHaveLength(1);
  expect(loadRuns()[0]).toMatchObject({ wrong: 1, times_ms: Array(9).fill(800) });
}, 30_000);

it("cannot start without a deck", () => {
  render(SymbolDrill, { details });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start the drill" }).disabled).toBe(true);
});
