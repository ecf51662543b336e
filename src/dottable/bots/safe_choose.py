"""`safe_choose` returns a bot's choice, or a default action if the bot fails. No failure of a bot can stop a match."""

from __future__ import annotations

import operator
import random
import time
from typing import Any, Literal, NamedTuple

from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.seat_access import SeatAccess

FaultKind = Literal["exception", "illegal", "nonsense", "timeout", "death", "garbage", "start", "dropped"]
"""How a bot failed.

exception: it raised an exception. illegal: it chose an illegal action. nonsense: it returned no integer. timeout: it
exceeded its time limit. death: its process died. garbage: its process broke the protocol. start: it could not be
started. dropped: it had too many faults and is not asked any more.
"""

DEFAULT_ACTION_DELAY_MS = 5000
"""Delay of a default action in real-time play, in milliseconds. It is longer than any bot's delay, so that a bot never
wins a race by a fault."""
MAX_FAULT_MESSAGE_LENGTH = 200
"""Maximum length of a fault message in characters; a longer message is cut off."""


class BotFault(Exception):
    """Raised when a bot did not return a legal action."""

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind: FaultKind = kind
        self.message = message[:MAX_FAULT_MESSAGE_LENGTH]


class SafeChoice(NamedTuple):
    """A legal choice for a bot, with the time it took and the bot's fault, if any."""

    choice: Choice
    ms: float
    """Time that the bot took, in milliseconds."""
    fault: BotFault | None = None
    """The bot's fault if the choice is the default action; None if the bot made the choice."""


def safe_choose(bot: Bot, access: SeatAccess, budget: Budget, seed: bytes) -> SafeChoice:
    """Return a bot's choice, or a default choice and the fault if the bot fails.

    Exceptions of the bot are never raised.
    """
    start = time.perf_counter()
    chosen, fault = choose_or_fault(bot, access, budget, seed)
    took_ms = 1000 * (time.perf_counter() - start)
    if fault is None:
        try:
            return SafeChoice(check_choice(chosen, access), took_ms)
        except BotFault as found:
            fault = found
    return SafeChoice(default_choice(access, seed), took_ms, fault)


def choose_or_fault(bot: Bot, access: SeatAccess, budget: Budget, seed: bytes) -> tuple[Any, BotFault | None]:
    """Return a bot's unchecked answer and None, or None and the fault if the bot raises an exception."""
    try:
        return bot.choose(access, budget, seed), None
    except BotFault as fault:
        return None, fault
    except Exception as error:
        return None, BotFault("exception", describe_exception(error))


def check_choice(chosen: Any, access: SeatAccess) -> Choice:
    """Return a bot's answer (an action or a Choice) as a Choice. Raise BotFault if the action is not legal."""
    is_timed = isinstance(chosen, Choice)
    action = as_integer(chosen.action if is_timed else chosen)
    if action not in access.legal():
        raise BotFault("illegal", f"action {action} is not legal here")
    return Choice(action, max(0, as_integer(chosen.after_ms)) if is_timed else 0)


def as_integer(value: Any) -> int:
    """Return a Python or NumPy integer as an int. Raise BotFault for any other type, including bool."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise BotFault("nonsense", f"returned {value!r:.80}, which is not an integer") from None


def default_choice(access: SeatAccess, seed: bytes) -> Choice:
    """Return the choice for a bot that gave no legal action: a random legal action, drawn from the seed of the move.

    The first legal action is not used, because it would be a good move in one game and a bad move in another.
    """
    action = random.Random(b"default" + seed).choice(access.legal())
    return Choice(action, DEFAULT_ACTION_DELAY_MS if access.game.races else 0)


def describe_exception(error: BaseException) -> str:
    """Return the type and the first line of an exception as text."""
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
