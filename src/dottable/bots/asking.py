"""Asking a bot for a move so that nothing it does can hurt the match: a fault costs it the move, no more."""

from __future__ import annotations

import operator
import random
import time
from typing import Any, Literal, NamedTuple

from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.chair import Chair

Kind = Literal["exception", "illegal", "nonsense", "timeout", "death", "garbage", "start", "dropped"]
"""It raised; chose what is not legal; answered something that is no action; took too long; its process
died; its process broke the protocol; it could not be started; after too much of that it is not asked."""

DEFAULT_AFTER_MS = 5000
"""In real time a default action comes later than anybody's own, so that a fault never wins a race."""
LONGEST_MESSAGE = 200


class BotFault(Exception):
    """A bot did not give a legal action."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind: Kind = kind
        self.message = message[:LONGEST_MESSAGE]


class Answer(NamedTuple):
    """A legal choice, the time it took, and what was wrong if it is not the bot's own."""

    choice: Choice
    ms: float
    fault: BotFault | None = None


def ask(bot: Bot, chair: Chair, budget: Budget, seed: bytes) -> Answer:
    """A bot's choice, or the default one and the fault that led to it; never raises because of the bot."""
    start = time.perf_counter()
    fault, choice = None, None
    try:
        chosen = bot.choose(chair, budget, seed)
    except BotFault as found:
        fault = found
    except Exception as error:
        fault = BotFault("exception", describe(error))
    took_ms = 1000 * (time.perf_counter() - start)
    if fault is None:
        try:
            choice = checked(chosen, chair)
        except BotFault as found:
            fault = found
    return Answer(choice or default_choice(chair, seed), took_ms, fault)


def checked(chosen: Any, chair: Chair) -> Choice:
    """The choice if it is a legal one, or BotFault."""
    timed = isinstance(chosen, Choice)
    action = whole(chosen.action if timed else chosen)
    if action not in chair.legal():
        raise BotFault("illegal", f"action {action} is not legal here")
    return Choice(action, max(0, whole(chosen.after_ms)) if timed else 0)


def whole(value: Any) -> int:
    """A whole number of Python or NumPy; BotFault for anything else, truth values included."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise BotFault("nonsense", f"answered {value!r:.80}, which is no whole number") from None


def default_choice(chair: Chair, seed: bytes) -> Choice:
    """What is played for a bot that gave no legal action: any legal one, by the seed of the move.

    A random action favours nobody: the first legal one would be a good move in one game and a bad one in another.
    """
    action = random.Random(b"default" + seed).choice(chair.legal())
    return Choice(action, DEFAULT_AFTER_MS if chair.game.races else 0)


def describe(error: BaseException) -> str:
    """An exception in one line."""
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
