import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drag } from "../../src/kit/interaction/dragAndDrop";

const drop = vi.fn();
const end = vi.fn();
let piece: HTMLElement;
let target: HTMLElement;
let leave: () => void;

beforeEach(() => {
  document.body.innerHTML = `<button><i data-card></i></button><div data-drop="3"></div>`;
  [piece, target] = [document.querySelector("button")!, document.querySelector("div")!];
  piece.setPointerCapture = () => {};
  document.elementFromPoint = () => target;
  leave = drag({ drop, end, piece: "[data-card]" })(piece);
  drop.mockReset();
  end.mockReset();
});
afterEach(async () => {
  leave();
  await new Promise((resolve) => setTimeout(resolve, 5)); // until clicks count again
});

function pointer(type: string, x: number, pointerId = 1): PointerEvent {
  return new PointerEvent(type, { pointerId, button: 0, clientX: x, clientY: 0, bubbles: true });
}

const copy = () => document.querySelector("body > [data-card]");

test("a copy of the piece follows the pointer, and drop receives the target", () => {
  piece.dispatchEvent(pointer("pointerdown", 0));
  dispatchEvent(pointer("pointermove", 60));
  expect(copy()).not.toBeNull();
  expect(piece.className).toBe("lifted");
  expect(target.className).toBe("drop-here");
  dispatchEvent(pointer("pointerup", 60));
  expect(drop).toHaveBeenCalledExactlyOnceWith("3");
  expect(end).toHaveBeenCalledOnce();
  expect([copy(), piece.className, target.className]).toEqual([null, "", ""]);
});

test("a press that hardly moves stays a click", () => {
  const clicked = vi.fn();
  piece.addEventListener("click", clicked);
  piece.dispatchEvent(pointer("pointerdown", 0));
  dispatchEvent(pointer("pointermove", 4));
  dispatchEvent(pointer("pointerup", 4));
  piece.click();
  expect([drop, end, clicked].map((one) => one.mock.calls.length)).toEqual([0, 0, 1]);
});

test("the click at the end of a drag is swallowed, the next one is not", async () => {
  const clicked = vi.fn();
  piece.addEventListener("click", clicked);
  piece.dispatchEvent(pointer("pointerdown", 0));
  dispatchEvent(pointer("pointermove", 60));
  dispatchEvent(pointer("pointerup", 60));
  piece.click();
  expect(clicked).not.toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve, 5));
  piece.click();
  expect(clicked).toHaveBeenCalledOnce();
});

test("a second finger, a fixed piece and a drop outside a target do nothing", () => {
  piece.dispatchEvent(pointer("pointerdown", 0));
  dispatchEvent(pointer("pointermove", 60, 2));
  expect(copy()).toBeNull();
  document.elementFromPoint = () => document.body;
  dispatchEvent(pointer("pointermove", 60));
  dispatchEvent(pointer("pointerup", 60));
  expect(drop).not.toHaveBeenCalled();
  leave();
  leave = drag({ drop, start: () => false })(piece);
  piece.dispatchEvent(pointer("pointerdown", 0));
  dispatchEvent(pointer("pointermove", 60));
  expect(copy()).toBeNull();
});

test("a piece that is removed removes its copy", () => {
  piece.dispatchEvent(pointer("pointerdown", 0));
  dispatchEvent(pointer("pointermove", 60));
  leave();
  expect(copy()).toBeNull();
});
