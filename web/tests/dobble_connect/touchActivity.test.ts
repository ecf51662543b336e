import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TouchActivity } from "../../src/games/dobble_connect/model/table/touchActivity.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("lasts while a finger is down, and a moment longer", () => {
  const [touchActivity, node] = [new TouchActivity(), document.createElement("div")];
  const leave = touchActivity.watch(node);
  const finger = (type: string, pointerId: number) => new PointerEvent(type, { pointerId });
  expect(touchActivity.isActive).toBe(false);
  node.dispatchEvent(finger("pointerdown", 1));
  node.dispatchEvent(finger("pointerdown", 2));
  dispatchEvent(finger("pointerup", 1));
  vi.advanceTimersByTime(5000);
  expect(touchActivity.isActive).toBe(true);
  dispatchEvent(finger("pointercancel", 2));
  vi.advanceTimersByTime(900);
  expect(touchActivity.isActive).toBe(true);
  vi.advanceTimersByTime(200);
  expect(touchActivity.isActive).toBe(false);
  leave();
});
