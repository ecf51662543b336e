import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Scrubber from "../../src/shell/parts/Scrubber.svelte";
import { PAGE, ReplayFilm, SPECTATOR } from "../../src/shell/replay.svelte";
import type { Replay, Step } from "../../src/types/http";
import { snapshot } from "../lib/fake_socket";

const MOVES = 450;
/** Moves that began a round. */
const DEALS = [150, 320];

const roundAt = (at: number) => 1 + DEALS.filter((deal) => at >= deal).length;

function page(chair: number, first: number): Replay {
  const steps = Array.from({ length: Math.min(PAGE, MOVES - first) }, (_, n): Step => {
    const at = first + n + 1;
    return { n: at, seat: at % 2, action: 1, notation: "", at_ms: at, sentence: `Move ${at}.`, view: { chair, at, round: roundAt(at) }, scores: [] };
  });
  return {
    id: "t1",
    game: "dot_nine",
    options: "",
    seats: 2,
    names: ["Ann", "Bob"],
    viewer: chair,
    moves: MOVES,
    first,
    start: { chair, at: first, round: roundAt(first) },
    steps,
    commitment: "ab",
    seed: "",
    salt: "",
    is_finished: true,
  };
}

const source = () => ({
  replay: vi.fn((_: string, chair: number, first: number) => Promise.resolve(page(chair, first))),
  table: vi.fn((_: string, token?: string | null) => Promise.resolve(snapshot({ status: "over", you: token ? 1 : null }))),
});

describe("a replay", () => {
  let from: ReturnType<typeof source>;
  let film: ReplayFilm;

  beforeEach(async () => {
    from = source();
    film = new ReplayFilm("t1", from);
    await film.open();
  });

  it("begins before the first move, as a spectator", () => {
    expect(film.position?.view).toMatchObject({ chair: SPECTATOR, at: 0 });
    expect(film.lastMove).toBeNull();
    expect(film.length).toBe(MOVES);
  });

  it("begins from the own chair for whoever sat there", async () => {
    const mine = new ReplayFilm("t1", from);
    await mine.open("token");
    expect(mine.position?.view).toMatchObject({ chair: 1, at: 0 });
    expect(mine.own).toBe(1);
  });

  it("does without a token that is not known any more", async () => {
    const table = vi.fn((_: string, token?: string | null) =>
      token ? Promise.reject(new Error("no")) : Promise.resolve(snapshot({ status: "over", you: null })),
    );
    const stale = new ReplayFilm("t1", { ...from, table });
    await stale.open("old");
    expect(stale.position?.view).toMatchObject({ chair: SPECTATOR });
    expect(stale.seats[0]?.colour).toBe("#2f6fb5");
  });

  it("goes from round to round, over pages that are not here yet", async () => {
    const places: number[] = [];
    for (const turn of ["next", "next", "next", "previous", "previous", "previous"] as const) {
      await (turn === "next" ? film.nextRound() : film.previousRound());
      places.push(film.at);
    }
    expect(places).toEqual([150, 320, MOVES, 320, 150, 0]);
    await film.go(200);
    await film.previousRound();
    expect(film.at).toBe(150);
    expect(film.round).toBe(2);
  });

  it("shows one step as movement, and a jump as none", async () => {
    await film.go(1);
    expect(film.position?.view).toMatchObject({ chair: SPECTATOR, at: 1 });
    expect(film.before?.view).toMatchObject({ chair: SPECTATOR, at: 0 });
    expect(film.lastMove?.sentence).toBe("Move 1.");
    await film.go(50);
    expect(film.before).toBeNull();
  });

  it("fetches the page that it needs, once", async () => {
    await film.go(430);
    await film.go(431);
    expect(film.position?.view).toMatchObject({ chair: SPECTATOR, at: 431 });
    expect(from.replay.mock.calls.map(([, , first]) => first)).toEqual([0, 400]);
    await film.go(200);
    expect(film.position?.view).toMatchObject({ chair: SPECTATOR, at: 200 });
  });

  it("stays where it is when one takes another chair", async () => {
    await film.go(200);
    await film.sitAt(1);
    expect(film.position?.view).toMatchObject({ chair: 1, at: 200 });
    await film.go(0);
    expect(film.position?.view).toMatchObject({ chair: 1, at: 0 });
  });

  it("never goes beyond its ends", async () => {
    await film.go(9999);
    expect(film.at).toBe(MOVES);
    await film.go(-5);
    expect(film.at).toBe(0);
  });

  it("ends where one last wanted to go, whatever arrives first", async () => {
    await Promise.all([film.go(440), film.go(3)]);
    expect(film.at).toBe(3);
  });

  it("fills the list of moves page by page", async () => {
    expect(film.missing).toBe(201);
    await film.more();
    await film.more();
    expect(film.missing).toBeNull();
  });

  it("says why there is none", async () => {
    const none = new ReplayFilm("t1", { ...from, replay: () => Promise.reject(new Error("This match is not over.")) });
    await none.open();
    expect(none.problem).toBe("This match is not over.");
  });
});

describe("the scrubber", () => {
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
    render(Scrubber, { at: 5, length: 9, onseek: seek });
    await fireEvent.input(screen.getByRole("slider"), { target: { value: "7" } });
    await fireEvent.click(screen.getByRole("button", { name: "One move back" }));
    await fireEvent.click(screen.getByRole("button", { name: "To the end" }));
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    await fireEvent.keyDown(document.body, { key: "Home" });
    expect(seek.mock.calls.map(([at]) => at)).toEqual([7, 4, 9, 6, 0]);
  });

  it("moves by rounds where there are some", async () => {
    const turn = vi.fn();
    render(Scrubber, { at: 5, length: 9, onseek: seek, onround: turn });
    await fireEvent.click(screen.getByRole("button", { name: "Round back" }));
    await fireEvent.click(screen.getByRole("button", { name: "Next round" }));
    await fireEvent.keyDown(document.body, { key: "PageUp" });
    expect(turn.mock.calls.map(([by]) => by)).toEqual([-1, 1, -1]);
    expect(seek).not.toHaveBeenCalled();
  });

  it("plays at the chosen speed and stops at the end", async () => {
    const { rerender } = render(Scrubber, { at: 7, length: 9, onseek: seek });
    await fireEvent.click(screen.getByRole("button", { name: /speed/ }));
    await fireEvent.click(screen.getByRole("button", { name: "Play" }));
    vi.advanceTimersByTime(560);
    expect(seek).toHaveBeenLastCalledWith(8);
    await rerender({ at: 9 });
    vi.advanceTimersByTime(5000);
    expect(seek).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("button", { name: "Play" })).toBeTruthy();
  });

  it("offers no step beyond the ends", () => {
    render(Scrubber, { at: 0, length: 9, onseek: seek });
    expect((screen.getByRole("button", { name: "One move back" }) as HTMLButtonElement).disabled).toBe(true);
    expect((screen.getByRole("button", { name: "One move on" }) as HTMLButtonElement).disabled).toBe(false);
  });
});
