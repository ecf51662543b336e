import { cleanup, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test } from "vitest";
import { cardName, parseCard } from "../../src/games/dots_52/model/cards";
import { game } from "../../src/games/dots_52";
import { arrangeArgument, cardArrivals } from "../../src/games/dots_52/model/cardMovements";
import { hasLastTurn } from "../../src/games/dots_52/model/lastTurns";
import { LegalActions } from "../../src/lib/legalActions";
import { actionOf, movesPerSlot, seatsOf, details, viewOf, type Move } from "./fixtures";

afterEach(cleanup);

function legalOf(...moves: Move[]): LegalActions {
  return new LegalActions(details.verbs, moves.map(actionOf));
}

function firstLesson(view: ReturnType<typeof viewOf>, legal: LegalActions): string | undefined {
  return game.lessons.find((lesson) => lesson.applies(view, legal, 0))?.id;
}

test("cards are read by rank and suit", () => {
  expect(parseCard("10♦")).toEqual({ rank: "10", suit: "♦" });
  expect(cardName("Q♣")).toBe("queen of clubs");
});

test("two slots make a pair, one does not", () => {
  expect(arrangeArgument(3, 1)).toBe(4);
  expect(arrangeArgument(2, 2)).toBe(-1);
});

test("the status line of the preparation says what to do, and the guide what court cards cost", () => {
  const told = (peeksLeft: number, seats = [0, 1]) =>
    game.statusText!(viewOf({ phase: "prepare", preparation: { deadline_ms: null, seats, peeks_left: [peeksLeft, 2] } }), [], 0);
  expect(told(2)).toBe("Look at two of your cards");
  expect(told(1)).toBe("Look at one more card");
  expect(told(0)).toBe("Say when you are ready");
  expect(told(0, [1])).toBeNull();
  expect(game.statusText!(viewOf(), [], 0)).toBeNull();
  const text = (lesson: string) => game.lessons.find(({ id }) => id === lesson)!.text;
  expect(text("court-points")).toContain("A Jack counts 11 points, a Queen 12, a King 13");
  expect(text("call")).toMatch(/one more turn.*may still snap/);
});

describe("where cards come from", () => {
  const before = viewOf();

  test("putting brings the drawn card to the place and the old one to the pile", () => {
    const found = cardArrivals(before, viewOf({ pile_left: 3 }), { seat: 1, verb: "put", args: [2] });
    expect([...found]).toEqual([
      ["place 1 2", "drawn"],
      ["pile", "place 1 2"],
    ]);
  });

  test("a right snap goes to the pile, a wrong one brings a card from the stock", () => {
    const move = { seat: 0, verb: "snap", args: [1] };
    expect([...cardArrivals(before, viewOf({ pile_left: 3 }), move)]).toEqual([["pile", "place 0 1"]]);
    const wrong = viewOf({ cards: ["(3♠) 5♥ (9♦) ? ?", "? ? ? ?", "? ? ? ?"] });
    expect([...cardArrivals(before, wrong, move)]).toEqual([["place 0 4", "stock"]]);
  });

  test("a swap crosses", () => {
    const found = cardArrivals(viewOf({ swap_place: 4 }), viewOf(), { seat: 0, verb: "target", args: [2, 1] });
    expect(found.get("place 0 3")).toBe("place 2 1");
    expect(found.get("place 2 1")).toBe("place 0 3");
  });
});

describe("scoreBreakdown", () => {
  test("is null while a round runs", () => {
    expect(game.scoreBreakdown(viewOf(), seatsOf(3), 0)).toBeNull();
  });

  test("has the server's numbers", () => {
    const result = { outcome: "call lost", caller: 1, totals: [7, 9, 20], points: [0, 50, 0] };
    const table = game.scoreBreakdown(viewOf({ result, scores: [12, 90, 33], round: 2 }), seatsOf(3), 0);
    expect(table?.caption).toBe("Round 2: Bo’s call fails");
    expect(table?.note).toMatch(/but you held 7\. The caller scores 50, the others 0\. The fewest points win\.$/);
    expect(table?.rows[1]).toEqual({ label: "Bo (called)", cells: ["9", "+50", "90"], isTotal: false });
  });
});

describe("lessons", () => {
  test("follow what one may do", () => {
    expect(firstLesson(viewOf({ phase: "prepare" }), legalOf(["ready"]))).toBe("peek");
    expect(firstLesson(viewOf(), legalOf(["draw"]))).toBe("draw");
    expect(firstLesson(viewOf({ phase: "call" }), legalOf(["call"], ["end"]))).toBe("call");
    expect(firstLesson(viewOf({ turn: 1 }), legalOf())).toBeUndefined();
  });

  test("explain snapping before the first race and are silent during it", () => {
    const snap = game.lessons.find(({ id }) => id === "snap")!;
    expect(snap.applies(viewOf({ phase: "prepare", turn: 1 }), legalOf(["ready"]), 0)).toBe(true);
    expect(snap.applies(viewOf({ phase: "prepare", turn: 0 }), legalOf(["ready"]), 0)).toBe(false);
    expect(snap.applies(viewOf(), legalOf(["draw"]), 0)).toBe(true);
    const race = viewOf({ phase: "snap", caller: 1, snap: { deadline_ms: 3000, seats: [0, 1] } });
    expect(firstLesson(race, legalOf(["pass_"], ...movesPerSlot("snap", [0])))).toBeUndefined();
  });
});

test("the rules show drawn cards", () => {
  const { container } = render(game.Rules, { details });
  expect(container.querySelectorAll(".picture").length).toBeGreaterThan(10);
  expect(container.textContent).toContain("10 counts nothing");
});

test("a seat's chip shows its points", () => {
  expect(game.seatNote?.(viewOf({ scores: [1, 40, 0] }), 0)).toBe("1 point");
  expect(game.seatNote?.(viewOf({ scores: [1, 40, 0] }), 1)).toBe("40 points");
});

describe("the guide", () => {
  test("points at the pile only for a low card", () => {
    const isShown = (pile_top: string) => game.lessons.find(({ id }) => id === "take")!.applies(viewOf({ pile_top }), legalOf(["draw"], ["take", 0]), 0);
    expect(["A♠", "2♦", "10♥"].map(isShown)).toEqual([true, true, true]);
    expect(["K♣", "Q♣", "J♦", "9♠"].map(isShown)).toEqual([false, false, false, false]);
  });

  test("says what court cards count when the first one is known, drawn or own", () => {
    const isShown = (view: ReturnType<typeof viewOf>) => game.lessons.find(({ id }) => id === "court-points")!.applies(view, legalOf(["draw"]), 0);
    expect(isShown(viewOf({ cards: ["(3♠) ? (K♦) ?", "? ? ? ?"] }))).toBe(true);
    expect(isShown(viewOf({ drawn: "J♠" }))).toBe(true);
    expect(isShown(viewOf({ cards: ["(3♠) ? ? ?", "? (K♦) ? ?"] }))).toBe(false);
  });
});

describe("last turns", () => {
  test("are those from the seat at turn up to the caller", () => {
    const seatsLeft = (turn: number, caller: number | null) => [0, 1, 2, 3].filter((seat) => hasLastTurn(viewOf({ cards: ["?", "?", "?", "?"], turn, caller }), seat));
    expect(seatsLeft(1, null)).toEqual([]);
    expect(seatsLeft(1, 1)).toEqual([0, 2, 3]);
    expect(seatsLeft(2, 1)).toEqual([0, 2, 3]);
    expect(seatsLeft(0, 1)).toEqual([0]);
  });
});
