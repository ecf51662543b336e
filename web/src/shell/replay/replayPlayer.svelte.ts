/** A finished match, move by move. Pages of moves are loaded on demand and cached per viewer. */
import { api, errorMessage } from "../../lib/api";
import { withUniqueNames } from "../../lib/seatNames";
import type { Replay, ReplayStep } from "../../types/http";
import type { ContributionInfo, MoveInfo, Position, MatchResult, SeatInfo, Snapshot } from "../../types/messages";

/** Number of moves that one request loads. */
export const MOVES_PER_REQUEST = 200;
/** Moves before the end of a page at which the next page is loaded. */
const PREFETCH_DISTANCE = 20;
/** Viewer number of a spectator. */
export const SPECTATOR_VIEWER = -1;

type ReplayApi = Pick<typeof api, "replay" | "table">;

export class ReplayPlayer {
  game = $state("");
  seats = $state.raw<SeatInfo[]>([]);
  moveCount = $state(0);
  /** Number of moves made in the position shown. */
  moveNumber = $state(0);
  /** Seat whose view is shown, or `SPECTATOR_VIEWER`. */
  viewer = $state(SPECTATOR_VIEWER);
  /** The player's own seat in this match, if any. */
  ownSeat = $state<number | null>(null);
  isLoading = $state(true);
  problem = $state<string | null>(null);
  previousPosition = $state.raw<Position | null>(null);
  steps = $state.raw<(ReplayStep | undefined)[]>([]);
  commitment = $state("");
  contributions = $state.raw<ContributionInfo[]>([]);
  /** Whether the match was played elsewhere and its log imported. */
  isImported = $state(false);
  result = $state.raw<MatchResult | null>(null);
  /** Id of the rematch, if there is one and the player had a seat in this match. */
  rematch = $state<string | null>(null);

  /** The view before the first move, by viewer. */
  #starts = new Map<number, Pick<Replay, "start" | "start_screen">>();
  #pages = new Map<string, Promise<Replay>>();
  #wantedMove = 0;

  constructor(
    readonly id: string,
    private readonly source: ReplayApi = api,
  ) {}

  /** Load the match. A player of the match, known by the token, starts with the view of their own seat. */
  async open(token: string | null = null): Promise<void> {
    try {
      const tableSnapshot = await this.#table(token);
      const initialViewer = tableSnapshot?.you ?? SPECTATOR_VIEWER;
      const page = await this.#page(initialViewer, 0);
      this.viewer = initialViewer;
      this.ownSeat = tableSnapshot?.you ?? null;
      this.game = page.game;
      this.moveCount = page.moves;
      this.commitment = page.commitment;
      this.contributions = page.shuffle.contributions;
      this.isImported = page.is_imported;
      const replaySeats = tableSnapshot?.seats.length ? tableSnapshot.seats : page.names.map(placeholderSeat);
      this.seats = withUniqueNames(replaySeats.map((seat) => ({ ...seat, is_connected: true, limit_ms: null })));
      this.result = tableSnapshot?.result ?? null;
      this.rematch = this.ownSeat === null ? null : (tableSnapshot?.rematch ?? null);
      this.#addPage(page);
      this.isLoading = false;
    } catch (error) {
      this.problem = errorMessage(error, "The replay could not be loaded. Reload the page.");
    }
  }

  /** Number of the round shown. Null in a game without rounds. */
  round = $derived.by((): number | null => roundNumber(this.position?.view));

  /** The position shown. Null while its page is loading. */
  position = $derived.by((): Position | null => this.#positionAt(this.moveNumber));
  lastMove = $derived.by((): MoveInfo | null => {
    const step = this.moveNumber > 0 ? this.steps[this.moveNumber - 1] : undefined;
    return step ? toMoveInfo(step) : null;
  });

  /** Show the position after `moveNumber` moves. Only a single step forward is animated. */
  async seek(moveNumber: number): Promise<void> {
    const targetMove = Math.max(0, Math.min(this.moveCount, moveNumber));
    this.#wantedMove = targetMove;
    const isSingleStep = targetMove === this.moveNumber + 1;
    await this.#load(targetMove);
    if (this.#wantedMove !== targetMove) return;
    this.previousPosition = isSingleStep ? this.position : null;
    this.moveNumber = targetMove;
    if (targetMove % MOVES_PER_REQUEST > MOVES_PER_REQUEST - PREFETCH_DISTANCE) void this.#load(targetMove + PREFETCH_DISTANCE).catch(() => {});
  }

  /** Seek to the start of the next round, or to the end. */
  async nextRound(): Promise<void> {
    const from = this.#wantedMove;
    let at = from + 1;
    while (at < this.moveCount && (await this.#roundAt(at)) === (await this.#roundAt(from))) at++;
    if (this.#wantedMove === from) await this.seek(at);
  }

  /** Seek to the start of this round or, if already there, to the start of the previous round. */
  async previousRound(): Promise<void> {
    const from = this.#wantedMove;
    let at = from - 1;
    while (at > 0 && (await this.#roundAt(at - 1)) === (await this.#roundAt(at))) at--;
    if (this.#wantedMove === from) await this.seek(at);
  }

  async viewAs(viewer: number): Promise<void> {
    const page = await this.#page(viewer, firstMoveOfPage(Math.max(0, this.moveNumber - 1)));
    this.viewer = viewer;
    this.previousPosition = null;
    this.steps = [];
    this.#addPage(page);
  }

  /** Return the number of the first move that is not loaded, or null if all are. */
  get firstMissing(): number | null {
    for (let n = 0; n < this.moveCount; n++) if (!this.steps[n]) return n + 1;
    return null;
  }

  /** Load the next missing page of moves. */
  async loadMore(): Promise<void> {
    if (this.firstMissing !== null) await this.#load(this.firstMissing);
  }

  #positionAt(at: number): Position | null {
    const step = at > 0 ? this.steps[at - 1] : undefined;
    const startOfViewer = at === 0 ? this.#starts.get(this.viewer) : undefined;
    const view = at === 0 ? startOfViewer?.start : step?.view;
    if (view === undefined) return null;
    const textScreen = (at === 0 ? startOfViewer?.start_screen : step?.screen) ?? null;
    return { move_number: at, now_ms: step?.at_ms ?? 0, view, to_act: [], legal: [], words: [], deadline_ms: null, screen: textScreen };
  }

  async #roundAt(at: number): Promise<number | null> {
    if (at > 0 && !this.steps[at - 1]) await this.#load(at);
    return roundNumber(this.#positionAt(at)?.view);
  }

  /** Return the stored table, or null. Retries without the token if the server does not know it. */
  async #table(token: string | null): Promise<Snapshot | null> {
    const asSpectator = () => this.source.table(this.id).catch(() => null);
    return token === null ? asSpectator() : this.source.table(this.id, token).catch(asSpectator);
  }

  async #load(at: number): Promise<void> {
    const stepIndex = Math.max(0, Math.min(this.moveCount, at) - 1);
    if (this.moveCount === 0 || this.steps[stepIndex]) return;
    const currentViewer = this.viewer;
    const page = await this.#page(currentViewer, firstMoveOfPage(stepIndex));
    if (currentViewer === this.viewer) this.#addPage(page);
  }

  #page(viewer: number, first: number): Promise<Replay> {
    const key = `${viewer} ${first}`;
    let page = this.#pages.get(key);
    if (!page) {
      page = this.source.replay(this.id, viewer, first);
      page.catch(() => this.#pages.delete(key));
      this.#pages.set(key, page);
    }
    return page;
  }

  #addPage(page: Replay): void {
    if (page.first === 0) this.#starts.set(page.viewer, page);
    const extendedSteps = this.steps.slice();
    for (const [n, step] of page.steps.entries()) extendedSteps[page.first + n] = step;
    this.steps = extendedSteps;
  }
}

function firstMoveOfPage(index: number): number {
  return Math.floor(index / MOVES_PER_REQUEST) * MOVES_PER_REQUEST;
}

/** Return the round or hand number of a view, or null if the game has neither. */
function roundNumber(view: unknown): number | null {
  const { round, hand_number } = (view ?? {}) as { round?: unknown; hand_number?: unknown };
  const roundOfView = round ?? hand_number;
  return typeof roundOfView === "number" ? roundOfView : null;
}

function placeholderSeat(name: string, seat: number): SeatInfo {
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

function toMoveInfo(step: ReplayStep): MoveInfo {
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
    narration: step.narration,
    race: race ?? null,
  };
}
