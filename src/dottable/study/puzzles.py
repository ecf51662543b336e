"""Puzzles: positions with one clearly best move, from reviewed errors and from matches between bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import TypeVar

from msgspec import Struct

from dottable.bots.bot import Budget, Choice, as_choice
from dottable.bots.levels import LeveledBot, levels_of
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match, Move
from dottable.core.primitives.seats import CLOCK
from dottable.lab.series.virtual_time_match import play_in_virtual_time
from dottable.study.decision_review import Decision, RolloutComparison, paired_difference, review_decision
from dottable.study.evaluation_settings import DEFAULT_SETTINGS
from dottable.study.review import decisions_of
from dottable.study.review_types import DecisionReview, MatchReview, MeanEstimate
from dottable.study.rollouts import seed_of
from dottable.table.viewers.snapshots import Position, ViewerState, build_position

PUZZLE_VERSION = 1
"""Version of the method that makes daily puzzles. With a new version, stored puzzles are not used any more."""
PUZZLE_VERDICTS = ("mistake", "blunder")
"""Errors that are large enough for a puzzle."""
MIN_LEAD_STANDARD_ERRORS = 3.0
"""Number of standard errors by which the best move of a puzzle must beat every other move."""
MIN_LEAD_WIN_CHANCE = 0.04
"""Difference in win chance by which the best move of a daily puzzle must beat every other move."""
BOT_LEVEL = "casual"
"""Level of the bots whose errors become daily puzzles."""
MAX_SEARCHED_MATCHES = 6
"""Maximum number of bot matches that are searched for a daily puzzle."""
MAX_DECISIONS_PER_MATCH = 24
"""Maximum number of decisions to judge in each match. Decisions in the middle of the match come first."""
MAX_CONFIRMED_RIVALS = 5
"""Maximum number of other moves that are compared once more with the answer of a daily puzzle."""
CONFIRMING_DEALS = 3000
"""Number of sampled deals on which the answer of a daily puzzle is compared with other moves once more."""


Item = TypeVar("Item")


class Puzzle(Struct, frozen=True):
    """A puzzle: a position with one clearly best move, and that move as the answer."""

    game: str
    seats: int
    decision: DecisionReview
    """The review of the decision: what was played and what is best. Shown only after an answer."""
    position: Position
    """The position as the seat saw it."""


class OwnPuzzle(Struct, frozen=True):
    """A puzzle made from an error of the player who solves it, in one of their matches."""

    match: str
    """Id of the match."""
    game: str
    players: tuple[str, ...]
    decision: DecisionReview


def has_single_answer(decision: DecisionReview) -> bool:
    """Return whether an error has a single answer: the best move beats every other compared move beyond the noise."""
    if decision.verdict not in PUZZLE_VERDICTS:
        return False
    answer = next(one for one in decision.candidates if one.action == decision.best.action)
    others = (one for one in decision.candidates if one.action != answer.action)
    return all(is_clearly_behind(answer.win_chance, one.win_chance) for one in others)


def is_clearly_behind(best: MeanEstimate, other: MeanEstimate) -> bool:
    """Return whether a win chance is more than MIN_LEAD_STANDARD_ERRORS standard errors below that of the best move."""
    noise = (best.standard_error**2 + other.standard_error**2) ** 0.5
    return best.mean - other.mean > MIN_LEAD_STANDARD_ERRORS * noise


def puzzles_of_review(match_id: str, review: MatchReview, seat: int) -> list[OwnPuzzle]:
    """Return the puzzles made from a player's errors in a match, the largest error first."""
    own = [one for one in review.decisions if one.seat == seat and has_single_answer(one)]
    own.sort(key=lambda one: one.loss.mean, reverse=True)
    return [OwnPuzzle(match_id, review.game, review.players, one) for one in own]


def daily_puzzle(game: Game, day: str) -> Puzzle | None:
    """Return the puzzle of a day (`YYYY-MM-DD`), or None if no match between bots has a clear one.

    It depends only on the game, the day and the version, so every server makes the same puzzle.
    """
    for n in range(MAX_SEARCHED_MATCHES):
        seed = seed_of("daily puzzle", PUZZLE_VERSION, game.slug, day, n)
        match = bot_match(game, seed)
        for decision in alternate_from_middle(list(decisions_of(match)), MAX_DECISIONS_PER_MATCH):
            reviewed = review_decision(decision, DEFAULT_SETTINGS, seed)
            if reviewed.verdict in PUZZLE_VERDICTS and is_confirmed(decision, reviewed, seed):
                return make_puzzle(match, reviewed)
    return None


def bot_match(game: Game, seed: bytes) -> Match:
    """Return a finished match between bots, with the game's smallest number of seats."""
    match = Match(game, seed=seed)
    bot = LeveledBot(levels_of(game)[BOT_LEVEL])

    def choose(current: Match, seat: int, number: int) -> Choice:
        return as_choice(bot.choose(SeatAccess(current, seat), Budget(), seed_of(seed, "choice", number)))

    play_in_virtual_time(match, choose, seed)
    return match


def alternate_from_middle(decisions: list[Item], most: int) -> Iterator[Item]:
    """Yield up to `most` items of a list, alternately from its second and its first half, from the middle outwards."""
    middle = len(decisions) // 2
    later, earlier = decisions[middle:], reversed(decisions[:middle])
    alternating = (one for one in chain.from_iterable(zip_longest(later, earlier)) if one is not None)
    for _, decision in zip(range(most), alternating, strict=False):
        yield decision


def is_confirmed(decision: Decision, reviewed: DecisionReview, seed: bytes) -> bool:
    """Return whether the best move clearly beats each of its nearest rivals on the same fresh deals."""
    best = reviewed.best.action
    rivals = [one.action for one in reviewed.candidates if one.action != best][:MAX_CONFIRMED_RIVALS]
    settings, seed = DEFAULT_SETTINGS, seed_of(seed, "confirm", decision.move)
    comparison = RolloutComparison(decision.access, settings, seed, settings.pool_size)
    values, _ = comparison.roll_out([best, *rivals], CONFIRMING_DEALS)
    leads = [paired_difference(values[:, 0], values[:, k]) for k in range(1, len(rivals) + 1)]
    return all(lead.mean > max(MIN_LEAD_WIN_CHANCE, MIN_LEAD_STANDARD_ERRORS * lead.standard_error) for lead in leads)


def make_puzzle(match: Match, reviewed: DecisionReview) -> Puzzle:
    """Return the puzzle of a reviewed decision of a finished match."""
    seen = past_position(match.before_first_move(), match.moves, reviewed.move, reviewed.seat)
    return Puzzle(match.game.slug, match.seats, reviewed, seen)


def past_position(match: Match, moves: Sequence[Move], move: int, seat: int) -> Position:
    """Return the position after the first `move` moves, as a seat saw it.

    It has the seat's legal actions, and the time of the next move. `match` is before its first move.
    """
    for one in moves[:move]:
        match.apply(*one)
    now_ms = moves[move].at_ms if move < len(moves) else match.now_ms
    to_act = tuple(one for one in match.to_act if one != CLOCK)
    seen = ViewerState(match.view(seat), to_act, tuple(match.offered_actions(seat)), deadline_ms=None)
    return build_position(match.game, seen, move, now_ms)
