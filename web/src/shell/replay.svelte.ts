/** A match that is over, step by step: pages are fetched as they are needed and kept by chair. */
import { api } from "../lib/api";
import { withDistinctNames } from "../lib/names";
import type { Replay, Step } from "../types/http";
import type { MoveTold, Position, Result, SeatTold, Snapshot } from "../types/messages";

export const PAGE = 200;
/** The chair of somebody who only looked on. */
export const SPECTATOR = -1;

type Source = Pick<typeof api, "replay" | "table">;

export class ReplayFilm {
  game = $state("");
  seats = $state.raw<SeatTold[]>([]);
  /** How many moves the match had. */
  length = $state(0);
  /** How many moves have been made where we are. */
  at = $state(0);
  chair = $state(SPECTATOR);
  /** The seat that one had in this match, if any. */
  own = $state<number | null>(null);
  isLoading = $state(true);
  problem = $state<string | null>(null);
  before = $state.raw<Position | null>(null);
  steps = $state.raw<(Step | undefined)[]>([]);
  commitment = $state("");
  result = $state.raw<Result | null>(null);

  /** The view before the first move, by chair. */
  #starts = new Map<number, unknown>();
  #pages = new Map<string, Promise<Replay>>();
  #wished = 0;

  constructor(
    readonly id: string,
    private readonly source: Source = api,
  ) {}

  /** Whoever sat there looks from the own chair at first; the token tells. */
  async open(token: string | null = null): Promise<void> {
    try {
      const table = await this.#table(token);
      const chair = table?.you ?? SPECTATOR;
      const page = await this.#page(chair, 0);
      this.chair = chair;
      this.own = table?.you ?? null;
      this.game = page.game;
      this.length = page.moves;
      this.commitment = page.commitment;
      const seats = table?.seats.length ? table.seats : page.names.map(seatOf);
      this.seats = withDistinctNames(seats.map((seat) => ({ ...seat, is_connected: true, limit_ms: null })));
      this.result = table?.result ?? null;
      this.#take(page);
      this.isLoading = false;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : "The replay could not be loaded.";
    }
  }

  /** The number of the round where we are; null in a game without rounds. */
  round = $derived.by((): number | null => roundOf(this.position?.view));

  /** The position at the current moment, from the current chair; null while its page is on the way. */
  position = $derived.by((): Position | null => this.#positionAt(this.at));
  lastMove = $derived.by((): MoveTold | null => {
    const step = this.at > 0 ? this.steps[this.at - 1] : undefined;
    return step ? toldOf(step) : null;
  });

  /** Go to a moment; only a single step forward is shown as movement. */
  async go(at: number): Promise<void> {
    const wished = Math.max(0, Math.min(this.length, at));
    this.#wished = wished;
    const isStep = wished === this.at + 1;
    await this.#need(wished);
    if (this.#wished !== wished) return;
    this.before = isStep ? this.position : null;
    this.at = wished;
    if (wished % PAGE > PAGE - 20) void this.#need(wished + 20).catch(() => {});
  }

  /** To where the next round begins, or to the end. */
  async nextRound(): Promise<void> {
    const from = this.#wished;
    let at = from + 1;
    while (at < this.length && (await this.#roundAt(at)) === (await this.#roundAt(from))) at++;
    if (this.#wished === from) await this.go(at);
  }

  /** To where this round began; from there to where the one before it did. */
  async previousRound(): Promise<void> {
    const from = this.#wished;
    let at = from - 1;
    while (at > 0 && (await this.#roundAt(at - 1)) === (await this.#roundAt(at))) at--;
    if (this.#wished === from) await this.go(at);
  }

  async sitAt(chair: number): Promise<void> {
    const page = await this.#page(chair, firstOf(Math.max(0, this.at - 1)));
    this.chair = chair;
    this.before = null;
    this.steps = [];
    this.#take(page);
  }

  /** The first move whose words are not here yet; null if all are. */
  get missing(): number | null {
    for (let n = 0; n < this.length; n++) if (!this.steps[n]) return n + 1;
    return null;
  }

  /** Fetch what the list of moves lacks, one page at a time. */
  async more(): Promise<void> {
    if (this.missing !== null) await this.#need(this.missing);
  }

  #positionAt(at: number): Position | null {
    const step = at > 0 ? this.steps[at - 1] : undefined;
    const view = at === 0 ? this.#starts.get(this.chair) : step?.view;
    if (view === undefined) return null;
    return { move_number: at, now_ms: step?.at_ms ?? 0, view, to_act: [], legal: [], words: [], deadline_ms: null };
  }

  async #roundAt(at: number): Promise<number | null> {
    if (at > 0 && !this.steps[at - 1]) await this.#need(at);
    return roundOf(this.#positionAt(at)?.view);
  }

  /** What is kept of the table; a token that is not known any more is no hindrance. */
  async #table(token: string | null): Promise<Snapshot | null> {
    const asStranger = () => this.source.table(this.id).catch(() => null);
    return token === null ? asStranger() : this.source.table(this.id, token).catch(asStranger);
  }

  async #need(at: number): Promise<void> {
    const index = Math.max(0, Math.min(this.length, at) - 1);
    if (this.length === 0 || this.steps[index]) return;
    const chair = this.chair;
    const page = await this.#page(chair, firstOf(index));
    if (chair === this.chair) this.#take(page);
  }

  #page(chair: number, first: number): Promise<Replay> {
    const key = `${chair} ${first}`;
    let page = this.#pages.get(key);
    if (!page) {
      page = this.source.replay(this.id, chair, first);
      page.catch(() => this.#pages.delete(key));
      this.#pages.set(key, page);
    }
    return page;
  }

  #take(page: Replay): void {
    if (page.first === 0) this.#starts.set(page.viewer, page.start);
    const steps = this.steps.slice();
    for (const [n, step] of page.steps.entries()) steps[page.first + n] = step;
    this.steps = steps;
  }
}

function firstOf(index: number): number {
  return Math.floor(index / PAGE) * PAGE;
}

/** Games count rounds, or hands; some know neither. */
function roundOf(view: unknown): number | null {
  const { round, hand_number } = (view ?? {}) as { round?: unknown; hand_number?: unknown };
  const found = round ?? hand_number;
  return typeof found === "number" ? found : null;
}

function seatOf(name: string, seat: number): SeatTold {
  return {
    seat,
    name,
    colour: null,
    bot: null,
    is_person: true,
    is_ready: true,
    is_connected: true,
    is_host: false,
    spent_ms: 0,
    limit_ms: null,
  };
}

function toldOf(step: Step): MoveTold {
  const race = step.race && {
    reason: step.race.reason,
    rivals: step.race.rivals.map((one) => ({ seat: one.seat, credited_ms: one.arrived_ms - one.credit_ms })),
  };
  return {
    version: step.n,
    seat: step.seat,
    action: step.action,
    by: step.by ?? "player",
    at_ms: step.at_ms,
    sentence: step.sentence,
    race: race ?? null,
  };
}
