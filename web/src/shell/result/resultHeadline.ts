/** The headline of a result: who has won, alone, as a team, or together. */
import { countWithNoun } from "../../lib/countWithNoun";
import { seatName } from "../../lib/seatNames";
import type { MatchResult, SeatInfo } from "../../types/messages";
import { humanize } from "../format";

/** Return the name of the team that all winners belong to, or null if a single player or several teams have won. */
export function winningTeam(winners: readonly number[], seats: readonly SeatInfo[]): string | null {
  const teams = new Set(winners.map((seat) => seats[seat]?.team ?? null));
  const [team] = teams;
  return winners.length > 1 && teams.size === 1 ? (team ?? null) : null;
}

export function resultHeadline(result: MatchResult, seats: readonly SeatInfo[], you: number | null): string {
  if (result.reason === "aborted") return "The match was ended early";
  const team = winningTeam(result.winners, seats);
  if (team !== null) return you !== null && result.winners.includes(you) ? "Your team wins!" : `Team ${humanize(team)} wins`;
  const winners = result.winners.toSorted((one, other) => Number(other === you) - Number(one === you)); // "You and Ann"
  const names = winners.map((seat) => seatName(seats, seat, you));
  if (result.winners.length === seats.length && seats.length === 2) return `A draw: ${you === null ? "both" : "you"} share the win`;
  if (result.winners.length === seats.length) return "All share the win";
  if (names.length === 1) return names[0] === "You" ? "You win!" : `${names[0]} wins`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share the win`;
}

/** Return the final score of a match of two sides, the winner's first: "5 : 4". Empty with more sides, for a tie, and without a winner. */
export function finalScore({ reason, scores, winners }: MatchResult, seats: readonly SeatInfo[]): string {
  const side = ({ seat, team }: SeatInfo) => team ?? `${seat}`;
  const sides = [...new Map(seats.map((one) => [side(one), one.seat]))].map(([, seat]) => seat);
  const won = sides.filter((seat) => winners.includes(seat));
  const [winner, loser] = [scores[won[0] ?? -1], scores[sides.find((seat) => !winners.includes(seat)) ?? -1]];
  if (reason === "aborted" || sides.length !== 2 || won.length !== 1 || winner === undefined || loser === undefined || winner === loser) return "";
  return `${winner} : ${loser}`;
}

/**
 * Return a text on how close the match was, such as "12 points ahead of Ada". If the fewest points win: "12 points fewer
 * than Ada". Empty without a winning score.
 */
export function winningMargin(result: MatchResult, seats: readonly SeatInfo[], you: number | null): string {
  const best = result.scores[result.winners[0] ?? -1];
  const others = seats.filter(({ seat }) => !result.winners.includes(seat) && result.scores[seat] !== undefined);
  if (best === undefined || others.length === 0) return "";
  const distance = (seat: number) => Math.abs(result.scores[seat]! - best);
  const nearest = others.reduce((one, other) => (distance(other.seat) < distance(one.seat) ? other : one));
  const name = nearest.seat === you ? "you" : seatName(seats, nearest.seat);
  const points = countWithNoun(distance(nearest.seat), "point");
  if (distance(nearest.seat) === 0) return `level on points with ${name}`;
  return result.scores[nearest.seat]! > best ? `${points} fewer than ${name}` : `${points} ahead of ${name}`;
}
