import { cleanup, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import SeatChip from "../../src/kit/SeatChip.svelte";
import { abortCondition } from "../../src/shell/match/abortCondition";
import EndMatchButton from "../../src/shell/match/EndMatchButton.svelte";
import { TableConnection } from "../../src/lib/tableConnection.svelte";
import { FakeSocket, seat } from "../lib/fakeSocket";

const away = (n: number, grace_until_ms: number) => seat(n, { is_connected: false, grace_until_ms });

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function advance(ms: number): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

describe("the condition to end a match", () => {
  it("is met at once without other players", () => {
    expect(abortCondition([seat(0), seat(1, { is_person: false, bot: "steady" })], 0)).toEqual({ isBlocked: false, fromMs: 0, absent: [] });
  });

  it("is the end of the longest grace", () => {
    const seats = [seat(0), away(1, 65_000), away(2, 70_000)];
    expect(abortCondition(seats, 0)).toEqual({ isBlocked: false, fromMs: 70_000, absent: ["Bob", "Cid"] });
  });

  it("is not met while another player is connected", () => {
    expect(abortCondition([seat(0), away(1, 65_000), seat(2)], 0).isBlocked).toBe(true);
  });
});

describe("an absent player's seat", () => {
  it("shows the seconds left to return, then only that the player is away", () => {
    const start = performance.now();
    const { container } = render(SeatChip, { seat: away(1, 3000), now: () => performance.now() - start });
    flushSync();
    expect(container.textContent).toMatch(/away, 3 s/);
    advance(1200);
    expect(container.textContent).toMatch(/away, 2 s/);
    advance(2500);
    expect(container.textContent).toMatch(/away/);
    expect(screen.queryByRole("timer", { hidden: true })).toBeNull();
  });
});

describe("the button that ends a match", () => {
  function shown(...seats: ReturnType<typeof seat>[]) {
    const table = new TableConnection("t1", "token");
    FakeSocket.last.welcome({ seats, status: "live" });
    return render(EndMatchButton, { table, you: 0, onend: () => {} });
  }

  it("is missing while an opponent plays", () => {
    expect(shown(seat(0), seat(1)).container.textContent).toBe("");
  });

  it("comes when the grace of an absent opponent is over", () => {
    const { container } = shown(seat(0), away(1, 5000));
    flushSync();
    expect(container.textContent).toMatch(/Bob may return. You can end the match in\s+5 s/);
    expect(screen.queryByRole("button")).toBeNull();
    advance(5200);
    expect(screen.getByRole("button").textContent).toBe("End the match for all");
  });
});
