// The parts of snapshots and events that a table on this device sends. The counterpart of `src/dottable/table/viewers`.
import { bytesFromHex, sha256 } from "../lib/sha256";
import type { MatchResult, MoveInfo, Position, RaceInfo, SeatInfo, ShuffleInfo } from "../types/messages";
import { CLOCK_SEAT, verbIndex, type GameData } from "./gameData";
import type { LoadedGame, OfflineMatch } from "./offlineMatch";
import type { StoredMatch } from "./matchStore";

/** Seat of the player of this device. */
export const OWN_SEAT = 0;
const MAX_DESCRIBED_ACTIONS = 64;

/** Return the SHA-256 of seed and salt, published before the match. */
export const commitmentOf = ({ seed, salt }: StoredMatch) => sha256(bytesFromHex(seed + salt));

/** Return a position as a seat sees it, with its legal actions; -1 is a spectator. */
export function positionOf(match: OfflineMatch, seat: number, nowMs: number): Position {
  const { texts } = match.game;
  const offeredActions = seat < 0 ? [] : match.offered(seat);
  const actionWords = offeredActions.length && offeredActions.length <= MAX_DESCRIBED_ACTIONS ? texts.texts(match.record, seat, offeredActions).map(([, , text]) => text) : [];
  return {
    move_number: match.moves.length,
    now_ms: nowMs,
    view: texts.view(match.record, seat),
    to_act: match.toAct.filter((one) => one !== CLOCK_SEAT),
    legal: offeredActions,
    words: actionWords,
    deadline_ms: match.deadlineMs,
  };
}

/** Return a move as a viewer sees it, at version `version` of the table. Of another seat's secret action it contains only the verb. */
export function moveInfo(
  { texts, gameData }: LoadedGame,
  { before, after }: { before: Uint8Array; after: Uint8Array },
  { seat, action, at_ms, by }: StoredMatch["moves"][number],
  race: RaceInfo | null,
  version: number,
  viewer = OWN_SEAT,
): MoveInfo {
  const isVisible = seat === viewer || texts.isPublic(action);
  const shownAction = isVisible ? action : gameData.details.verbs[verbIndex(gameData, action)]!.first;
  const moveNarration = texts.narration(before, after, viewer, seat, shownAction) as MoveInfo["narration"];
  return { version, seat, action: isVisible ? action : null, by, at_ms, narration: moveNarration, race };
}

export function shuffleInfo({ entropy_hash, contributions, is_starting, status }: StoredMatch): ShuffleInfo {
  const revealedContributions = contributions.map(({ seat, entropy }) => ({ seat, entropy_hash: sha256(bytesFromHex(entropy)), entropy }));
  if (status !== "open") return { is_starting: false, contributions: revealedContributions };
  const hashedContributions = entropy_hash && !revealedContributions.length ? [{ seat: OWN_SEAT, entropy_hash, entropy: null }] : [];
  return { is_starting, contributions: [...revealedContributions, ...hashedContributions] };
}

export function seatInfos(gameData: GameData, { seats, status, options }: StoredMatch): SeatInfo[] {
  const teamBySeat = teamsOf(gameData, options, seats.length);
  return seats.map((holder, seat) => ({
    seat,
    name: holder?.name ?? null,
    colour: (holder && (teamBySeat?.colours[seat] ?? holder.colour)) ?? null,
    bot: holder?.bot ?? null,
    is_person: holder !== null && holder.bot === null,
    is_ready: holder?.bot != null || status !== "open",
    is_connected: holder !== null && holder.bot === null,
    is_host: seat === OWN_SEAT,
    spent_ms: 0,
    limit_ms: null,
    team: teamBySeat?.names[seat] ?? null,
  }));
}

/** Return name and colour of each seat's team, in a game with teams. */
function teamsOf({ teams, details }: GameData, options: StoredMatch["options"], seats: number): { names: string[]; colours: string[] } | null {
  if (!teams) return null;
  const optionValue = String(options[teams.option] ?? details.options.find(({ name }) => name === teams.option)!.default);
  const teamNumbers = teams.seats[optionValue]?.[seats] ?? [];
  return { names: teamNumbers.map((team) => teams.names[team]!), colours: teamNumbers.map((team) => teams.colours[team]!) };
}

/** Return the result of a match that has ended; `progress` has all seats' points after each move that changed them. */
export function resultOf({ status, seed, salt }: StoredMatch, match: OfflineMatch | null, progress: number[][]): MatchResult | null {
  if (status !== "over" && status !== "aborted") return null;
  if (!match) return { reason: "aborted", scores: [], returns: [], winners: [], seed: null, salt: null };
  return {
    reason: status === "over" ? "finished" : "aborted",
    scores: match.scores(),
    returns: match.isOver ? match.returns() : [],
    winners: match.winners(),
    seed,
    salt,
    progress,
  };
}
