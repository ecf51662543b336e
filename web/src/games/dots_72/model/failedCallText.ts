/** The reason of a wrong call, from the narration of the move. */
import { renderNarration } from "../../../lib/narration";
import type { MoveInfo, SeatInfo } from "../../../types/messages";

const REASON_CODES = ["wrong_kinds", "wrong_set"];

/** Return the reason why a call was wrong as a sentence; empty if the narration has none. */
export function failedCallText(move: MoveInfo | null, templates: Readonly<Record<string, string>>, seats: readonly SeatInfo[], you: number | null): string {
  const reasonMessages = (move?.narration ?? []).filter(({ code }) => REASON_CODES.includes(code));
  return renderNarration(reasonMessages, { templates, seats, you }).replace(/^But (.)/, (_, first: string) => first.toUpperCase());
}
