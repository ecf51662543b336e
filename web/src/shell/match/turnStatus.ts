/** The status line above the board: whose turn it is. */
import { decodeAction } from "../../lib/legalActions";
import { seatName } from "../../lib/seatNames";
import type { TableConnection } from "../../lib/tableConnection.svelte";
import type { VerbInfo } from "../../types/http";
import type { MoveInfo } from "../../types/messages";
import type { GameUi } from "../../games/contract";
import { spacedAndCapitalized } from "../format";

type TableForStatus = Pick<TableConnection, "status" | "position" | "seats" | "you">;

export function turnStatus(table: TableForStatus, isRealTime: boolean, verbs: readonly VerbInfo[] = []): string {
  if (table.status === "over") return "The match is over";
  if (table.status === "aborted") return "The match was ended early";
  const seatsToAct = table.position?.to_act ?? [];
  if (seatsToAct.length === 0) return "One moment…";
  const race = isMyTurn(table) ? openRaceVerb(table, verbs) : null;
  if (race) return `${spacedAndCapitalized(race)}?`;
  if (isMyTurn(table)) return isRealTime && seatsToAct.length > 1 ? "Go! All at once" : "Your turn";
  const actingNames = seatsToAct.map((seat) => seatName(table.seats, seat));
  const who = actingNames.length > 2 ? `${actingNames.length} players` : actingNames.join(" and ");
  return table.you === null ? `${who} to move` : `Waiting for ${who}…`;
}

/** Return the game's own status line of a live match, or null. An error in the game's code must not stop the match. */
export function gameStatus({ statusText }: Pick<GameUi, "statusText">, { status, position, seats, you }: TableForStatus): string | null {
  try {
    return status === "live" && position ? (statusText?.(position.view, seats, you) ?? null) : null;
  } catch {
    return null;
  }
}

/** Whether the board shows the names and scores of the seats. */
export function hasOwnSeatList({ hasOwnSeatList }: Pick<GameUi, "hasOwnSeatList">, { position }: Pick<TableForStatus, "position">): boolean {
  try {
    return position !== null && (hasOwnSeatList?.(position.view) ?? false);
  } catch {
    return false;
  }
}

/** Return the match time in milliseconds at which play begins, or null if it has begun. */
export function startsAtMs({ startsAtMs }: Pick<GameUi, "startsAtMs">, { status, position }: TableForStatus, lastMove: MoveInfo | null, verbs: readonly VerbInfo[]): number | null {
  return status === "live" && position ? (startsAtMs?.(position, lastMove, verbs) ?? null) : null;
}

export function isMyTurn(table: TableForStatus): boolean {
  return table.status === "live" && table.you !== null && (table.position?.to_act.includes(table.you) ?? false);
}

/** Return the verb of a race the player may enter before a deadline, such as "snap", or null. */
function openRaceVerb({ position }: TableForStatus, verbs: readonly VerbInfo[]): string | null {
  if (position?.deadline_ms == null) return null;
  const raceVerbs = verbs.filter((one) => one.is_race).map((one) => one.verb);
  return raceVerbs.find((race) => position.legal.some((action) => decodeAction(verbs, action).verb === race)) ?? null;
}
