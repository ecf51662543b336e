import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences } from "../../src/lib/preferences.svelte";

const vibrated = vi.fn();

/** Load the module as a phone would, with a coarse pointer and a motor. */
async function loadHaptics() {
  vi.resetModules();
  Object.defineProperty(navigator, "vibrate", { value: vibrated, configurable: true });
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {} }));
  const [{ vibrate }, { preferences: fresh }] = await Promise.all([import("../../src/kit/feedback/haptics"), import("../../src/lib/preferences.svelte")]);
  return { vibrate, preferences: fresh };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vibrated.mockClear();
  vi.unstubAllGlobals();
});

test("vibrations are shorter than 30 ms except for a win, and stop with their switch", async () => {
  const phone = await loadHaptics();
  phone.preferences.haptics = true;
  for (const pattern of ["tap", "turn", "snap", "win"] as const) phone.vibrate(pattern);
  const [tap, turn, snap, win] = vibrated.mock.calls.map(([pattern]) => pattern as number[]);
  for (const short of [tap, turn, snap]) expect(Math.max(...short!)).toBeLessThanOrEqual(30);
  expect(win!.length).toBeGreaterThan(1);
  phone.preferences.haptics = false;
  phone.vibrate("win");
  expect(vibrated).toHaveBeenCalledTimes(4);
});

test("sound is off until the player wants it", () => {
  expect(preferences.sound).toBe(false);
});
