/** The one line that always says whose turn it is. */
import { nameOf } from "../../lib/names";
import { decode } from "../../lib/legal";
import type { TableClient } from "../../lib/table.svelte";
import type { VerbSheet } from "../../types/http";
import { spoken } from "../facts";

type Told = Pick<TableClient, "status" | "position" | "seats" | "you">;

export function statusLine(table: Told, isRealTime: boolean, verbs: readonly VerbSheet[] = []): string {
  if (table.status === "over") return "The match is over";
  if (table.status === "aborted") return "The match was ended early";
  const toAct = table.position?.to_act ?? [];
  if (toAct.length === 0) return "One moment…";
  if (isMyTurn(table) && raceOf(table, verbs)) return `${spoken(raceOf(table, verbs)!)}?`;
  if (isMyTurn(table)) return isRealTime && toAct.length > 1 ? "Go! All at once" : "Your turn";
  const names = toAct.map((seat) => nameOf(table.seats, seat));
  const told = names.length > 2 ? `${names.length} players` : names.join(" and ");
  return table.you === null ? `${told} to move` : `Waiting for ${told}…`;
}

export function isMyTurn(table: Told): boolean {
  return table.status === "live" && table.you !== null && (table.position?.to_act.includes(table.you) ?? false);
}

/** What a clock runs for that one may be first at, "snap": that is no turn. */
function raceOf({ position }: Told, verbs: readonly VerbSheet[]): string | null {
  if (position?.deadline_ms == null) return null;
  const races = verbs.filter((one) => one.is_race).map((one) => one.verb);
  return races.find((race) => position.legal.some((action) => decode(verbs, action).verb === race)) ?? null;
}
