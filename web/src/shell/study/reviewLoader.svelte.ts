/** The review of a match, loaded again every second until it is complete. */
import { api, ApiError, errorMessage } from "../../lib/api";
import { withUniqueNames } from "../../lib/seatNames";
import type { MatchReview } from "../../types/http";
import type { SeatInfo, Snapshot } from "../../types/messages";

/** Time in milliseconds between two requests for a review that is being made. */
const POLL_MS = 1000;
/** Time in milliseconds before the next request when the server is busy. */
const RETRY_MS = 4000;

type ReviewApi = Pick<typeof api, "review" | "table">;

export class ReviewLoader {
  review = $state.raw<MatchReview | null>(null);
  /** Name, colour and bot of each seat. */
  seats = $state.raw<Pick<SeatInfo, "seat" | "name" | "colour" | "bot">[]>([]);
  /** Seat of the local player in this match, if any. */
  you = $state<number | null>(null);
  winners = $state.raw<readonly number[]>([]);
  problem = $state<string | null>(null);
  /** Reason why the page waits although the review is not being made; null otherwise. */
  notice = $state<string | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(
    readonly id: string,
    private readonly source: ReviewApi = api,
  ) {}

  async open(token: string | null): Promise<void> {
    const [table] = await Promise.all([this.#table(token), this.#poll()]);
    this.you = table?.you ?? null;
    this.winners = table?.result?.winners ?? [];
    if (table?.seats.length) this.seats = withUniqueNames(table.seats);
  }

  /** Return the seats; before the table is loaded, or for an imported match, made from the names in the review. */
  get players(): Pick<SeatInfo, "seat" | "name" | "colour" | "bot">[] {
    if (this.seats.length) return this.seats;
    return (this.review?.players ?? []).map((name, seat) => ({ seat, name: name || `Player ${seat + 1}`, colour: null, bot: null }));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    let delay = POLL_MS;
    try {
      this.review = await this.source.review(this.id);
      this.notice = null;
    } catch (error) {
      if (!isTemporaryError(error)) {
        this.problem = errorMessage(error, "The review could not be loaded. Reload the page.");
        return;
      }
      this.notice = errorMessage(error, "");
      delay = RETRY_MS;
    }
    if (!this.#isStopped && !this.review?.is_complete) this.#timer = setTimeout(() => void this.#poll(), delay);
  }

  async #table(token: string | null): Promise<Snapshot | null> {
    const asSpectator = () => this.source.table(this.id).catch(() => null);
    return token === null ? asSpectator() : this.source.table(this.id, token).catch(asSpectator);
  }
}

/** Whether a request may succeed later: the connection failed, or the server is busy. */
function isTemporaryError(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "offline" || error.status === 429 || error.status === 503);
}
