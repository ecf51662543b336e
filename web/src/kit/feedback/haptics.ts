/** Short vibrations on phones that have them, if the player wants them. */
import { preferences } from "../../lib/preferences.svelte";

/** Lengths in milliseconds: vibration, pause, vibration. */
const VIBRATION_PATTERNS = { tap: [8], turn: [20], snap: [30], win: [20, 60, 20, 60, 40] } as const;

export const canVibrate = typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;

export function vibrate(pattern: keyof typeof VIBRATION_PATTERNS): void {
  if (!preferences.haptics || !canVibrate || navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate([...VIBRATION_PATTERNS[pattern]]);
}
