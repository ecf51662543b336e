import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { game } from "../../src/games/dot_tiles";
import { turnHint, keepHandPositions, playableTiles } from "../../src/games/dot_tiles/model/playableTiles";
import { BURN_ARGUMENT, tileIndex, acceptedTilesLabel, tileFromIndex } from "../../src/games/dot_tiles/model/tiles";
import { TRAVEL_MS, travellingTile } from "../../src/games/dot_tiles/model/tileTravel";
import { FlipAnimator } from "../../src/kit/interaction/flipAnimation";
import { LegalActions } from "../../src/lib/legalActions";
import type { Group, View } from "../../src/types/dot_tiles";

// A phone: miniatures of the other sheets instead of whole ones.
beforeEach(() => (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({ width: 390 }));
afterEach(cleanup);

const VERBS = [{ verb: "tile", first: 0, ranges: [12, 10], is_race: false }];
const SIZES = [1, 2, 3, 4, 3, 3, 5, 5, 4];
const NAMES = ["1 of a Kind", "2 of a Kind", "3 of a Kind", "4 of a Kind", "Odds", "Evens", "Flush", "Full House", "Run"];

function group(g: number, change: Partial<Group> = {}): Group {
  const tiles = Array.from({ length: SIZES[g]! }, () => null);
  return { name: NAMES[g]!, size: SIZES[g]!, tiles, numbers: [], full: false, points: 0, takes: [], can_be_completed: true, doubling: "none", ...change };
}

function view(change: Partial<View> = {}): View {
  const sheet = () => ({ groups: SIZES.map((_, g) => group(g)), full: false, bonus: 0 });
  return {
    seat: 0,
    seats: 2,
    phase: "standard",
    turn: 0,
    starter: 0,
    hot: "b2",
    drawn: "r4",
    hand: [],
    hand_counts: [0, 0],
    bag_left: 40,
    burned: [],
    sheets: [sheet(), sheet()],
    full_sheet_bonus: 50,
    totals: [0, 7],
    placements: [],
    options: { "single-colour-bonus": true },
    winners: [],
    ...change,
  };
}

const action = (tile: string, way: number) => tileIndex(tile) * 10 + way;

function show(shown: View, legal: [string, number, string][]) {
  const play = vi.fn(async () => true);
  const numbers = legal.map(([tile, way]) => action(tile, way));
  const words = legal.map((one) => one[2]);
  const seat = (n: number, name: string) => ({ seat: n, name }) as never;
  render(game.Board, {
    details: { verbs: VERBS } as never,
    position: {} as never,
    view: shown,
    previousPosition: null,
    lastMove: null,
    seats: [seat(0, "Ann"), seat(1, "Bob")],
    you: 0,
    legal: new LegalActions(VERBS, numbers, words),
    play,
    preview: async () => null, whyNot: async () => null,
    matchNow: () => 0,
    isReplay: false,
    result: null,
  });
  return play;
}

test("tiles are numbered as the server numbers them", () => {
  for (let face = 0; face < 12; face++) expect(tileIndex(tileFromIndex(face))).toBe(face);
  expect([tileFromIndex(0), tileFromIndex(1), tileFromIndex(11)]).toEqual(["r1", "b1", "b6"]);
});

test("the drawn tile is selected first, and only its groups can be chosen", async () => {
  const play = show(view(), [
    ["r4", 0, "Place the drawn red 4 in 1 of a Kind"],
    ["r4", 8, "Place the drawn red 4 in the Run"],
    ["b2", 5, "Swap: place the HOT SWAP black 2 in Evens"],
  ]);
  expect(screen.queryByRole("button", { name: /Evens/ })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /the Run/ }));
  expect(play).toHaveBeenCalledExactlyOnceWith(action("r4", 8));
});

test("tapping the HOT SWAP tile shows where that one goes", async () => {
  const play = show(view(), [
    ["r4", 0, "Place the drawn red 4 in 1 of a Kind"],
    ["b2", 5, "Swap: place the HOT SWAP black 2 in Evens"],
  ]);
  await fireEvent.click(screen.getByRole("button", { name: "HOT SWAP: black 2" }));
  expect(screen.queryByRole("button", { name: /1 of a Kind/ })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /Evens/ }));
  expect(play).toHaveBeenCalledExactlyOnceWith(action("b2", 5));
});

test("burning is offered when the server lists it, and not otherwise", async () => {
  const play = show(view(), [
    ["r4", BURN_ARGUMENT, "Burn the drawn red 4"],
    ["b2", BURN_ARGUMENT, "Burn the HOT SWAP black 2"],
  ]);
  await fireEvent.click(screen.getByRole("button", { name: /^Burn/ }));
  expect(play).toHaveBeenCalledExactlyOnceWith(action("r4", BURN_ARGUMENT));
  cleanup();
  show(view(), [["r4", 0, "Place the drawn red 4 in 1 of a Kind"]]);
  expect(screen.queryByRole("button", { name: /^Burn/ })).toBeNull();
});

test("in the opening only the tiles of the hand can be tapped", async () => {
  const hand = ["r1", "b2", "r1"];
  const play = show(view({ phase: "planning", drawn: null, hot: "r1", hand }), [
    ["r1", 0, "Place the red 1 in 1 of a Kind"],
    ["b2", 5, "Place the black 2 in Evens"],
  ]);
  expect(document.querySelector("[data-source=hot].legal")).toBeNull();
  expect(screen.queryByRole("button", { name: /HOT SWAP/ })).toBeNull();
  const tiles = screen.getAllByRole("button", { name: "Your tile: red 1" });
  await fireEvent.click(tiles[1]!);
  expect(tiles.map((tile) => tile.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
  await fireEvent.click(screen.getByRole("button", { name: /1 of a Kind/ }));
  expect(play).toHaveBeenCalledExactlyOnceWith(action("r1", 0));
});

test("tiles of the hand keep their places", () => {
  const dealt = keepHandPositions([null, null, null], ["r1", "b2", "r1"]);
  expect(dealt).toEqual(["r1", "b2", "r1"]);
  expect(keepHandPositions(dealt, ["r1", "r1"])).toEqual(["r1", null, "r1"]);
  expect(keepHandPositions(dealt, ["r1", "b2"])).toEqual(["r1", "b2", null]);
  expect(keepHandPositions(["r1", null, null], ["b4", "b5"])).toEqual(["b4", "b5", null]);
});

test("the hint follows the list of what is legal", () => {
  const hint = (...legal: [string, number][]) => {
    const list = new LegalActions(VERBS, legal.map(([tile, way]) => action(tile, way)));
    const sources = playableTiles(view(), [], list);
    return turnHint(view(), sources, sources[0] ?? null);
  };
  expect(hint(["r4", 0])).toBe("Place the drawn tile.");
  expect(hint(["r4", 0], ["b2", 5])).toBe("You may place the drawn or the HOT SWAP tile.");
  expect(hint(["b2", 5], ["b2", BURN_ARGUMENT], ["r4", BURN_ARGUMENT])).toBe("You may place the HOT SWAP tile, or burn one of the two tiles.");
  expect(hint(["b2", BURN_ARGUMENT], ["r4", BURN_ARGUMENT])).toBe("Burn one of the two tiles.");
  expect(hint()).toBe("");
});

test("every lesson of burning agrees with the list", () => {
  const told = (...legal: [string, number][]) => {
    const list = new LegalActions(VERBS, legal.map(([tile, way]) => action(tile, way)));
    return game.lessons.filter((lesson) => lesson.applies(view(), list, 0)).map(({ id }) => id);
  };
  expect(told(["r4", 0])).toEqual(["drawn"]);
  expect(told(["r4", 0], ["b2", 5])).toEqual(["drawn", "swap"]);
  expect(told(["b2", 5], ["b2", BURN_ARGUMENT], ["r4", BURN_ARGUMENT])).toContain("burn-or-swap");
  expect(told(["b2", BURN_ARGUMENT], ["r4", BURN_ARGUMENT])).toContain("burn");
  expect(told(["b2", BURN_ARGUMENT], ["r4", BURN_ARGUMENT])).not.toContain("swap");
});

test("digits place the tile by keyboard, but not while typing", async () => {
  const play = show(view(), [["r4", 8, "Place the drawn red 4 in the Run"]]);
  const input = document.body.appendChild(document.createElement("input"));
  await fireEvent.keyDown(input, { key: "9" });
  await fireEvent.keyDown(window, { key: "1" });
  expect(play).not.toHaveBeenCalled();
  await fireEvent.keyDown(window, { key: "9" });
  expect(play).toHaveBeenCalledExactlyOnceWith(action("r4", 8));
  input.remove();
});

test("nothing can be done when nothing is legal", () => {
  show(view({ turn: 1, drawn: null }), []);
  expect(document.querySelectorAll(".legal")).toHaveLength(0);
  expect(screen.getAllByRole("button").map((one) => one.className)).toEqual(
    expect.not.arrayContaining([expect.stringContaining("group")]),
  );
});

test("the tiles that a group accepts come from the server, in words", () => {
  expect(acceptedTilesLabel(group(2, { takes: ["r4", "b4"] }))).toBe("4");
  expect(acceptedTilesLabel(group(8, { takes: ["r2", "b2", "r6", "b6"] }))).toBe("2 or 6");
  expect(acceptedTilesLabel(group(6, { takes: ["b1", "b2", "b3", "b4", "b5", "b6"] }))).toBe("black");
  expect(acceptedTilesLabel(group(3, { takes: [] }))).toBe("nothing");
  expect(acceptedTilesLabel(group(3, { takes: [], full: true }))).toBe("");
});

test("a group shows the view's doubling, with a question mark only once it has begun", () => {
  const RUN = 8;
  const shownDoubling = (change: Partial<Group>) => {
    cleanup();
    const shown = view();
    shown.sheets[0]!.groups[RUN] = group(RUN, change);
    show(shown, []);
    return document.querySelector(`.own [data-group="${RUN}"] .doubling`)?.textContent ?? "";
  };
  expect(shownDoubling({ doubling: "possible" })).toBe("");
  expect(shownDoubling({ doubling: "possible", tiles: ["r1", null, null, null] })).toBe("×2?");
  expect(shownDoubling({ doubling: "none", tiles: ["r1", "b2", null, null] })).toBe("");
  expect(shownDoubling({ doubling: "sure", tiles: ["r1", null, null, null] })).toBe("×2");
  expect(shownDoubling({ doubling: "sure", tiles: ["r1", "r2", "r3", "r4"], full: true, points: 20 })).toBe("×2");
});

test("a group that takes the tile says what the placement means, in the box that takes it", () => {
  const shown = view({
    placements: [
      { tile: "r4", group: 1, points: 16, doubling: "sure" },
      { tile: "r4", group: 2, points: 0, doubling: "none" },
      { tile: "r4", group: 3, points: 0, doubling: "possible" },
      { tile: "r4", group: 5, points: 0, doubling: "possible" },
      { tile: "b2", group: 3, points: 99, doubling: "none" },
    ],
  });
  const { groups } = shown.sheets[0]!;
  groups[1] = group(1, { tiles: ["r4", null], doubling: "possible" });
  groups[2] = group(2, { tiles: ["b4", null, null], doubling: "possible" });
  groups[3] = group(3, { tiles: ["r4", null, null, null], doubling: "possible" });
  groups[5] = group(5, { numbers: [2, 4, 6], doubling: "possible" });
  show(shown, [1, 2, 3, 5].map((g): [string, number, string] => ["r4", g, `Place the drawn red 4 in ${NAMES[g]}`]));
  const own = (g: number, selector: string) => document.querySelector(`.own [data-group="${g}"] ${selector}`);
  const note = (g: number) => own(g, ".note")?.textContent?.replace(/\s+/g, " ").trim();
  expect([note(1), note(2), note(3), note(5)]).toEqual(["+16 ×2", "×2 lost", "×2 kept", undefined]);
  expect(own(2, ".doubling")!.className).toContain("lost");
  expect(own(3, ".doubling")!.className).not.toContain("lost");
  expect(own(5, ".box:nth-child(2) .ghost")).toBeTruthy();
  expect(screen.getByRole("button", { name: /2 of a Kind/ }).textContent).toContain("Adds 16 points, doubled.");
  expect(screen.getByRole("button", { name: /3 of a Kind/ }).textContent).toContain("No longer doubled.");
});

/** Show a board after a move from one view to another. */
function showAfter(before: View, after: View, seat: number, moved: number) {
  render(game.Board, {
    details: { verbs: VERBS } as never,
    position: {} as never,
    view: after,
    previousPosition: { view: before } as never,
    lastMove: { seat, action: moved } as never,
    seats: [{ seat: 0, name: "Ann" }, { seat: 1, name: "Bob" }] as never,
    you: 0,
    legal: new LegalActions(VERBS, []),
    play: async () => true,
    preview: async () => null, whyNot: async () => null,
    matchNow: () => 0,
    isReplay: false,
    result: null,
  });
}

function withGroup(seat: number, g: number, change: Partial<Group>): View {
  const shown = view({ drawn: null, turn: 1 - seat });
  shown.sheets[seat]!.groups[g] = group(g, change);
  return shown;
}

test("a completed group shows its points, and a lost doubling is told", () => {
  const open: Partial<Group> = { tiles: ["r4", null], doubling: "possible" };
  showAfter(withGroup(0, 1, open), withGroup(0, 1, { tiles: ["r4", "r4"], full: true, points: 16, doubling: "sure" }), 0, action("r4", 1));
  expect(document.querySelector(".own .gain")!.textContent).toBe("+16");
  expect(document.querySelector(".own .glowing")!.getAttribute("data-group")).toBe("1");
  cleanup();
  showAfter(withGroup(0, 1, open), withGroup(0, 1, { tiles: ["r4", "b4"], full: true, points: 8 }), 0, action("b4", 1));
  expect(document.querySelector('.own [data-group="1"] .doubling.lost')!.textContent).toBe("×2");
  cleanup();
  showAfter(withGroup(1, 1, open), withGroup(1, 1, { tiles: ["r4", "b4"], full: true, points: 8 }), 1, action("b4", 1));
  expect(document.querySelector(".mini .gain")!.textContent).toBe("+8");
});

test("the sheet of another player is a miniature with the same groups in the same places", () => {
  const shown = view();
  shown.sheets[1]!.groups[8] = group(8, { tiles: ["r2", "b3", null, null] });
  show(shown, []);
  const cells = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].map(({ style }) => `${style.gridRow}, ${style.gridColumn}`);
  expect(cells(".mini .minigroup")).toEqual(cells(".own .group"));
  expect([...document.querySelectorAll(".mini .minigroup:nth-of-type(9) i")].map((one) => one.textContent)).toEqual(["2", "3", "", ""]);
});

test("tiles travel slowly enough to follow them", () => {
  const inherited = vi.spyOn(Element.prototype, "animate").mockReturnValue({} as Animation);
  const node = document.createElement("span");
  travellingTile(new FlipAnimator(), "drawn 3", () => "bag")(node);
  node.animate([], { duration: 220, delay: 10 });
  expect(inherited).toHaveBeenCalledExactlyOnceWith([], { duration: TRAVEL_MS, delay: 10 });
  expect(TRAVEL_MS).toBeGreaterThanOrEqual(400);
  inherited.mockRestore();
});

test("a group that can no longer be completed is marked, and so is the lost bonus", () => {
  const shown = view();
  shown.sheets[0]!.groups[3] = group(3, { tiles: ["r4", null, null, null], takes: ["r4", "b4"], can_be_completed: false });
  show(shown, []);
  const dead = document.querySelector('.own [data-group="3"]')!;
  expect(dead.className).toContain("dead");
  expect(dead.querySelector(".cross")).toBeTruthy();
  expect(dead.textContent).toContain("cannot be completed any more");
  expect(document.querySelector(".own .bonus .gone")).toBeTruthy();
});

test("burning says that both tiles are alike", () => {
  show(view({ hot: "r4" }), [["r4", BURN_ARGUMENT, "Burn the drawn red 4"]]);
  expect(screen.getByText("Both tiles are alike and fit nowhere: burn one.")).toBeTruthy();
});

test("the lesson about small print points at a group that has some", () => {
  const shown = view({ phase: "planning" });
  const takes = Array.from({ length: 12 }, (_, face) => tileFromIndex(face));
  shown.sheets[0]!.groups = SIZES.map((_, g) => group(g, { takes }));
  shown.sheets[0]!.groups[2] = group(2, { tiles: ["r4", null, null], takes: ["r4", "b4"] });
  show(shown, []);
  const { target } = game.lessons.find(({ id }) => id === "groups")!;
  expect([...document.querySelectorAll(target!)].map((one) => one.getAttribute("aria-label"))).toEqual(["3 of a Kind"]);
});

test("the score breakdown shows the server's points and adds nothing itself", () => {
  const shown = view({ totals: [99, 7] });
  shown.sheets[0]!.groups[0] = group(0, { tiles: ["r3"], full: true, points: 6 });
  const told = game.scoreBreakdown(shown, [{ seat: 0, name: "Ann" }, { seat: 1, name: "Bob" }] as never, 0)!;
  expect(told.columns).toEqual(["You", "Bob"]);
  expect(told.rows[0]).toEqual({ label: "1 of a Kind", cells: ["6", "–"] });
  expect(told.rows.at(-1)).toEqual({ label: "Total", cells: ["99", "7"], isTotal: true });
});

test("the sheet names the bonus of a full sheet, and a corner holds only the points of a full group", () => {
  const shown = view();
  shown.sheets[0]!.groups[0] = group(0, { tiles: ["r4"], full: true, points: 8 });
  show(shown, []);
  const own = document.querySelector(".own")!;
  expect(own.querySelector(".bonus")!.textContent!.replace(/\s+/g, " ").trim()).toBe("Full sheet+50");
  expect([...own.querySelectorAll(".label .points")].map((one) => one.textContent)).toEqual(["8"]);
  const corners = [...own.querySelectorAll(".group:not(.full) .label > :not(.name):not(.hidden-label)")];
  expect(corners).toEqual([]);
});
