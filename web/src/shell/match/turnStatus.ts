/** The status line above the board: whose turn it is. */
import { decodeAction } from "../../lib/legalActions";
import { seatName } from "../../lib/seatNames";
import type { TableConnection } from "../../lib/tableConnection.svelte";
import type { VerbInfo } from "../../types/http";
import { humanize } from "../format";

type TableState = Pick<TableConnection, "status" | "position" | "seats" | "you">;

export function turnStatus(table: TableState, isRealTime: boolean, verbs: readonly VerbInfo[] = []): string {
  if (table.status === "over") return "The match is over";
  if (table.status === "aborted") return "The match was ended early";
  const toAct = table.position?.to_act ?? [];
  if (toAct.length === 0) return "One moment…";
  const race = isMyTurn(table) ? openRaceVerb(table, verbs) : null;
  if (race) return `${humanize(race)}?`;
  if (isMyTurn(table)) return isRealTime && toAct.length > 1 ? "Go! All at once" : "Your turn";
  const names = toAct.map((seat) => seatName(table.seats, seat));
  const who = names.length > 2 ? `${names.length} players` : names.join(" and ");
  return table.you === null ? `${who} to move` : `Waiting for ${who}…`;
}

export function isMyTurn(table: TableState): boolean {
  return table.status === "live" && table.you !== null && (table.position?.to_act.includes(table.you) ?? false);
}

/** Return the verb of a race the player may enter before a deadline, such as "snap", or null. */
function openRaceVerb({ position }: TableState, verbs: readonly VerbInfo[]): string | null {
  if (position?.deadline_ms == null) return null;
  const races = verbs.filter((one) => one.is_race).map((one) => one.verb);
  return races.find((race) => position.legal.some((action) => decodeAction(verbs, action).verb === race)) ?? null;
}
