/** The headline of a result: who has won, alone, as a team, or together. */
import { countWithNoun } from "../../lib/countWithNoun";
import { seatName } from "../../lib/seatNames";
import type { MatchResult, SeatInfo } from "../../types/messages";
import { spacedAndCapitalized } from "../format";

/** Return the name of the team that all winners belong to, or null if a single player or several teams have won. */
export function winningTeam(winners: readonly number[], seats: readonly SeatInfo[]): string | null {
  const winnerTeams = new Set(winners.map((seat) => seats[seat]?.team ?? null));
  const [team] = winnerTeams;
  return winners.length > 1 && winnerTeams.size === 1 ? (team ?? null) : null;
}

export function resultHeadline(result: MatchResult, seats: readonly SeatInfo[], you: number | null): string {
  if (result.reason === "aborted") return "The match was ended early";
  const team = winningTeam(result.winners, seats);
  if (team !== null) return you !== null && result.winners.includes(you) ? "Your team wins!" : `Team ${spacedAndCapitalized(team)} wins`;
  const winnerSeats = result.winners.toSorted((one, other) => Number(other === you) - Number(one === you)); // "You and Ann"
  const winnerNames = winnerSeats.map((seat) => seatName(seats, seat, you));
  if (result.winners.length === seats.length && seats.length === 2) return `A draw: ${you === null ? "both" : "you"} share the win`;
  if (result.winners.length === seats.length) return "All share the win";
  if (winnerNames.length === 1) return winnerNames[0] === "You" ? "You win!" : `${winnerNames[0]} wins`;
  return `${winnerNames.slice(0, -1).join(", ")} and ${winnerNames.at(-1)} share the win`;
}

/** Return the final score of a match of two sides, the winner's first: "5 : 4". Empty with more sides, for a tie, and without a winner. */
export function finalScore({ reason, scores, winners }: MatchResult, seats: readonly SeatInfo[]): string {
  const side = ({ seat, team }: SeatInfo) => team ?? `${seat}`;
  const oneSeatPerSide = [...new Map(seats.map((one) => [side(one), one.seat]))].map(([, seat]) => seat);
  const won = oneSeatPerSide.filter((seat) => winners.includes(seat));
  const [winner, loser] = [scores[won[0] ?? -1], scores[oneSeatPerSide.find((seat) => !winners.includes(seat)) ?? -1]];
  if (reason === "aborted" || oneSeatPerSide.length !== 2 || won.length !== 1 || winner === undefined || loser === undefined || winner === loser) return "";
  return `${winner} : ${loser}`;
}

/**
 * Return a text on how close the match was, such as "12 points ahead of Ada". If the fewest points win: "12 points fewer
 * than Ada". Empty without a winning score.
 */
export function winningMargin(result: MatchResult, seats: readonly SeatInfo[], you: number | null): string {
  const best = result.scores[result.winners[0] ?? -1];
  const loserSeats = seats.filter(({ seat }) => !result.winners.includes(seat) && result.scores[seat] !== undefined);
  if (best === undefined || loserSeats.length === 0) return "";
  const scoreDistance = (seat: number) => Math.abs(result.scores[seat]! - best);
  const nearestLoser = loserSeats.reduce((one, other) => (scoreDistance(other.seat) < scoreDistance(one.seat) ? other : one));
  const name = nearestLoser.seat === you ? "you" : seatName(seats, nearestLoser.seat);
  const pointsText = countWithNoun(scoreDistance(nearestLoser.seat), "point");
  if (scoreDistance(nearestLoser.seat) === 0) return `level on points with ${name}`;
  return result.scores[nearestLoser.seat]! > best ? `${pointsText} fewer than ${name}` : `${pointsText} ahead of ${name}`;
}
