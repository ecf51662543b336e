// Hints, reviews and puzzles of the matches of this device, in the form of the HTTP API's answers.
import type { HintAnswer, MatchReview, OwnPuzzle, PuzzleList } from "../types/http";
import type { Position } from "../types/messages";
import type { MatchSetup, Move, OfflineMatch } from "./offlineMatch";
import { RequestProblem } from "./requestProblem";
import { localPuzzles, type MatchStore, type StoredMatch } from "./matchStore";
import type { Hint } from "./hintsAndReviews";
import { positionOf, OWN_SEAT } from "./tableMessages";

/** A match in the form in which it is sent to the worker for hints and reviews. */
export interface StudiedMatch {
  slug: string;
  setup: MatchSetup;
  moves: Move[];
}

/** A partial or complete review. The puzzles are empty until it is complete. */
export interface ReviewPart {
  review: MatchReview;
  puzzles: OwnPuzzle[];
}

export interface StudyHost {
  store: MatchStore;
  hint(match: StudiedMatch, seat: number): Promise<Hint>;
  review(match: StudiedMatch, id: string, players: string[], onPart: (part: ReviewPart) => void): Promise<void>;
}

/** A review that is being made. */
interface Job {
  latest: MatchReview | null;
  /** Resolves when the first partial review has arrived. */
  first: Promise<void>;
  failed: boolean;
}

const asStudiedMatch = ({ game, setup, moves }: OfflineMatch): StudiedMatch => ({ slug: game.gameData.details.slug, setup, moves: moves.map((move) => ({ ...move })) });

export class StudyService {
  private readonly jobs = new Map<string, Job>();
  private readonly hints = new Map<string, Promise<Hint>>();

  constructor(private readonly host: StudyHost) {}

  /** Return a hint for the player's turn. `isRace` tells whether an action is a claim for which several seats compete. */
  async hint(id: string, match: OfflineMatch | null, isRace: (action: number) => boolean, level: "idea" | "move"): Promise<HintAnswer> {
    if (!match) throw new RequestProblem(409, "not-live", "Hints are for a match that is being played.");
    const offeredActions = match.toAct.includes(OWN_SEAT) ? match.offered(OWN_SEAT) : [];
    if (!offeredActions.length) throw new RequestProblem(409, "not-your-turn", "You can ask for a hint when it is your turn.");
    if (offeredActions.some(isRace)) throw new RequestProblem(409, "no-hints", "There are no hints in a race.");
    const move = match.moves.length;
    const key = `${id} ${move}`;
    let finding = this.hints.get(key);
    if (!finding) {
      finding = this.host.hint(asStudiedMatch(match), OWN_SEAT);
      this.hints.set(key, finding);
      finding.catch(() => this.hints.delete(key));
    }
    const { idea, action, words } = await finding;
    return level === "idea" ? { move_number: move, idea, action: null, words: null } : { move_number: move, idea, action, words };
  }

  /** Return the latest partial or complete review of a finished match. The first request starts the work. */
  async review(stored: StoredMatch, match: OfflineMatch, names: string[]): Promise<MatchReview> {
    const { id } = stored;
    if (stored.status !== "over") throw new RequestProblem(409, "no_result", "This match ended without a result, so it has no review.");
    const kept = await this.host.store.getReview(id);
    if (kept?.review.version === match.game.gameData.review_version) return kept.review;
    let job = this.jobs.get(id);
    if (!job) this.jobs.set(id, (job = this.start(id, match, names)));
    await job.first;
    if (job.failed || !job.latest) throw new RequestProblem(422, "not_reviewed", "This match could not be reviewed.");
    return job.latest;
  }

  private start(id: string, played: OfflineMatch, names: string[]): Job {
    const job: Job = { latest: null, failed: false, first: Promise.resolve() };
    job.first = new Promise((resolve) => {
      this.host
        .review(asStudiedMatch(played), id, names, ({ review, puzzles }) => {
          job.latest = review;
          if (review.is_complete) void this.host.store.putReview({ id, review, puzzles });
          resolve();
        })
        .catch((error: unknown) => {
          console.error(error);
          job.failed = true;
          resolve();
        });
    });
    return job;
  }

  /** Return the puzzles from the player's errors in reviewed matches, the latest match first. */
  async puzzles(): Promise<PuzzleList> {
    return { puzzles: await localPuzzles(this.host.store) };
  }

  /** Return the position after some moves of a finished match, as a seat saw it. `match` is before its first move. */
  position(match: OfflineMatch, moves: readonly Move[], move: number, seat: number): Position {
    if (!(move <= moves.length && seat < match.setup.seats)) throw new RequestProblem(404, "not_found", "This match has no such position.");
    for (const one of moves.slice(0, move)) match.apply(one.seat, one.action, one.at_ms);
    return { ...positionOf(match, seat, moves[move]?.at_ms ?? match.nowMs), deadline_ms: null };
  }
}
