/**
 * Narration of moves: fills the server's messages into the game's templates, with the names of the players.
 *
 * src/dottable/core/views/narration.py describes the placeholders. Both renderers pass tests/core/narration_cases.json.
 */
import type { NarrationMessage, SeatInfo } from "../types/messages";
import { seatName } from "./seatNames";

export interface NarrationContext {
  /** Templates of the game by message code. */
  templates: Readonly<Record<string, string>>;
  seats: readonly Pick<SeatInfo, "name">[];
  /** The viewer's seat, or null for a spectator. */
  you: number | null;
}

/** Seat number of the clock in moves and messages. */
const CLOCK_SEAT = 31;
const PLACEHOLDER_PATTERN = /\{(\w+)(?:([!?#&])([^}]*))?\}/g;

/** Return all messages as one text, with a space between sentences. */
export function renderNarration(narration: readonly NarrationMessage[], context: NarrationContext): string {
  return narration
    .map((message) => renderMessage(message, context))
    .filter(Boolean)
    .map((text) => text.charAt(0).toUpperCase() + text.slice(1))
    .join(" ");
}

/** Return one message as text. A code without template, sent by a newer server, renders as nothing. */
function renderMessage({ code, args }: NarrationMessage, context: NarrationContext): string {
  return (context.templates[code] ?? "").replace(PLACEHOLDER_PATTERN, (_, name: string, kind: string | undefined, detail = "") => {
    const argumentValue = args[name];
    if (kind === "!") return renderSeats(argumentValue as number | number[], detail === "whose", context);
    if (kind === "&") return (argumentValue as unknown[]).map((part) => renderArgument(part, context)).join(detail);
    if (kind === undefined) return renderArgument(argumentValue, context);
    const [first = "", second = ""] = (detail as string).split("|");
    return argumentValue === (kind === "?" ? context.you : 1) ? first : second;
  });
}

function renderArgument(value: unknown, context: NarrationContext): string {
  if (Array.isArray(value)) return joinWithAnd(value.map((part) => renderArgument(part, context)));
  return typeof value === "object" && value !== null ? renderMessage(value as NarrationMessage, context) : String(value);
}

/** Return the name or possessive of a seat, or the names of several seats, the viewer first. */
function renderSeats(seat: number | readonly number[], isPossessive: boolean, { seats, you }: NarrationContext): string {
  const name = (one: number) => (one === you ? "you" : one === CLOCK_SEAT ? "the clock" : seatName(seats, one));
  if (typeof seat !== "number") return joinWithAnd(seat.toSorted((a, b) => Number(a !== you) - Number(b !== you)).map(name));
  if (isPossessive) return seat === you ? "your" : `${name(seat)}'s`;
  return name(seat);
}

/** Return an English list: "a", "a and b", "a, b and c". */
export function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
