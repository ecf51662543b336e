/** Counts with the singular or plural of their noun. No other file chooses between singular and plural. */

/** Return "1 point", "2 points", "−1 point"; `plural` for nouns that do not end in s. */
export function countWithNoun(count: number, noun: string, plural = `${noun}s`): string {
  return `${count < 0 ? "−" : ""}${Math.abs(count)} ${Math.abs(count) === 1 ? noun : plural}`;
}
