"""Bots by name: our own, the five levels, and anyone's own class in a process of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from dottable.bots.asking import BotFault
from dottable.bots.bot import Bot
from dottable.bots.external import ExternalBot
from dottable.bots.names import CHOICES, LEVELS, OWN
from dottable.core import kernels
from dottable.core.errors import DottableError
from dottable.core.game import Game

SEARCH = Path(__file__).with_name("search_kernels.py")


class UnknownBot(DottableError):
    """No bot of that name."""


def find_bot(name: str, game: Game) -> Bot:
    """The bot of a name; UnknownBot lists what there is."""
    first, colon, rest = name.partition(":")
    if first in OWN and (not colon or (first == "search" and rest.isdecimal())):
        return _own(first, rest)
    if name in LEVELS:
        from dottable.bots.levels import level_bot

        return level_bot(name, game)
    if first and rest.isidentifier() and first not in (*OWN, *LEVELS):
        return ExternalBot(name, game)
    raise UnknownBot(f"There is no bot '{name}'; there is: {CHOICES}.")


def _own(name: str, simulations: str) -> Bot:
    from dottable.bots.greedy import Greedy
    from dottable.bots.random_bot import RandomBot
    from dottable.bots.search import Manner, Search

    if name == "search":
        return Search(Manner(simulations=max(1, int(simulations)))) if simulations else Search()
    return Greedy() if name == "greedy" else RandomBot()


def read_names(text: str, seats: int) -> list[str]:
    """Names from `a,b,c`: one for all seats or one for each."""
    names = [name.strip() for name in text.split(",")]
    if len(names) not in (1, seats):
        raise DottableError(f"Give one bot for all or one for each of the {seats} seats, not {len(names)}.")
    return names * seats if len(names) == 1 else names


def require_bots(names: Sequence[str], game: Game) -> None:
    """Raise DottableError with one clear sentence unless every bot is there and can be started."""
    for name in dict.fromkeys(names):
        bot = find_bot(name, game)
        if not isinstance(bot, ExternalBot):
            continue
        try:
            bot.start()
        except BotFault as fault:
            raise DottableError(f"The bot '{name}' cannot be started: {fault.message}") from None
        finally:
            bot.close()


def dismiss(bots: Iterable[Bot]) -> None:
    """End the processes of foreign bots; they start again when asked."""
    for bot in bots:
        if isinstance(bot, ExternalBot):
            bot.close()


def is_compiled(game: Game) -> bool:
    """Whether compiled thinking for this game lies on the disk already."""
    return kernels.is_compiled(game, SEARCH)
