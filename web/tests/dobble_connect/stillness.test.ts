import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Stillness } from "../../src/games/dobble_connect/stillness.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("lasts while a finger is down, and a moment longer", () => {
  const [stillness, node] = [new Stillness(), document.createElement("div")];
  const leave = stillness.watch(node);
  const finger = (type: string, pointerId: number) => new PointerEvent(type, { pointerId });
  expect(stillness.isTouched).toBe(false);
  node.dispatchEvent(finger("pointerdown", 1));
  node.dispatchEvent(finger("pointerdown", 2));
  dispatchEvent(finger("pointerup", 1));
  vi.advanceTimersByTime(5000);
  expect(stillness.isTouched).toBe(true);
  dispatchEvent(finger("pointercancel", 2));
  vi.advanceTimersByTime(900);
  expect(stillness.isTouched).toBe(true);
  vi.advanceTimersByTime(200);
  expect(stillness.isTouched).toBe(false);
  leave();
});
