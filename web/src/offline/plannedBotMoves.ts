// Planned moves of bots at a table of this device: the seats for which the match waits, the bots that were asked, and
// the due times.
import type { BotChoice } from "./bots";
import { CLOCK_SEAT, verbIndex } from "./gameData";
import type { LoadedGame, OfflineMatch } from "./offlineMatch";
import type { StoredMatch } from "./matchStore";

const MAX_REPEATED_MOVE_MS = 400;
/** Length in milliseconds of the countdown that boards show before a round of a real-time game. */
const START_COUNTDOWN_MS = 3000;
/** Longest time in milliseconds that a bot waits for the player before it deals the next round. */
const MAX_WAIT_FOR_READY_MS = 24 * 60 * 60 * 1000;
const THINKING_TIME_PERCENT = { quick: 25, natural: 100, calm: 200 };

/** A moment at a table: match time in milliseconds, and version of the table. */
export interface TableMoment {
  ms: number;
  version: number;
}

interface Plan {
  action: number;
  due_ms: number;
}

export class PlannedBotMoves {
  /** Moment since which the match waits for a seat, by seat. */
  private readonly waits = new Map<number, TableMoment>();
  /** Moment at which a seat's last plan became impossible, by seat. The bot must choose again. */
  private readonly discarded = new Map<number, TableMoment>();
  private readonly plans = new Map<number, Plan>();
  /** Version of the table for which a bot was last asked to choose, by seat. */
  private readonly asked = new Map<number, number>();

  constructor(
    private readonly game: LoadedGame,
    private readonly stored: StoredMatch,
  ) {}

  /** Whether an action is a claim for which several seats compete. */
  isRace(action: number): boolean {
    return this.game.gameData.details.verbs.some(({ first, ranges, is_race }) => is_race && action >= first && action < first + ranges.reduce((a, b) => a * b, 1));
  }

  /** Update for which seats the match waits, and since when, after a move of `mover`. */
  updateWaits(match: OfflineMatch, now: TableMoment, mover: number | null): void {
    const seatsToAct = match.toAct.filter((seat) => seat !== CLOCK_SEAT);
    for (const seat of [...this.waits.keys()]) if (!seatsToAct.includes(seat)) this.waits.delete(seat);
    for (const seat of seatsToAct) if (seat === mover || !this.waits.has(seat)) this.waits.set(seat, now);
  }

  /** Drop the plans that are no longer possible, after a move of `mover`. */
  update(match: OfflineMatch, now: TableMoment, mover: number): void {
    this.plans.delete(mover);
    this.discarded.delete(mover);
    this.updateWaits(match, now, mover);
    for (const [seat, plan] of [...this.plans]) {
      if (!this.waits.has(seat)) this.plans.delete(seat);
      else if (!match.offered(seat).includes(plan.action)) this.discard(seat, now);
    }
  }

  discard(seat: number, now: TableMoment): void {
    this.plans.delete(seat);
    this.discarded.set(seat, now);
  }

  forgetPlans(): void {
    this.plans.clear();
  }

  restart(match: OfflineMatch, now: TableMoment): void {
    this.waits.clear();
    this.updateWaits(match, now, null);
  }

  end(): void {
    this.waits.clear();
    this.plans.clear();
  }

  /** Return the seats whose bots must be asked, with the table's version, and mark them as asked. */
  takeQuestions(): { seat: number; version: number }[] {
    const seatsToAsk: { seat: number; version: number }[] = [];
    for (const [seat, wait] of this.waits) {
      const { version } = this.lastRequest(seat, wait);
      if (!this.stored.seats[seat]?.bot || this.plans.has(seat) || this.asked.get(seat) === version) continue;
      this.asked.set(seat, version);
      seatsToAsk.push({ seat, version });
    }
    return seatsToAsk;
  }

  private lastRequest(seat: number, wait: TableMoment): TableMoment {
    const lastDiscarded = this.discarded.get(seat);
    return lastDiscarded && lastDiscarded.version > wait.version ? lastDiscarded : wait;
  }

  /** Plan the action that a bot chose for a version of the table. Ignores an outdated choice. */
  plan(match: OfflineMatch, seat: number, version: number, choice: BotChoice, now: TableMoment): void {
    const wait = this.waits.get(seat);
    if (!wait) return;
    const lastAsked = this.lastRequest(seat, wait);
    if (lastAsked.version !== version || this.plans.has(seat)) return;
    if (!match.offered(seat).includes(choice.action)) return this.discard(seat, now);
    this.plans.set(seat, { action: choice.action, due_ms: Math.max(lastAsked.ms + this.delayMs(match, seat, choice), now.ms) });
  }

  answered(seat: number, version: number): void {
    if (this.asked.get(seat) === version) this.asked.delete(seat);
  }

  /** Return the time in milliseconds that a bot waits before its action: its thinking time, scaled by the table's pace. */
  private delayMs(match: OfflineMatch, seat: number, { action, after_ms }: BotChoice): number {
    const { gameData } = this.game;
    const pacePercent = THINKING_TIME_PERCENT[this.stored.settings.pace ?? "natural"];
    const last = match.moves.at(-1);
    const isFirstOfRound = !last || this.isDeal(last.action);
    if (this.isRace(action)) return (isFirstOfRound ? START_COUNTDOWN_MS : 0) + Math.floor((after_ms * Math.max(pacePercent, 100)) / 100);
    if (this.stored.settings.waits_between_rounds && this.isDeal(action) && gameData.details.is_real_time) return MAX_WAIT_FOR_READY_MS;
    const isRepeatedVerb = last?.seat === seat && verbIndex(gameData, last.action) === verbIndex(gameData, action);
    return Math.floor((Math.min(after_ms, isRepeatedVerb ? MAX_REPEATED_MOVE_MS : after_ms) * pacePercent) / 100);
  }

  /** Whether an action deals the next round. */
  isDeal(action: number): boolean {
    const { gameData } = this.game;
    return gameData.details.verbs[verbIndex(gameData, action)]?.verb === "deal";
  }

  plannedAction(seat: number): number {
    return this.plans.get(seat)!.action;
  }

  /** Return the seat that is due first and its match time: CLOCK, or the seat of a bot's planned move; null if nothing is due. */
  nextDue(match: OfflineMatch): { seat: number; at_ms: number } | null {
    const clockDeadline = match.deadlineMs;
    const botsDue = [...this.plans].map(([seat, plan]) => ({ seat, at_ms: plan.due_ms }));
    const clockDue = clockDeadline !== null && match.toAct.includes(CLOCK_SEAT) ? [{ seat: CLOCK_SEAT, at_ms: clockDeadline }] : [];
    return [...botsDue, ...clockDue].sort((a, b) => a.at_ms - b.at_ms)[0] ?? null;
  }
}
