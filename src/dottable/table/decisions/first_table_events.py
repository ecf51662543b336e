"""The first stored events of a new table, or of a rematch at a new table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dottable.core.deck_files import read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.matches.match_log import parse_options_text
from dottable.core.options import format_options, read_options
from dottable.table.events import CustomDeck, Event, Opened, SeatTaken, Settings
from dottable.table.seats.seating import EventFields, bot_seated_event

if TYPE_CHECKING:
    from dottable.table.table import Table


def opened_event(
    game: Game,
    *,
    seats: int,
    options: Mapping[str, Any],
    host: str,
    settings: Settings,
    now: int,
    deck: CustomDeck | None = None,
    rematch_of: str | None = None,
) -> Opened:
    """Return the first event of a table. Raises DottableError for invalid seats, options or deck."""
    game.check_seats(seats)
    chosen = read_options(game.state.Options, options)
    chosen.check_seats(seats)
    if deck is not None:
        if not game.has_deck:
            raise DottableError(f"{game.title} does not take a custom deck.")
        read_deck(game, deck.text, deck.name)
    return Opened(
        at=now,
        clock_ms=0,
        asker=host,
        game=game.slug,
        rules_version=game.rules_version,
        options=format_options(chosen),
        deck=deck,
        seats=seats,
        host=host,
        settings=settings,
        rematch_of=rematch_of,
    )


def rematch_events(table: Table, now: int, asker: str) -> list[Event]:
    """Return the first events of a rematch: same game, options and bots, and the players who are connected."""
    events: list[Event] = [
        opened_event(
            table.game,
            seats=table.opened.seats,
            options=parse_options_text(format_options(table.teams.match_options)),
            host=asker,
            settings=table.settings,
            now=now,
            deck=table.opened.deck,
            rematch_of=table.id,
        )
    ]
    fields: EventFields = {"at": now, "clock_ms": 0}
    for seat, holder in table.seating.taken_seats():
        player = holder.player
        if player is not None and (player == asker or table.presence.is_connected(player)):
            events.append(SeatTaken(**fields, seat=seat, player=player, name=holder.name, colour=holder.colour))
        elif player is None and holder.bot is not None and holder.left is None:
            events.append(bot_seated_event(seat, holder.bot, holder.name, holder.colour, fields))
    return events
