/** Sounds and vibrations of a match: moves, the end of a round, and the end. */
import type { GameUi } from "../../games/contract";
import { vibrate } from "../../kit/feedback/haptics";
import { playSound, type SoundName } from "../../kit/feedback/sounds";
import { decodeAction } from "../../lib/legalActions";
import type { VerbInfo } from "../../types/http";
import type { MatchResult, MoveInfo } from "../../types/messages";

export class MatchFeedback {
  #lastVersion: number | null = null;
  #wasRoundEnd = false;

  constructor(
    private readonly verbs: readonly VerbInfo[],
    private readonly sounds: GameUi["sounds"] = {},
  ) {}

  /** Play the sound of a new move. The first move seen is silent, because it may be old. */
  onMove(move: MoveInfo | null, you: number | null): void {
    const moveVersion = move?.version ?? 0;
    const isNewMove = this.#lastVersion !== null && moveVersion > this.#lastVersion;
    this.#lastVersion = moveVersion;
    if (!move || !isNewMove) return;
    const moveSound = this.#soundOf(move);
    this.#play(moveSound);
    if (moveSound === "snap") vibrate("snap");
    else if (move.seat === you) vibrate("tap");
  }

  onRoundEnd(isRoundEnd: boolean): void {
    if (isRoundEnd && !this.#wasRoundEnd) this.#play("round");
    this.#wasRoundEnd = isRoundEnd;
  }

  /** Play the sound of a result that has just arrived. */
  onResult(result: MatchResult, you: number | null): void {
    if (result.reason === "aborted") return;
    const hasLost = you !== null && !result.winners.includes(you);
    this.#play(hasLost ? "lose" : "win");
    if (!hasLost && you !== null) vibrate("win");
  }

  /** Play a sound unless the tab is hidden: then only the alert of one's turn sounds. */
  #play(sound: SoundName): void {
    if (!document.hidden) playSound(sound);
  }

  #soundOf({ action }: MoveInfo): SoundName {
    const verb = action == null ? "" : decodeAction(this.verbs, action).verb;
    return this.sounds?.[verb] ?? (verb === "deal" ? "deal" : "lay");
  }
}
