/** The one line that always says whose turn it is. */
import { nameOf } from "../../lib/names";
import type { TableClient } from "../../lib/table.svelte";

type Told = Pick<TableClient, "status" | "position" | "seats" | "you">;

export function statusLine(table: Told, isRealTime: boolean): string {
  if (table.status === "over") return "The match is over";
  if (table.status === "aborted") return "The match was ended early";
  const toAct = table.position?.to_act ?? [];
  if (toAct.length === 0) return "One moment…";
  if (isMyTurn(table)) return isRealTime && toAct.length > 1 ? "Go! All at once" : "Your turn";
  const names = toAct.map((seat) => nameOf(table.seats, seat));
  const told = names.length > 2 ? `${names.length} players` : names.join(" and ");
  return table.you === null ? `${told} to move` : `Waiting for ${told}…`;
}

export function isMyTurn(table: Told): boolean {
  return table.status === "live" && table.you !== null && (table.position?.to_act.includes(table.you) ?? false);
}
