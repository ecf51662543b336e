import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import { game } from "../../src/games/dobble_connect";
import { cardKind } from "../../src/games/dobble_connect/model/cardKinds";
import { emptyPlaces } from "../../src/games/dobble_connect/model/table/emptyPlaces";
import { raceSummary } from "../../src/games/dobble_connect/model/raceSummary";
import Rules from "../../src/games/dobble_connect/Rules.svelte";
import { handoverText } from "../../src/games/dobble_connect/model/handoverText";
import { DEAL_ACTION, legal, legalOf, positionOf, SEATS, details, TWO_CARDS, VERBS, viewOf } from "./fixtures";

afterEach(cleanup);

it("finds each empty place once, with all the cards it touches", () => {
  const places = emptyPlaces(TWO_CARDS);
  expect(places).toHaveLength(8);
  expect(places.map(({ neighbours }) => neighbours.length).sort()).toEqual([1, 1, 1, 1, 1, 1, 2, 2]);
});

describe("a race", () => {
  const rivals = [
    { seat: 0, credited_ms: 400 },
    { seat: 1, credited_ms: 475 },
  ];

  it("is worded for the viewer", () => {
    expect(raceSummary({ reason: "earlier", rivals }, SEATS, 0)).toBe("You were 75 ms faster than Bob.");
    expect(raceSummary({ reason: "earlier", rivals }, SEATS, 1)).toBe("Ann was 75 ms faster than you.");
    expect(raceSummary({ reason: "earlier", rivals }, SEATS, null)).toBe("Ann was 75 ms faster than Bob.");
  });

  it("names the coin, and is silent without a rival", () => {
    expect(raceSummary({ reason: "coin", rivals }, SEATS, 1)).toBe("Ann and you at the same moment: the coin chose Ann.");
    expect(raceSummary({ reason: "unrivalled", rivals: rivals.slice(0, 1) }, SEATS, 1)).toBe("");
    expect(raceSummary(null, SEATS, 1)).toBe("");
  });
});

it("breaks points down by team, but repeats no single players' points", () => {
  const view = viewOf({ phase: "over", round: 6 });
  view.teams[0]!.points = 5;
  expect(game.scoreBreakdown(view, SEATS, 1)).toBeNull();
  const team = { ...view.teams[0]!, seats: [0, 1] };
  expect(game.scoreBreakdown({ ...view, teams: [team] }, SEATS, 1)?.rows).toEqual([{ label: "Pink (P)", cells: ["Ann, You", "5"] }]);
});

it("notes a seat's team and cards", () => {
  expect(game.seatNote!(viewOf(), 1)).toBe("orange, 20 cards");
  expect(game.seatNote!(viewOf({}, { top: null, pack_left: 0 }), 0)).toBe("pink, 0 cards");
  expect(game.seatColour!(viewOf(), 1)).toBe(cardKind("orange").ink);
});

it("shows no lesson during a race that the introduction has not shown before", () => {
  const applying = (view: ReturnType<typeof viewOf>, actions: number[]) =>
    game.lessons.filter((lesson) => lesson.applies(view, legal(actions), 0)).map(({ id }) => id);
  expect(applying(viewOf(), legalOf(viewOf()))[0]).toBe("own-card");
  expect(applying(viewOf({ phase: "round over", scorer: "pink" }), [DEAL_ACTION])).toEqual([]);
  const read = game.intro!.map(({ id }) => id);
  expect(game.lessons.filter(({ id }) => !read.includes(id))).toEqual([]);
  expect(read).toContain("look-closer");
});

describe("the status line", () => {
  it("says who is locked", () => {
    const locked = (...until: (number | null)[]) => {
      const view = viewOf();
      until.forEach((untilMs, seat) => (view.players[seat]!.locked_until_ms = untilMs));
      return game.statusText!(view, SEATS, 0);
    };
    expect(locked(null, null)).toBeNull();
    expect(locked(null, 5000)).toBe("Bob is locked:");
    expect(locked(4000, 5000)).toBe("You are locked:");
    expect(locked(4000, 4000)).toBe("You and Bob are locked:");
  });

  it("says that play begins after the countdown", () => {
    const position = positionOf(viewOf());
    expect(game.startsAtMs!({ ...position, move_number: 0 }, null, VERBS)).toBe(3000);
    expect(game.startsAtMs!(position, null, VERBS)).toBeNull();
  });
});

it("says why cards change hands", () => {
  const view = viewOf({ gifts: [{ card: "orange 4", giver: "orange" }, { card: "orange 7", giver: "orange" }] });
  view.teams[0]!.points = 2;
  const told = (you: number | null) => handoverText(view, { scorer: "pink" }, SEATS, you);
  expect(told(0)).toBe("You have 2 points now, so Bob gives you 2 cards");
  expect(told(1)).toBe("Ann has 2 points now, so you give them 2 cards");
  expect(told(null)).toBe("Ann has 2 points now, so Bob gives them 2 cards");
  expect(handoverText(view, null, SEATS, 0)).toBe(told(0)); // of two teams, the one that gave nothing
});

it("has labelled diagrams in its rules", () => {
  render(Rules, { details });
  expect(screen.getAllByRole("img").map((picture) => picture.getAttribute("aria-label"))).toContain("Four pink cards in a straight line");
});
