"""The registry of bots by name: built-in bots, the five levels, and external bots (`module:Class`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dottable.bots.bot import Bot
from dottable.bots.external.external_bot import ExternalBot
from dottable.bots.safe_choose import BotFault
from dottable.bots.selectable_bots import BOT_NAMES_HELP, BUILT_IN_BOTS, LEVEL_NAMES
from dottable.core.errors import DottableError
from dottable.core.game import Game


class UnknownBot(DottableError):
    """Raised for a bot name that is neither in the registry nor the name of an external bot."""


def find_bot(name: str, game: Game) -> Bot:
    """Return a new bot by its name. Raise UnknownBot, which lists the available names, if there is no such bot."""
    first, colon, rest = name.partition(":")
    if first in BUILT_IN_BOTS and (not colon or (first == "search" and rest.isdecimal())):
        return _built_in_bot(first, rest)
    if name in LEVEL_NAMES:
        from dottable.bots.levels import level_bot

        return level_bot(name, game)
    if first and rest.isidentifier() and first not in (*BUILT_IN_BOTS, *LEVEL_NAMES):
        return ExternalBot(name, game)
    raise UnknownBot(f"Unknown bot '{name}'. Available: {BOT_NAMES_HELP}.")


def _built_in_bot(name: str, simulations: str) -> Bot:
    from dottable.bots.greedy import GreedyBot
    from dottable.bots.random_bot import RandomBot
    from dottable.bots.search.search_bot import SearchBot, SearchConfig

    if name == "search":
        return SearchBot(SearchConfig(simulations=max(1, int(simulations)))) if simulations else SearchBot()
    return GreedyBot() if name == "greedy" else RandomBot()


def read_bot_names(text: str, seats: int) -> list[str]:
    """Return one bot name per seat from a text such as `a,b,c`. A single name is used for all seats."""
    names = [name.strip() for name in text.split(",")]
    if len(names) not in (1, seats):
        raise DottableError(f"Expected 1 or {seats} bot names for {seats} seats, not {len(names)}.")
    return names * seats if len(names) == 1 else names


def require_bots(names: Sequence[str], game: Game) -> None:
    """Raise DottableError unless every named bot exists and can be started."""
    for name in dict.fromkeys(names):
        bot = find_bot(name, game)
        if not isinstance(bot, ExternalBot):
            continue
        try:
            bot.start()
        except BotFault as fault:
            raise DottableError(f"Cannot start the bot '{name}': {fault.message}") from None
        finally:
            bot.close()


def close_bots(bots: Iterable[Bot]) -> None:
    """End the processes of external bots. A bot's process starts again at its next move."""
    for bot in bots:
        if isinstance(bot, ExternalBot):
            bot.close()
