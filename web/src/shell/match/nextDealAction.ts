/** The action with which the dealer goes on after a round. */
import type { GameUi } from "../../games/contract";
import { LegalActions, type Action } from "../../lib/legalActions";
import type { VerbInfo } from "../../types/http";
import type { Position } from "../../types/messages";

/** Return the action that deals the next round, if a round's end is shown and the player is the dealer. */
export function nextDealAction(gameUi: GameUi, verbs: readonly VerbInfo[], position: Position | null): Action | null {
  if (!position || !gameUi.isRoundEnd?.(position.view)) return null;
  return new LegalActions(verbs, position.legal, position.words ?? []).find("deal") ?? null;
}
