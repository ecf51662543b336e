import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answersDeadTaps, deadPiece } from "../../src/kit/refusing";
import { shield } from "../../src/kit/shield";

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
  stop = answersDeadTaps(() => words)(board);
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
  it("on a piece that does nothing is answered at its place, for a moment", () => {
    tap("dead");
    expect(told()).toBe("Not possible now");
    vi.advanceTimersByTime(2000);
    expect(told()).toBeNull();
    tap("tile");
    expect(told()).toBe("Not possible now");
  });

  it("on what does something, or on nothing, has no such answer", () => {
    tap("alive");
    tap("text");
    expect(told()).toBeNull();
    expect(deadPiece(null)).toBeNull();
  });

  it("that becomes a drag has none either, nor one that the shell wants none for", () => {
    tap("dead", 40);
    words = null;
    tap("dead");
    expect(told()).toBeNull();
  });
});

describe("a shield", () => {
  it("lies where something was, and goes by itself", () => {
    shield({ left: 10, top: 20, width: 30, height: 40 });
    const node = document.querySelector<HTMLElement>("[data-shield]")!;
    expect([node.style.left, node.style.top, node.style.width, node.style.height]).toEqual(["10px", "20px", "30px", "40px"]);
    vi.advanceTimersByTime(500);
    expect(document.querySelector("[data-shield]")).toBeNull();
  });
});
