"""Hints for a player: a sentence on what to look for, and the best move. Both use only what the seat knows."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from dottable.bots.bot import Budget, as_choice
from dottable.bots.greedy import GreedyBot
from dottable.bots.levels import LeveledBot, levels_of
from dottable.bots.seat_access import SeatAccess
from dottable.core.contract import HintFacts
from dottable.core.registry import find_game
from dottable.study.reasons import game_reasons

HINT_MS = 300
"""Time for the search of a hint, in milliseconds."""
MAX_COMPARED_MOVES = 6
"""Maximum number of legal moves that the best move is compared with to find a reason for it."""


class Hint(Struct, frozen=True):
    """The best action that a short search finds for a seat."""

    action: int
    words: str
    """The action in words."""
    idea: str
    """A sentence that says what to look for, without naming the action."""


@lru_cache(maxsize=32)
def hint_bot(slug: str) -> LeveledBot:
    """Return the bot whose choice is the hint: the strongest level. It keeps no state between moves."""
    return LeveledBot(levels_of(find_game(slug))["master"])


def make_hint(access: SeatAccess, seed: bytes, budget: Budget = Budget(ms=HINT_MS)) -> Hint:  # noqa: B008
    """Return a hint for a seat that has to act, from a search within `budget`."""
    best = hint_bot(access.game.slug).choose(access, budget, seed)
    natural = as_choice(GreedyBot().choose(access, Budget(), seed)).action
    view = access.view()
    return Hint(best, access.game.view.describe_action(view, best), idea_sentence(access, best, natural))


def first_reason(access: SeatAccess, best: int, natural: int) -> str:
    """Return the first reason for the best move over the natural move, or over another legal move; empty if none.

    Only what follows from the best move is told, because a hint names only one move.
    """
    view = access.view()
    for other in [natural, *access.legal()[:MAX_COMPARED_MOVES]]:
        for reason in game_reasons(access, view, best, other) if other != best else ():
            if reason.better:
                return reason.better
    return ""


def idea_sentence(access: SeatAccess, best: int, natural: int) -> str:
    """Return a sentence on what to look for.

    It is the game's own hint, or its first reason for the best move. Without either it says whether the greedy bot's
    choice (`natural`) is the best move.
    """
    hook = access.game.view
    if isinstance(hook, HintFacts) and (idea := hook.hint_idea(access.view(), best)):
        return idea
    reason = first_reason(access, best, natural)
    if reason:
        return f"There is a move after which {reason.replace(' right after it', '')}."
    verdict = "the best one" if best == natural else "not the best one"
    return f"Nothing that you see decides it alone. The move that brings most right now is {verdict}."
