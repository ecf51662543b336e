import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { game } from "../../src/games/dot_allot";
import { listDots, orientCard, mirrorGrid, rotateRight } from "../../src/games/dot_allot/model/cardGrid";
import { GroupCountAnimation } from "../../src/games/dot_allot/model/groupCountAnimation.svelte";
import { BUTTON_HEIGHT_PX, BUTTON_WIDTH_PX, drawingSizeInCells, fitDrawing } from "../../src/games/dot_allot/model/trackLayout";
import { unplayablePieceAt } from "../../src/kit/interaction/disabledTapFeedback";
import { preferences } from "../../src/lib/preferences.svelte";
import { LegalActions, encodeAction } from "../../src/lib/legalActions";
import type { View } from "../../src/types/dot_allot";

afterEach(cleanup);

const VERBS = [
  { verb: "lay", first: 0, ranges: [17, 4, 2, 13], is_race: false },
  { verb: "deal", first: 17 * 4 * 2 * 13, ranges: [], is_race: false },
];
const lay = (card: number, quarters: number, reverse: number, offset: number) =>
  encodeAction(VERBS, "lay", [card - 1, quarters, reverse, offset + 6])!;

/** Length in characters of two lines on a phone of 360 pixels. */
const MAX_LESSON_LENGTH = 99;
const groups = (red: number) => ({ blue: 0, red, yellow: 0 });

function view(change: Partial<View> = {}): View {
  const track = Array.from({ length: 7 }, () => "b.r.y");
  return {
    seat: 0, seats: 2, phase: "laying", round: 1, rounds: 4, turn: 0, starter: 0, start_column: 1, grey_row: 4, grey_column: 3,
    track, visible: track.map((row) => row.padEnd(9, ".")), cover_rows: [1, 7], placements: [],
    sides: [
      { seat: 0, rows: [5, 6, 7], hand: [{ number: 3, face: ["b.", "ry"] }, { number: 9, face: ["..", "rr"] }], hand_count: 2, reverse_left: true, colours: [], groups: groups(2), lasting_groups: groups(1), group_cells: {}, points: 0 },
      { seat: 1, rows: [1, 2, 3], hand: null, hand_count: 4, reverse_left: true, colours: [], groups: groups(9), lasting_groups: groups(9), group_cells: {}, points: 1 },
    ],
    queue: [], totals: [1, 2], result: null, winners: [],
    options: { orientation: "vertical", side: "dark", scoring: "standard" }, ...change,
  };
}

function show(shown: View, legal: number[], preview: (action: number) => Promise<unknown> = async () => null, more: object = {}) {
  const play = vi.fn(async () => true);
  const seats = ["Ann", "Bob"].map((name, seat) => ({ seat, name, colour: "#123456" }) as never);
  render(game.Board, {
    details: { verbs: VERBS } as never, position: {} as never, view: shown, previousPosition: null, lastMove: null, seats, you: 0,
    legal: new LegalActions(VERBS, legal), play, preview, whyNot: async () => null, matchNow: () => 0, isReplay: false, result: null, ...more,
  });
  return play;
}

/** Top edge of the card that is being placed, in cells. */
const previewTop = () => Number(document.querySelector(".preview .paper")!.getAttribute("y"));
const dots = (root: string) => [...document.querySelectorAll(`${root} path`)].map((path) => (path.getAttribute("d") ?? "").split("M").length - 1).reduce((a, b) => a + b, 0);
const laid = (row: number, column = 2): View["placements"][number] => ({ seat: 1, number: 5, degrees: 0, reverse: false, column, row, face: ["bbb", "bbb", "bbb"] });

test("cards rotate and mirror", () => {
  expect(mirrorGrid(["b.", "ry"])).toEqual([".b", "yr"]);
  expect(rotateRight(["b.", "ry"])).toEqual(["rb", "y."]);
  expect(orientCard(["b.", "ry"], true, 4)).toEqual(orientCard(["b.", "ry"], true, 0));
  expect(listDots(["b.", "ry"])).toHaveLength(3);
});

test("a card is chosen, slid among the rows that the server allows, and laid", async () => {
  const play = show(view(), [lay(3, 0, 0, -1), lay(3, 0, 0, 3), lay(3, 0, 0, 4)]);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Slide down" }));
  await fireEvent.click(screen.getByRole("button", { name: "Lay it" }));
  expect(play).toHaveBeenCalledExactlyOnceWith(lay(3, 0, 0, 4));
});

test("every card begins level with the track, wherever the one before it lay, and keeps its height when it is turned", async () => {
  const play = show(view(), [0, 2, 5].flatMap((offset) => [lay(3, 0, 0, offset), lay(3, 1, 0, offset), lay(9, 0, 0, offset)]));
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  await fireEvent.click(screen.getByRole("button", { name: "Slide down" }));
  await fireEvent.keyDown(window, { key: "r" });
  expect(previewTop()).toBe(5);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 2:/ }));
  expect(previewTop()).toBe(2);
  await fireEvent.click(screen.getByRole("button", { name: "Lay it" }));
  expect(play).toHaveBeenCalledExactlyOnceWith(lay(9, 0, 0, 2));
});

test("turning skips the ways that are not allowed, and flipping is off when the server lists no reverse", async () => {
  const play = show(view(), [lay(3, 0, 0, 0), lay(3, 2, 0, 1)]);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  expect(screen.getByRole("button", { name: /Flip/ }).hasAttribute("disabled")).toBe(true);
  await fireEvent.keyDown(window, { key: "r" });
  await fireEvent.keyDown(window, { key: "Enter" });
  expect(play).toHaveBeenCalledExactlyOnceWith(lay(3, 2, 0, 1));
});

test("the preview comes from the server and belongs to the current placement", async () => {
  const tally = (seat: number, red: number) => ({ seat, groups: groups(red), lasting_groups: groups(red - 3), cells: {}, points: 1 });
  const asked = vi.fn(async () => ({
    placement: { seat: 0, number: 3, degrees: 0, reverse: false, column: 2, row: 1, face: ["b.", "ry"] },
    visible: [], after: [tally(0, 5), tally(1, 9)],
  }));
  show(view(), [lay(3, 0, 0, 0)], asked);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  await waitFor(() => expect(screen.getAllByText("+3")).toHaveLength(2));
  expect(asked).toHaveBeenCalledExactlyOnceWith(lay(3, 0, 0, 0));
});

test("the groups as they lie are counted before any card is picked, by the server", () => {
  const asked = vi.fn(async () => null);
  show(view(), [lay(3, 0, 0, 0), lay(3, 0, 0, 1)], asked);
  const rows = [...document.querySelectorAll(".counts tbody tr")].map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  expect(rows[0]).toMatch(/^Bob.*9/);
  expect(rows[1]).toMatch(/^You.*1\+1/);
  expect(asked).not.toHaveBeenCalled();
});

test("a card is taken as it lies in the hand; where that is not allowed, the board says so", async () => {
  show(view(), [lay(3, 0, 0, 0), lay(3, 1, 0, 0), lay(9, 1, 0, 0)]);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  await fireEvent.keyDown(window, { key: "r" });
  expect(screen.getByText(/^Slide or turn it/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /^Card 2:/ }));
  expect(screen.getByText("It fits here only turned, so it has been turned.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  expect(screen.getByText(/^Slide or turn it/)).toBeTruthy();
});

test("the sentence on a turned card goes when the player moves it", async () => {
  show(view(), [lay(9, 1, 0, 0), lay(9, 3, 0, 0)]);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 2:/ }));
  expect(screen.getByText(/it has been turned/)).toBeTruthy();
  await fireEvent.keyDown(window, { key: "r" });
  expect(screen.queryByText(/it has been turned/)).toBeNull();
  cleanup();
  show(view(), [lay(9, 0, 1, 0)]);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 2:/ }));
  expect(screen.getByText("It fits here only flipped, so it has been flipped.")).toBeTruthy();
});

test("a hint's move lies on the board as the player's own draft, with its preview", async () => {
  const asked = vi.fn(async () => null);
  const play = show(view(), [lay(3, 0, 0, 0), lay(9, 0, 0, 0), lay(9, 3, 1, 2)], asked, { suggestion: { action: lay(9, 3, 1, 2) } });
  expect(screen.getByText("It lies as suggested. Lay it, or move it.")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Card 2:/ }).getAttribute("aria-pressed")).toBe("true");
  expect(document.querySelectorAll(".preview")).toHaveLength(1);
  await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith(lay(9, 3, 1, 2)));
  await fireEvent.click(screen.getByRole("button", { name: "Lay it" }));
  expect(play).toHaveBeenCalledExactlyOnceWith(lay(9, 3, 1, 2));
  await fireEvent.keyDown(window, { key: "r" });
  expect(screen.queryByText(/It lies as suggested/)).toBeNull();
});

test("the table of counts says which round is played, before a card is chosen, with one, and at the end", async () => {
  const cell = () => document.querySelector(".counts thead td")!.textContent;
  show(view({ round: 2 }), [lay(3, 0, 0, 0)]);
  expect(cell()).toBe("Round 2 of 4");
  expect(game.matchProgress!(view({ round: 2 }))).toBe("Round 2 of 4");
  cleanup();
  const result = { groups: [groups(3), groups(1)], points: [1, 0], bonus: null, leaves: null };
  show(view({ round: 2, phase: "round over", result }), []);
  expect(cell()).toBe("Round 2 of 4");
});

test("at the end of its travel a card's button looks disabled and still says why", async () => {
  show(view(), [lay(3, 0, 0, 2), lay(3, 0, 0, 3)], undefined, { whyNot: async () => "At least one dot must be in the rows of your opponent." });
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  const down = screen.getByRole("button", { name: "Slide down" });
  expect(down.getAttribute("aria-disabled")).toBeNull();
  expect(screen.getByRole("button", { name: "Slide up" }).getAttribute("aria-disabled")).toBe("true");
  await fireEvent.click(down);
  expect(down.getAttribute("aria-disabled")).toBe("true");
  expect(unplayablePieceAt(down)).toBeNull();
  await fireEvent.click(down);
  expect(await screen.findByText("At least one dot must be in the rows of your opponent.")).toBeTruthy();
});

test("the button that shows the newest card has a place of its own, where the track stays largest", () => {
  const cells = drawingSizeInCells(view());
  const wide = fitDrawing({ width: 344, height: 180 }, cells, true);
  expect(wide.isBeside).toBe(true);
  expect(wide.height).toBeGreaterThan(175);
  expect(wide.width + BUTTON_WIDTH_PX).toBeLessThanOrEqual(344);
  const high = fitDrawing({ width: 374, height: 400 }, cells, true);
  expect(high.isBeside).toBe(false);
  expect(high.width).toBeGreaterThan(368);
  expect(high.height + BUTTON_HEIGHT_PX).toBeLessThanOrEqual(400);
});

test("the guide names the grey row, equal groups and dots after a plus, in two lines each", () => {
  const texts = game.lessons.map(({ text }) => text);
  for (const named of [/grey row is nobody's/, /equal/, /after a \+/]) expect(texts.some((text) => named.test(text))).toBe(true);
  for (const text of texts) expect(text.length).toBeLessThan(MAX_LESSON_LENGTH);
});

test("dots in columns that no card can cover any more are bright, all others pale", async () => {
  show(view({ placements: [laid(1), { ...laid(2, 3), seat: 0 }], start_column: 1 }), [lay(3, 0, 0, 0)]);
  expect([dots(".track-view > g"), dots(".track-view .pale")]).toEqual([21 + 18, 7 + 3 + 6]);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  expect(dots(".preview .pale")).toBe(1);
  expect(dots(".placed .pale")).toBe(3);
});

test("the column for the next card is marked until a card lies on it", async () => {
  show(view({ placements: [laid(1)] }), [lay(3, 0, 0, 0)]);
  expect(Math.floor(Number(document.querySelector(".next.mine")!.getAttribute("x")))).toBe(2);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  expect(document.querySelector(".next, .arrow")).toBeNull();
});

test("what stops a card is outlined: the last card, the track, or the opponent's rows", async () => {
  const blocked = async (shown: View) => {
    cleanup();
    show(shown, [lay(3, 0, 0, 0), lay(9, 0, 0, 0)], undefined, { whyNot: async () => "No." });
    await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Slide down" }));
    await screen.findByText("No.");
    const found = [...document.querySelectorAll(".blocking")];
    expect(found).toHaveLength(1);
    return ["class", "y", "height"].map((name) => found[0]!.getAttribute(name)!.split(" ")[0]);
  };
  expect(await blocked(view({ cover_rows: [1, 1], placements: [laid(-1)] }))).toEqual(["blocking", "-2", "3"]);
  expect(await blocked(view({ cover_rows: [1, 1] }))).toEqual(["blocking", "0", "7"]);
  expect(await blocked(view())).toEqual(["frame", "0", "3"]);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 2:/ }));
  expect(document.querySelector(".blocking")).toBeNull();
});

test("for the player above the grey row the table is mirrored: own rows at the bottom, columns to the right, turns as seen", async () => {
  const [bottom, top] = view().sides as [View["sides"][0], View["sides"][0]];
  const mine = { ...bottom, rows: top.rows };
  const play = show(view({ sides: [mine, { ...top, rows: bottom.rows }] }), [0, 1, 2, 3].map((quarters) => lay(3, quarters, 0, 2)));
  expect(document.querySelector(".track-view.mirrored > g")!.getAttribute("transform")).toBe("translate(0 7) scale(1 -1)");
  expect(document.querySelector(".hand .choice g")!.getAttribute("transform")).toBe("translate(0 2) scale(1 -1)");
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  await fireEvent.keyDown(window, { key: "r" });
  await fireEvent.keyDown(window, { key: "Enter" });
  expect(play).toHaveBeenCalledExactlyOnceWith(lay(3, 3, 0, 2));
});

test("the flip says how many are left, and is off for a card that looks the same flipped", async () => {
  const flip = () => screen.getByRole("button", { name: /^Flip/ });
  show(view(), [lay(3, 0, 0, 2), lay(3, 0, 1, 2), lay(9, 0, 0, 2), lay(9, 0, 1, 2)]);
  expect(flip().textContent).toMatch(/Flip\s*1 left/);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  expect(flip().hasAttribute("disabled")).toBe(false);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 2:/ }));
  expect(flip().hasAttribute("disabled")).toBe(true);
  expect(screen.getByText(/^Slide or turn it/)).toBeTruthy();
  cleanup();
  const [mine, other] = view().sides as [View["sides"][0], View["sides"][0]];
  show(view({ sides: [{ ...mine, reverse_left: false }, other] }), [lay(3, 0, 0, 2)]);
  expect(flip().textContent).toMatch(/used/);
});

test("a review shows a move on the board, without the buttons that move a card", () => {
  show(view(), [], undefined, { isReplay: true, suggestion: { action: lay(9, 1, 0, 2) } });
  expect(previewTop()).toBe(2);
  expect(screen.getByRole("button", { name: /^Card 2:/ }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.queryByRole("button", { name: "Lay it" })).toBeNull();
});

test("public hands are announced, and an empty hand does not count", () => {
  const [mine, opponent] = view().sides as [View["sides"][0], View["sides"][0]];
  show(view({ sides: [mine, { ...opponent, hand: [], hand_count: 0 }] }), []);
  expect(screen.queryByText("both hands are known now")).toBeNull();
  cleanup();
  show(view({ round: 2, sides: [mine, { ...opponent, hand: [{ number: 4, face: ["b.", "ry"] }], hand_count: 1 }] }), []);
  expect(screen.getByText("both hands are known now")).toBeTruthy();
  expect(screen.getByTitle("A card: 1 blue dot and 1 red dot and 1 yellow dot")).toBeTruthy();
  cleanup();
  show(view({ round: 2, sides: [mine, { ...opponent, hand: [], hand_count: 0 }] }), []);
  expect(screen.queryByText("both hands are known now")).toBeNull();
});

test("a hidden hand shows backs only", () => {
  show(view(), []);
  expect(document.querySelectorAll(".opponent .back")).toHaveLength(4);
  expect(document.querySelectorAll(".opponent svg")).toHaveLength(0);
});

test("the end of a round shows groups and points", () => {
  const result = { groups: [{ blue: 3, red: 1, yellow: 0 }, { blue: 2, red: 4, yellow: 0 }], points: [1, 1], bonus: 0, leaves: null };
  show(view({ phase: "round over", result }), [VERBS[1]!.first]);
  expect(screen.getByText("You: 1 bonus point for the tied round")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Round 1 is tied at 1" }).closest("header")!.dataset.mood).toBe("even");
  expect(screen.queryByRole("button", { name: /Deal/ })).toBeNull();
  expect(document.querySelector(".hand")).toBeNull();
});

test("the column of a card that stays is marked in the hand and on the track", async () => {
  show(view(), [lay(3, 0, 0, 0)]);
  expect(document.querySelectorAll(".hand .lasting")).toHaveLength(2);
  expect(document.querySelectorAll(".preview")).toHaveLength(0);
  await fireEvent.click(screen.getByRole("button", { name: /^Card 1:/ }));
  const marked = document.querySelector(".preview .lasting")!;
  expect([marked.getAttribute("x"), marked.getAttribute("width")]).toEqual([document.querySelector(".preview .paper")!.getAttribute("x"), "1"]);
  cleanup();
  show(view(), []);
  expect(document.querySelectorAll(".hand .lasting")).toHaveLength(0);
});

test("at the end of a round the groups are counted one colour at a time, and at once without motion", () => {
  vi.useFakeTimers();
  const counted = [];
  const count = new GroupCountAnimation(3);
  vi.spyOn(preferences, "allowsMotion", "get").mockReturnValue(true);
  for (count.start(); count.isCounting; vi.advanceTimersByTime(1100)) counted.push(count.counted);
  expect(counted).toEqual([1, 2]);
  vi.spyOn(preferences, "allowsMotion", "get").mockReturnValue(false);
  count.start();
  expect(count.isCounting).toBe(false);
  vi.useRealTimers();
});

test("the groups that score are ringed, the own ones otherwise than the opponent's", () => {
  const result = { groups: [{ blue: 2, red: 0, yellow: 0 }, { blue: 1, red: 0, yellow: 0 }], points: [1, 0], bonus: 0, leaves: null };
  const [mine, opponent] = view().sides as [View["sides"][0], View["sides"][0]];
  show(view({ phase: "round over", result, sides: [{ ...mine, group_cells: { blue: [[5, 1], [6, 1]] } }, { ...opponent, group_cells: { blue: [[1, 1]] } }] }), []);
  expect(document.querySelectorAll(".group.own")).toHaveLength(2);
  expect(document.querySelectorAll(".group:not(.own)")).toHaveLength(1);
});
