/** Seats and results for the samples of the design gallery. */
import type { MatchResult, SeatInfo } from "../../types/messages";

const SEAT_COLOURS = ["#d1495b", "#2f6fb5", "#3a8f4d", "#e07a1f"];

export function sampleSeat(seat: number, name: string | null, more: Partial<SeatInfo> = {}): SeatInfo {
  const seatColour = name === null ? null : (SEAT_COLOURS[seat % SEAT_COLOURS.length] ?? null);
  const rest = { bot: null, is_person: name !== null, is_ready: true, is_connected: true, is_host: seat === 0, spent_ms: 0, limit_ms: null };
  return { seat, name, colour: seatColour, ...rest, ...more };
}

export const SAMPLE_SEATS: SeatInfo[] = [sampleSeat(0, "Ann"), sampleSeat(1, "Ben"), sampleSeat(2, "Ada", { bot: "steady", is_person: false })];

export function sampleResult(more: Partial<MatchResult> = {}): MatchResult {
  return { reason: "finished", scores: [345, 210, 95], returns: [1, -1, -1], winners: [0], seed: null, salt: null, ...more };
}
