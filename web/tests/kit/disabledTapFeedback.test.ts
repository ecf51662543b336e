import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { disabledTapFeedback, unplayablePieceAt } from "../../src/kit/interaction/disabledTapFeedback";
import { blockTaps } from "../../src/kit/interaction/tapBlocker";

let board: HTMLElement;
let stop: () => void;
let words: string | null;

beforeEach(() => {
  vi.useFakeTimers();
  words = "Not possible now";
  board = document.createElement("div");
  board.innerHTML = `
    <button class="place legal"><i id="alive"></i></button>
    <button class="place" aria-disabled="true"><i id="dead"></i></button>
    <span class="tile" id="tile"></span>
    <p id="text"></p>`;
  document.body.append(board);
  stop = disabledTapFeedback(async () => words)(board);
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const told = () => document.querySelector("[role=status]")?.textContent ?? null;

function tap(id: string, moved = 0): void {
  const at = document.getElementById(id)!;
  const how = { bubbles: true, isPrimary: true, clientY: 10 };
  at.dispatchEvent(new PointerEvent("pointerdown", { ...how, clientX: 10 }));
  at.dispatchEvent(new PointerEvent("pointerup", { ...how, clientX: 10 + moved }));
}

describe("a tap", () => {
  it("on an unavailable piece shows a hint there for a moment", async () => {
    tap("dead");
    await vi.advanceTimersByTimeAsync(0);
    expect(told()).toBe("Not possible now");
    vi.advanceTimersByTime(2000);
    expect(told()).toBeNull();
    tap("tile");
    await vi.advanceTimersByTimeAsync(0);
    expect(told()).toBe("Not possible now");
  });

  it("shows the hint on the piece, so that it covers no line above it", async () => {
    vi.spyOn(document.getElementById("tile")!, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 200, 60, 80));
    tap("tile");
    await vi.advanceTimersByTimeAsync(0);
    expect(document.querySelector<HTMLElement>("[role=status]")!.style.top).toBe("240px"); // its height is 0 here
  });

  it("on an active element or on nothing shows no hint", () => {
    tap("alive");
    tap("text");
    expect(told()).toBeNull();
    expect(unplayablePieceAt(null)).toBeNull();
  });

  it("that becomes a drag, or without a reason, shows no hint", () => {
    tap("dead", 40);
    words = null;
    tap("dead");
    expect(told()).toBeNull();
  });
});

describe("a tap blocker", () => {
  it("covers a rectangle and removes itself", () => {
    blockTaps({ left: 10, top: 20, width: 30, height: 40 });
    const node = document.querySelector<HTMLElement>("[data-tap-blocker]")!;
    expect([node.style.left, node.style.top, node.style.width, node.style.height]).toEqual(["10px", "20px", "30px", "40px"]);
    vi.advanceTimersByTime(500);
    expect(document.querySelector("[data-tap-blocker]")).toBeNull();
  });
});
