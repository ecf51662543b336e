"""The first events of a table, also of one that goes on from another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dottable.core.decks import read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.log import spelled_options
from dottable.core.options import read_options, spell_options
from dottable.table.events import Event, Opened, OwnDeck, Sat, Settings
from dottable.table.seating import Stamp, bot_sits

if TYPE_CHECKING:
    from dottable.table.table import Table


def opening(
    game: Game,
    *,
    seats: int,
    options: Mapping[str, Any],
    host: str,
    settings: Settings,
    now: int,
    deck: OwnDeck | None = None,
    rematch_of: str | None = None,
) -> Opened:
    """The first event of a table; a DottableError says what is wrong with seats, options or deck."""
    game.check_seats(seats)
    chosen = read_options(game.state.Options, options)
    if deck is not None:
        if not game.has_deck:
            raise DottableError(f"{game.title} is played without a deck of one's own.")
        read_deck(game, deck.text, deck.name)
    return Opened(
        at=now,
        clock_ms=0,
        asker=host,
        game=game.slug,
        rules_version=game.rules_version,
        options=spell_options(chosen),
        deck=deck,
        seats=seats,
        host=host,
        settings=settings,
        rematch_of=rematch_of,
    )


def rematch(table: Table, now: int, asker: str) -> list[Event]:
    """The same game once more, with all who are still here."""
    events: list[Event] = [
        opening(
            table.game,
            seats=table.opened.seats,
            options=spelled_options(table.opened.options),
            host=asker,
            settings=table.settings,
            now=now,
            deck=table.opened.deck,
            rematch_of=table.id,
        )
    ]
    stamp: Stamp = {"at": now, "clock_ms": 0}
    for seat, holder in table.seating.taken():
        player = holder.player
        if player is not None and (player == asker or table.presence.is_here(player)):
            events.append(Sat(**stamp, seat=seat, player=player, name=holder.name, colour=holder.colour))
        elif player is None and holder.bot is not None:
            events.append(bot_sits(seat, holder.bot, stamp))
    return events
