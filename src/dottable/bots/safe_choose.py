"""`safe_choose`: a bot's choice, or a default action if the bot fails. No failure of a bot can stop a match."""

from __future__ import annotations

import operator
import random
import time
from typing import Any, Literal, NamedTuple

from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.seat_access import SeatAccess

FaultKind = Literal["exception", "illegal", "nonsense", "timeout", "death", "garbage", "start", "dropped"]
"""It raised an exception; chose an illegal action; returned no integer; exceeded its time; its process died; its
process broke the protocol; it could not be started; after too many faults it is not asked any more."""

DEFAULT_ACTION_DELAY_MS = 5000
"""Delay of a default action in real-time play: longer than any bot's own, so that a fault never wins a race."""
MAX_FAULT_MESSAGE_LENGTH = 200
"""Characters; a longer message is cut off."""


class BotFault(Exception):
    """A bot did not give a legal action."""

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind: FaultKind = kind
        self.message = message[:MAX_FAULT_MESSAGE_LENGTH]


class SafeChoice(NamedTuple):
    """A legal choice."""

    choice: Choice
    ms: float
    """Time that the bot took, in milliseconds."""
    fault: BotFault | None = None
    """The bot's fault, if the choice is the default one."""


def safe_choose(bot: Bot, access: SeatAccess, budget: Budget, seed: bytes) -> SafeChoice:
    """Return a bot's choice, or a default choice and the bot's fault. Never raises an exception of the bot."""
    start = time.perf_counter()
    fault, choice = None, None
    try:
        chosen = bot.choose(access, budget, seed)
    except BotFault as found:
        fault = found
    except Exception as error:
        fault = BotFault("exception", describe_exception(error))
    took_ms = 1000 * (time.perf_counter() - start)
    if fault is None:
        try:
            choice = check_choice(chosen, access)
        except BotFault as found:
            fault = found
    return SafeChoice(choice or default_choice(access, seed), took_ms, fault)


def check_choice(chosen: Any, access: SeatAccess) -> Choice:
    """Return a bot's answer, an action or a Choice, as a Choice. Raise BotFault if the action is not legal."""
    is_timed = isinstance(chosen, Choice)
    action = as_integer(chosen.action if is_timed else chosen)
    if action not in access.legal():
        raise BotFault("illegal", f"action {action} is not legal here")
    return Choice(action, max(0, as_integer(chosen.after_ms)) if is_timed else 0)


def as_integer(value: Any) -> int:
    """Return an integer of Python or NumPy as an int; raise BotFault for anything else, including bool."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise BotFault("nonsense", f"returned {value!r:.80}, which is not an integer") from None


def default_choice(access: SeatAccess, seed: bytes) -> Choice:
    """Return the choice for a bot that gave no legal action: a random legal action, drawn from the seed of the move.

    It is random, because the first legal action would be a good move in one game and a bad one in another.
    """
    action = random.Random(b"default" + seed).choice(access.legal())
    return Choice(action, DEFAULT_ACTION_DELAY_MS if access.game.races else 0)


def describe_exception(error: BaseException) -> str:
    """Return the type and the first line of an exception."""
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
