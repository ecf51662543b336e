import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../src/lib/api";
import PlaybackControls from "../../src/shell/replay/PlaybackControls.svelte";
import { MOVES_PER_REQUEST, ReplayPlayer, SPECTATOR_VIEWER } from "../../src/shell/replay/replayPlayer.svelte";
import type { Replay, ReplayStep } from "../../src/types/http";
import { snapshot, plainNarration } from "../lib/fakeSocket";

const MOVES = 450;
/** Moves that began a round. */
const DEALS = [150, 320];

const roundAt = (at: number) => 1 + DEALS.filter((deal) => at >= deal).length;

function page(viewer: number, first: number): Replay {
  const steps = Array.from({ length: Math.min(MOVES_PER_REQUEST, MOVES - first) }, (_, n): ReplayStep => {
    const at = first + n + 1;
    return { n: at, seat: at % 2, action: 1, notation: "", at_ms: at, narration: plainNarration(`Move ${at}.`), view: { viewer, at, round: roundAt(at) }, scores: [] };
  });
  return {
    id: "t1",
    game: "dot_nine",
    options: "",
    seats: 2,
    names: ["Ann", "Bob"],
    viewer: viewer,
    moves: MOVES,
    first,
    start: { viewer, at: first, round: roundAt(first) },
    steps,
    commitment: "ab",
    seed: "",
    salt: "",
    is_finished: true,
    is_imported: false,
    shuffle: { is_starting: false, contributions: [] },
  };
}

const source = () => ({
  replay: vi.fn((_: string, viewer: number, first: number) => Promise.resolve(page(viewer, first))),
  table: vi.fn((_: string, token?: string | null) => Promise.resolve(snapshot({ status: "over", you: token ? 1 : null }))),
});

describe("a replay", () => {
  let from: ReturnType<typeof source>;
  let replay: ReplayPlayer;

  beforeEach(async () => {
    from = source();
    replay = new ReplayPlayer("t1", from);
    await replay.open();
  });

  it("begins before the first move, as a spectator", () => {
    expect(replay.position?.view).toMatchObject({ viewer: SPECTATOR_VIEWER, at: 0 });
    expect(replay.lastMove).toBeNull();
    expect(replay.moveCount).toBe(MOVES);
  });

  it("begins with the view of the player's own seat", async () => {
    const mine = new ReplayPlayer("t1", from);
    await mine.open("token");
    expect(mine.position?.view).toMatchObject({ viewer: 1, at: 0 });
    expect(mine.ownSeat).toBe(1);
  });

  it("works without a token that the server does not know", async () => {
    const table = vi.fn((_: string, token?: string | null) =>
      token ? Promise.reject(new Error("no")) : Promise.resolve(snapshot({ status: "over", you: null })),
    );
    const stale = new ReplayPlayer("t1", { ...from, table });
    await stale.open("old");
    expect(stale.position?.view).toMatchObject({ viewer: SPECTATOR_VIEWER });
    expect(stale.seats[0]?.colour).toBe("#2f6fb5");
  });

  it("goes from round to round, over pages that are not loaded yet", async () => {
    const places: number[] = [];
    for (const turn of ["next", "next", "next", "previous", "previous", "previous"] as const) {
      await (turn === "next" ? replay.nextRound() : replay.previousRound());
      places.push(replay.moveNumber);
    }
    expect(places).toEqual([150, 320, MOVES, 320, 150, 0]);
    await replay.seek(200);
    await replay.previousRound();
    expect(replay.moveNumber).toBe(150);
    expect(replay.round).toBe(2);
  });

  it("shows one step as movement, and a jump as none", async () => {
    await replay.seek(1);
    expect(replay.position?.view).toMatchObject({ viewer: SPECTATOR_VIEWER, at: 1 });
    expect(replay.previousPosition?.view).toMatchObject({ viewer: SPECTATOR_VIEWER, at: 0 });
    expect(replay.lastMove?.narration).toEqual(plainNarration("Move 1."));
    await replay.seek(50);
    expect(replay.previousPosition).toBeNull();
  });

  it("fetches the page that it needs, once", async () => {
    await replay.seek(430);
    await replay.seek(431);
    expect(replay.position?.view).toMatchObject({ viewer: SPECTATOR_VIEWER, at: 431 });
    expect(from.replay.mock.calls.map(([, , first]) => first)).toEqual([0, 400]);
    await replay.seek(200);
    expect(replay.position?.view).toMatchObject({ viewer: SPECTATOR_VIEWER, at: 200 });
  });

  it("keeps its position when the viewer changes", async () => {
    await replay.seek(200);
    await replay.viewAs(1);
    expect(replay.position?.view).toMatchObject({ viewer: 1, at: 200 });
    await replay.seek(0);
    expect(replay.position?.view).toMatchObject({ viewer: 1, at: 0 });
  });

  it("never goes beyond its ends", async () => {
    await replay.seek(9999);
    expect(replay.moveNumber).toBe(MOVES);
    await replay.seek(-5);
    expect(replay.moveNumber).toBe(0);
  });

  it("ends at the last requested move, in any order of responses", async () => {
    await Promise.all([replay.seek(440), replay.seek(3)]);
    expect(replay.moveNumber).toBe(3);
  });

  it("fills the list of moves page by page", async () => {
    expect(replay.firstMissing).toBe(201);
    await replay.loadMore();
    await replay.loadMore();
    expect(replay.firstMissing).toBeNull();
  });

  it("shows why it cannot be loaded", async () => {
    const none = new ReplayPlayer("t1", { ...from, replay: () => Promise.reject(new ApiError("unfinished", "This match is not over.")) });
    await none.open();
    expect(none.problem).toBe("This match is not over.");
  });
});

describe("the playback controls", () => {
  const seek = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    seek.mockClear();
  });

  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("moves by slider, buttons and keys", async () => {
    render(PlaybackControls, { moveNumber: 5, moveCount: 9, onseek: seek });
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "7" } });
    await fireEvent.click(screen.getByRole("button", { name: "Previous move" }));
    await fireEvent.click(screen.getByRole("button", { name: "To the end" }));
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    await fireEvent.keyDown(document.body, { key: "Home" });
    expect(seek.mock.calls.map(([at]) => at)).toEqual([7, 4, 9, 6, 0]);
  });

  it("moves by rounds where there are some", async () => {
    const turn = vi.fn();
    render(PlaybackControls, { moveNumber: 5, moveCount: 9, onseek: seek, onround: turn });
    await fireEvent.click(screen.getByRole("button", { name: "Previous round" }));
    await fireEvent.click(screen.getByRole("button", { name: "Next round" }));
    await fireEvent.keyDown(document.body, { key: "PageUp" });
    expect(turn.mock.calls.map(([by]) => by)).toEqual([-1, 1, -1]);
    expect(seek).not.toHaveBeenCalled();
  });

  it("plays at the chosen speed and stops at the end", async () => {
    const { rerender } = render(PlaybackControls, { moveNumber: 7, moveCount: 9, onseek: seek });
    await fireEvent.click(screen.getByRole("button", { name: /speed/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Play" }));
    vi.advanceTimersByTime(560);
    expect(seek).toHaveBeenLastCalledWith(8);
    await rerender({ moveNumber: 9 });
    vi.advanceTimersByTime(5000);
    expect(seek).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  });

  it("offers no step beyond the ends", () => {
    render(PlaybackControls, { moveNumber: 0, moveCount: 9, onseek: seek });
    expect((screen.getByRole("button", { name: "Previous move" }) as HTMLButtonElement).disabled).toBe(true);
    expect((screen.getByRole("button", { name: "Next move" }) as HTMLButtonElement).disabled).toBe(false);
  });
});
