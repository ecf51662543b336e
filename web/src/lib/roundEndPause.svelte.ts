/**
 * Holds back events after the end of a round until the player has read the result and continues. The server does not
 * know of the pause. The pause ends when the player continues, and at once when a clock runs for the player.
 */
import type { EventInfo, Position } from "../types/messages";

export interface PauseRule {
  /** Whether a view shows the result of a round. */
  isRoundEnd: (view: unknown) => boolean;
  /** Delay in milliseconds between held events once the pause is over. 0 shows all of them at once. */
  stepMs: number;
}

/** The state on screen, and the function that applies one more event to it. */
export interface EventSink {
  readonly position: Position | null;
  readonly you: number | null;
  apply: (event: EventInfo, receivedAt: number) => void;
}

interface HeldEvent {
  event: EventInfo;
  receivedAt: number;
}

/** Longest pause for spectators, in milliseconds. */
const SPECTATOR_PAUSE_MS = 4000;
/** While so many events or more are held, they are applied without a pause; the last ones are shown one by one. */
const MAX_STEPWISE_EVENTS = 8;

export class RoundEndPause {
  /** Whether an event is held until the player continues. */
  isPaused = $state(false);
  rule: PauseRule | null = null;

  #queue: HeldEvent[] = [];
  #isHolding = false;
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  #stepTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly sink: EventSink) {}

  /** Apply an event now, or hold it until the player continues. */
  receive(event: EventInfo, receivedAt: number): void {
    if (this.#isUrgent(event)) {
      this.flush();
      this.sink.apply(event, receivedAt);
    } else if (this.#queue.length || this.#stepTimer !== undefined || (this.#isHolding && this.#leavesRoundEnd(event))) {
      this.#queue.push({ event, receivedAt });
      this.isPaused = this.#isHolding;
    } else this.#apply({ event, receivedAt });
  }

  /** End the pause and show the held events. */
  resume(): void {
    this.#stopHolding();
    if (this.#stepTimer === undefined) this.#showNext();
  }

  /** Apply all held events at once, without waiting for the player. */
  flush(): void {
    this.#stopHolding();
    clearTimeout(this.#stepTimer);
    this.#stepTimer = undefined;
    for (const { event, receivedAt } of this.#queue.splice(0)) this.sink.apply(event, receivedAt);
  }

  /** Drop all held events, because a snapshot replaces them. */
  discard(): void {
    this.#queue = [];
    this.flush();
  }

  #showNext(): void {
    this.#stepTimer = undefined;
    const stepMs = this.rule?.stepMs ?? 0;
    while (this.#queue.length && !this.#isHolding) {
      this.#apply(this.#queue.shift()!);
      if (this.#isHolding) this.isPaused = this.#queue.length > 0;
      else if (this.#queue.length && this.#queue.length < MAX_STEPWISE_EVENTS && stepMs > 0) {
        this.#stepTimer = setTimeout(() => this.#showNext(), stepMs);
        return;
      }
    }
  }

  #apply({ event, receivedAt }: HeldEvent): void {
    const wasRoundEnd = this.#isRoundEnd(this.sink.position);
    const isLive = event.status === "live" && !document.hidden;
    this.sink.apply(event, receivedAt);
    if (!isLive || wasRoundEnd || !event.position || !this.#isRoundEnd(event.position) || this.#isToAct(event)) return;
    this.#isHolding = true;
    clearTimeout(this.#endTimer);
    if (this.sink.you === null) this.#endTimer = setTimeout(() => this.resume(), SPECTATOR_PAUSE_MS);
  }

  #stopHolding(): void {
    clearTimeout(this.#endTimer);
    this.#isHolding = this.isPaused = false;
  }

  /** Whether the match is over, the page is hidden, or a clock runs for this player. */
  #isUrgent(event: EventInfo): boolean {
    return event.status !== "live" || document.hidden || (event.position?.deadline_ms != null && this.#isToAct(event));
  }

  #isToAct({ position }: EventInfo): boolean {
    return this.sink.you !== null && (position?.to_act.includes(this.sink.you) ?? false);
  }

  #leavesRoundEnd({ position }: EventInfo): boolean {
    return position != null && !this.#isRoundEnd(position);
  }

  /** Whether a position shows the result of a round. A view that the game cannot read counts as none. */
  #isRoundEnd(position: Position | null): boolean {
    try {
      return position !== null && (this.rule?.isRoundEnd(position.view) ?? false);
    } catch {
      return false;
    }
  }
}
