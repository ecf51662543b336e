import type { CandidateMove, DecisionReview, MatchReview, SeatLedger } from "../../src/types/http";

export function candidate(action: number, chance: number, words = `Move ${action}`): CandidateMove {
  return { action, text: `m${action}`, words, win_chance: { mean: chance, standard_error: 0.01 }, points: null };
}

export function decision(move: number, seat: number, loss: number, more: Partial<DecisionReview> = {}): DecisionReview {
  const [played, best] = [candidate(1, 0.4), candidate(2, 0.4 + loss)];
  return {
    move,
    seat,
    played,
    best,
    loss: { mean: loss, standard_error: 0.01 },
    is_searched: false,
    verdict: loss >= 0.1 ? "blunder" : loss > 0 ? "mistake" : "best",
    deals: 2000,
    candidates: [best, played, candidate(3, 0.1)],
    reason: "55 % against 40 % in 2,000 deals.",
    known: ["You had seen both fives."],
    ...more,
  };
}

export const ledger: SeatLedger = {
  start: 0.5,
  result: 0,
  deal: -0.1,
  chance: -0.06,
  own_errors: -0.34,
  other_errors: 0,
  luck_adjusted_result: 0.16,
  standard_error: 0.01,
  points: { start: 0, result: -12, deal: -2, chance: -1, own_errors: -9, other_errors: 0 },
};

export const review: MatchReview = {
  version: 1,
  game: "dot_nine",
  moves: 3,
  players: ["Ann", "Bob"],
  is_complete: true,
  progress: 1,
  is_rough: false,
  seats: [
    { seat: 0, name: "Ann", decisions: 2, accuracy: 81, inaccuracies: 0, mistakes: 0, blunders: 1, ledger },
    { seat: 1, name: "Bob", decisions: 1, accuracy: 99, inaccuracies: 0, mistakes: 1, blunders: 0, ledger: { ...ledger, deal: 0.1, chance: 0.06, own_errors: 0, other_errors: 0.34, result: 1, luck_adjusted_result: 0.84 } },
  ],
  curve: [
    { move: -1, win_chances: [0.4, 0.6] },
    { move: 0, win_chances: [0.25, 0.75] },
    { move: 1, win_chances: [0.2, 0.8] },
    { move: 2, win_chances: [0, 1] },
  ],
  turning_points: [0, 2],
  decisions: [decision(0, 0, 0.15), decision(1, 1, 0.06), decision(2, 0, 0)],
  races: [],
  ledger: [],
};
