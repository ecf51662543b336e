/** Formats identifiers, numbers and times as text for people. */

/** Return an identifier as words: "snap-seconds" becomes "Snap seconds". */
export function spacedAndCapitalized(name: string): string {
  const nameInWords = name.replace(/[-_]/g, " ");
  return nameInWords.charAt(0).toUpperCase() + nameInWords.slice(1);
}

/** Return a help text without its citations of rulings, such as (A5) or (A1, A5). */
export function stripRulingCitations(text: string): string {
  return text.replace(/\s*\([A-Z]\d+(?:, ?[A-Z]\d+)*\)/g, "");
}

/** Return "2–4 players", or "2 players" if the range is one number. */
export function playerCountLabel(min: number, max: number): string {
  return min === max ? `${max} players` : `${min}–${max} players`;
}

/** Return the age of a time as "3 min ago". Both times are in milliseconds since the epoch. */
export function timeAgo(time: number, now = Date.now()): string {
  const minutesAgo = Math.floor((now - time) / 60_000);
  if (minutesAgo < 1) return "just now";
  if (minutesAgo < 60) return `${minutesAgo} min ago`;
  if (minutesAgo < 60 * 24) return `${Math.floor(minutesAgo / 60)} h ago`;
  const days = Math.floor(minutesAgo / 60 / 24);
  return days === 1 ? "yesterday" : `${days} days ago`;
}
