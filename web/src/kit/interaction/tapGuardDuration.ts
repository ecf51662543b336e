/** Time in milliseconds in which what has just appeared ignores taps, since they were meant for what was there before. */
export const TAP_GUARD_MS = 1000;
