"""Bots of a table in this process: any bot of the registry, with human reaction times in races."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.safe_choose import SafeChoice, safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.bots.selectable_bots import DEFAULT_LEVEL, LEVEL_NAMES
from dottable.bots.timing.timed_bot import REACTION_MODELS, min_reaction_ms, race_claims
from dottable.core.game import Game
from dottable.core.registry import lookup_name
from dottable.core.views.narration import unique_names
from dottable.lab.series.bot_series import warmed_up_bot
from dottable.table.seats.seating import BOT_NAMES

ERRORLESS_REACTION = replace(REACTION_MODELS[DEFAULT_LEVEL], wrong_claim_rate=0.0, false_alarm_rate=0.0, miss_rate=0.0)
"""Reaction model without errors, for bots that have no reaction model of their own."""


class LocalBot(NamedTuple):
    """A bot and its name at the table."""

    bot: Bot
    name: str
    is_level: bool

    def choose(self, access: SeatAccess, seed: bytes) -> SafeChoice:
        """Return the bot's choice, or a default choice with the bot's fault.

        In a race, no bot reacts faster than a person can.
        """
        answer = safe_choose(self.bot, access, Budget(), seed)
        if self.is_level or answer.fault is not None:
            return answer
        legal = access.legal()
        after_ms = answer.choice.after_ms
        if race_claims(access.game, legal):
            least_ms = min_reaction_ms(access.game, legal)
            drawn_ms = ERRORLESS_REACTION.sample_ms(access.game, legal, random.Random(b"reaction" + seed))
            after_ms = max(after_ms or drawn_ms, least_ms)
        return answer._replace(choice=Choice(answer.choice.action, after_ms))


def local_bot(name: str, game: Game) -> LocalBot:
    """Return the bot with this name in the registry, as a player of the table."""
    return LocalBot(warmed_up_bot(name, lookup_name(game)), bot_display_name(name), is_level=name in LEVEL_NAMES)


def names_at_table(person: str, bots: Sequence[str]) -> list[str]:
    """Return the name of the person, then the unique names of the bots.

    A level gets a short name, as at a table on a server. Every other bot is called by what it is.
    """
    short_names = (name for name in BOT_NAMES if name.casefold() != person.casefold())
    return unique_names([person, *(next(short_names) if bot in LEVEL_NAMES else bot_display_name(bot) for bot in bots)])


def bot_display_name(name: str) -> str:
    """Return the name of a bot that is no player of the table: "Steady bot", or the name of its class."""
    return name.rpartition(":")[2] if ":" in name and not name.startswith("search:") else f"{name.capitalize()} bot"
