/**
 * Keeps the end of a round in sight: what comes after it waits until the person has read it and goes on.
 *
 * The server knows nothing of it. Nobody is kept from acting under a clock: then all that waits is shown at once.
 */
import type { Happening, Position } from "../types/messages";

export interface PauseRule {
  /** Whether a view tells how a round ended. */
  isEnd: (view: unknown) => boolean;
  /** How long it is kept at most. */
  longestMs: number;
  /** What waited is shown one after the other, with so much in between; 0: all at once, since the game does not wait. */
  stepMs: number;
}

/** What is shown, and how to show more. */
export interface Shown {
  readonly position: Position | null;
  readonly you: number | null;
  show: (event: Happening, heardAt: number) => void;
}

interface Heard {
  event: Happening;
  at: number;
}

const LOOKS_ON_MS = 4000;
/** More than this is not told move by move any more. */
const MANY = 8;

export class Pause {
  /** Whether something waits for the person to go on. */
  isOn = $state(false);
  rule: PauseRule | null = null;

  #later: Heard[] = [];
  #isHolding = false;
  #end: ReturnType<typeof setTimeout> | undefined;
  #step: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly shown: Shown) {}

  /** Shows what happened, now or when the person has gone on. */
  hear(event: Happening, at: number): void {
    if (this.#isUrgent(event)) {
      this.reset();
      this.shown.show(event, at);
    } else if (this.#later.length || this.#step !== undefined || (this.#isHolding && this.#leavesTheEnd(event))) {
      this.#later.push({ event, at });
      this.isOn = this.#isHolding;
    } else this.#show({ event, at });
  }

  goOn(): void {
    this.#letGo();
    if (this.#step === undefined) this.#next();
  }

  /** Shows at once whatever waits. */
  reset(): void {
    this.#letGo();
    clearTimeout(this.#step);
    this.#step = undefined;
    for (const { event, at } of this.#later.splice(0)) this.shown.show(event, at);
  }

  /** Forgets whatever waits: it was told in another way. */
  drop(): void {
    this.#later = [];
    this.reset();
  }

  #next(): void {
    this.#step = undefined;
    const stepMs = this.rule?.stepMs ?? 0;
    while (this.#later.length && !this.#isHolding) {
      this.#show(this.#later.shift()!);
      if (this.#isHolding) this.isOn = this.#later.length > 0;
      else if (this.#later.length && this.#later.length < MANY && stepMs > 0) {
        this.#step = setTimeout(() => this.#next(), stepMs);
        return;
      }
    }
  }

  #show({ event, at }: Heard): void {
    const wasEnd = this.#isEnd(this.shown.position);
    const isLive = event.status === "live" && !document.hidden;
    this.shown.show(event, at);
    if (!isLive || wasEnd || !event.position || !this.#isEnd(event.position) || this.#isAsked(event)) return;
    const longest = this.rule!.longestMs;
    this.#isHolding = true;
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.goOn(), this.shown.you === null ? Math.min(LOOKS_ON_MS, longest) : longest);
  }

  #letGo(): void {
    clearTimeout(this.#end);
    this.#isHolding = this.isOn = false;
  }

  /** The match is over, nobody looks, or a clock runs for this person. */
  #isUrgent(event: Happening): boolean {
    return event.status !== "live" || document.hidden || (event.position?.deadline_ms != null && this.#isAsked(event));
  }

  #isAsked({ position }: Happening): boolean {
    return this.shown.you !== null && (position?.to_act.includes(this.shown.you) ?? false);
  }

  #leavesTheEnd({ position }: Happening): boolean {
    return position != null && !this.#isEnd(position);
  }

  /** A view that the game's face cannot read is no end of anything. */
  #isEnd(position: Position | null): boolean {
    try {
      return position !== null && (this.rule?.isEnd(position.view) ?? false);
    } catch {
      return false;
    }
  }
}
