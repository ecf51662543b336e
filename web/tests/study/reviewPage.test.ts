import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../../src/lib/api";
import ReviewPage from "../../src/shell/pages/ReviewPage.svelte";
import { ReviewLoader } from "../../src/shell/study/reviewLoader.svelte";
import * as loader from "../../src/games/loadGameUi";
import { details, gameUi } from "../shell/fixtures";
import SuggestionBoard from "./SuggestionBoard.svelte";
import { review } from "./fixtures";

const snapshot = { you: 0, seats: [], result: { winners: [1] } };
const position = { move_number: 0, now_ms: 0, view: {}, to_act: [0], legal: [0, 1, 2], words: ["Draw one", "Draw two", "Draw three"], deadline_ms: null, screen: "A view" };
let page: ReturnType<typeof mount> | undefined;

async function show(): Promise<void> {
  page = mount(ReviewPage, { target: document.body, props: { id: "t1" } });
  await vi.waitFor(() => expect(document.querySelector("#decisions, .problem")).not.toBeNull());
  flushSync();
}

function click(selector: string, text = ""): void {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent?.includes(text));
  expect(found, `${selector} with "${text}"`).toBeDefined();
  found!.click();
  flushSync();
}

const words = () => document.body.textContent!.replaceAll("\u00a0", " ").replace(/\s+/g, " ");

beforeEach(() => {
  vi.spyOn(api, "review").mockResolvedValue(review);
  vi.spyOn(api, "table").mockResolvedValue(snapshot as never);
  vi.spyOn(api, "game").mockResolvedValue(details);
  vi.spyOn(api, "position").mockResolvedValue(position as never);
  history.replaceState(null, "", "/review/t1");
});

afterEach(async () => {
  if (page) await unmount(page);
  page = undefined;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("the page of a review", () => {
  it("tells the worst move, why, and whether the player was lucky", async () => {
    await show();
    expect(words()).toContain("Your worst move: move 1, Move 1. It cost 15 points of win chance (55 % → 40 %). Better: Move 2.");
    expect(words()).toContain("Why? 55 % against 40 % in 2,000 deals.");
    expect(words()).toContain("You were unlucky.");
    expect(words()).toContain("Skill: Your marked errors cost 15 points");
  });

  it("leads back to the table of the player, else to the list of matches", async () => {
    await show();
    expect(document.querySelector("a[aria-label=Back]")!.getAttribute("href")).toBe("/table/t1");
    await unmount(page!);
    vi.spyOn(api, "table").mockResolvedValue({ ...snapshot, you: null } as never);
    await show();
    expect(document.querySelector("a[aria-label=Back]")!.getAttribute("href")).toBe("/matches");
  });

  it("says once how luck changed the match", async () => {
    await show();
    expect(words().split("Luck changed your win chance")).toHaveLength(2);
  });

  it("speaks of snaps where they are snaps, and says that the accuracy is without them", async () => {
    vi.spyOn(api, "game").mockResolvedValue({ ...details, verbs: [...details.verbs, { verb: "snap", first: 3, ranges: [4], is_race: true }] });
    vi.spyOn(api, "review").mockResolvedValue({ ...review, races: [{ move: 1, seat: 0, reaction_ms: 500, was_right: false, reason: "" }] });
    await show();
    expect(words()).toContain("0 of 1 snaps right, reaction 0.50 s");
    expect(words()).toContain("accuracy without snaps");
    expect(words()).not.toMatch(/claims|cards known|hidden cards/i);
  });

  it("names the cost by what was known then beside the change of the curve", async () => {
    await show();
    const chart = document.querySelector<HTMLElement>('[role="slider"]')!;
    chart.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    flushSync();
    expect(words()).toContain("You −15 %: luck −15, the choice 0. Move 1. By what was known then, this choice cost 15 points.");
  });

  it("says that other reviews come first", async () => {
    vi.spyOn(api, "review").mockResolvedValue({ ...review, is_complete: false, progress: 0 });
    await show();
    expect(words()).toContain("Waiting: other reviews come first.");
  });

  it("shows the errors of another player", async () => {
    await show();
    click(".picker button", "Bob");
    expect(words()).toContain("Bob's worst move: move 2");
    expect(words()).toContain("Was Bob lucky?");
    expect(words()).toContain("“You” is Bob here.");
  });

  it("opens a decision with its board and keeps it in the address", async () => {
    await show();
    click(".item");
    await vi.waitFor(() => expect(api.position).toHaveBeenCalledWith("t1", 0, 0));
    expect(location.hash).toBe("#move-1");
    expect(words()).toContain("What you could have known");
  });

  it("shows the played move on a board that can show moves, and the better one at a tap", async () => {
    vi.spyOn(loader, "loadGameUi").mockResolvedValue({ ...gameUi, Board: SuggestionBoard, showsSuggestion: true });
    await show();
    click(".item");
    await vi.waitFor(() => expect(words()).toContain("The board shows 1."));
    click("button.show", "Better");
    expect(words()).toContain("The board shows 2.");
    click('[role="switch"]');
    await vi.waitFor(() => expect(words()).toContain("The board shows nothing."));
  });

  it("hides the answer until the reader has chosen", async () => {
    await show();
    click('[role="switch"]');
    click(".item");
    await vi.waitFor(() => expect(words()).toContain("Draw three"));
    expect(words()).not.toContain("Move 2");
    expect(words()).not.toContain("55 %");
    click("button", "Draw two");
    await vi.waitFor(() => expect(words()).toContain("Not the best"));
    expect(words()).toContain("Better");
  });

  it("moves along the curve by keys", async () => {
    await show();
    const chart = document.querySelector<HTMLElement>('[role="slider"]')!;
    expect(chart.getAttribute("aria-valuetext")?.replaceAll("\u00a0", " ")).toBe("After the deal: You 40 %, Bob 60 %");
    chart.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    flushSync();
    expect(chart.getAttribute("aria-valuetext")).toContain("Move 3");
  });

  it("tells why there is no review", async () => {
    vi.spyOn(api, "review").mockRejectedValue(new ApiError("not_ended", "This match is not over yet.", 409));
    await show();
    expect(words()).toContain("This match is not over yet.");
  });
});

describe("loading", () => {
  it("asks again until the review is complete", async () => {
    vi.useFakeTimers();
    const partial = { ...review, is_complete: false, progress: 0.5 };
    const ask = vi.fn().mockResolvedValueOnce(partial).mockRejectedValueOnce(new ApiError("busy", "Busy.", 503)).mockResolvedValue(review);
    const loader = new ReviewLoader("t1", { review: ask, table: vi.fn().mockResolvedValue(snapshot) });
    await loader.open(null);
    expect(loader.review?.progress).toBe(0.5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(loader.notice).toBe("Busy.");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(loader.review?.is_complete).toBe(true);
    expect(loader.notice).toBeNull();
    expect(ask).toHaveBeenCalledTimes(3);
  });
});
