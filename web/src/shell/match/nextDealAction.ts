/** Who goes on after a round: the player by a deal, or a bot that deals once the player is ready. */
import type { GameUi } from "../../games/contract";
import type { TableConnection } from "../../lib/tableConnection.svelte";
import { LegalActions, type LegalAction } from "../../lib/legalActions";
import type { VerbInfo } from "../../types/http";
import type { Position } from "../../types/messages";

/** Return the action that deals the next round, if a round's end is shown and the player is the dealer. */
export function nextDealAction(gameUi: GameUi, verbs: readonly VerbInfo[], position: Position | null): LegalAction | null {
  if (!position || !gameUi.isRoundEnd?.(position.view)) return null;
  return new LegalActions(verbs, position.legal, position.words ?? []).find("deal") ?? null;
}

/** Whether a bot is to deal the next round and waits until a player is ready. */
export function waitsForReady({ isRoundEnd }: GameUi, { status, settings, position, seats }: Pick<TableConnection, "status" | "settings" | "position" | "seats">): boolean {
  if (status !== "live" || !settings.waits_between_rounds || !position || !isRoundEnd?.(position.view)) return false;
  const [dealer, other] = position.to_act;
  return dealer !== undefined && other === undefined && seats[dealer]?.bot != null;
}
