"""Ends tables whose match used another version of the rules, without a result, and writes their logs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec

from dottable.core.errors import BadLog
from dottable.core.matches.commit_reveal_shuffle import commit_to_seed
from dottable.core.matches.log_format import SERVER_SHUFFLE, SHARED_SHUFFLE, format_entropies, format_hashes
from dottable.core.matches.match_log import UNFINISHED_RESULT
from dottable.core.primitives.seats import CLOCK
from dottable.table.events import CustomDeck, Ended, Event, Moved, Opened, ReadyChanged, SeatFreed, SeatTaken, Started
from dottable.table.seats.seating import Seating

MISSING_VALUE = "-"
"""Placeholder in a log for a checksum, score or state that only the old rules could compute."""


def end_without_rules(events: Sequence[Event], now: int, cause: str) -> Ended:
    """Return the event that ends a table as aborted when its rules version is not installed. `cause` is the reason."""
    return Ended(at=now, clock_ms=max(event.clock_ms for event in events), reason="aborted", cause=cause)


def log_without_rules(events: Sequence[Event]) -> str:
    """Return the text of a match log with raw action numbers and no checksums, for a match that cannot be replayed.

    The log reveals seed and salt, so the match must have ended. Raises BadLog otherwise.
    """
    opened = events[0]
    started = next((event for event in events if isinstance(event, Started)), None)
    if not isinstance(opened, Opened) or not any(isinstance(event, Ended) for event in events):
        raise BadLog("This match has not ended.")
    if started is None:
        raise BadLog("This table was closed before the match started.")
    contributions = started.shuffle_contributions
    layout = SHARED_SHUFFLE if contributions else SERVER_SHUFFLE
    hashes = [format_hashes(contributions)] if contributions else []
    entropies = [format_entropies(contributions)] if contributions else []
    commitment = commit_to_seed(bytes.fromhex(started.seed), bytes.fromhex(started.salt))
    names = msgspec.json.encode(seat_names(opened, events)).decode()
    header = (opened.game, opened.rules_version, started.options or opened.options or "none", _deck_line(opened.deck))
    head = _named_lines(layout.header, (*header, opened.seats, names, commitment, *hashes))
    foot = _named_lines(
        layout.footer, (started.seed, started.salt, *entropies, UNFINISHED_RESULT, MISSING_VALUE, MISSING_VALUE)
    )
    return "\n".join([layout.first_line, *head, f"moves {MISSING_VALUE}", *_move_lines(events), "end", *foot]) + "\n"


def seat_names(opened: Opened, events: Sequence[Event]) -> list[str]:
    """Return the player names by seat after all events; an empty string for an empty seat."""
    seating = Seating(opened.seats, opened.host)
    for event in events:
        if isinstance(event, SeatTaken | SeatFreed | ReadyChanged):
            seating.apply_event(event)
    return [holder.name if holder else "" for holder in seating.holders]


def _deck_line(deck: CustomDeck | None) -> str:
    if deck is None:
        return "none"
    own = msgspec.json.encode([deck.name, deck.text]).decode()
    return f"own {hashlib.sha256(deck.text.encode()).hexdigest()} {own}"


def _named_lines(names: Sequence[str], values: Sequence[object]) -> list[str]:
    return [f"{name} {value}" for name, value in zip(names, values, strict=True)]


def _move_lines(events: Sequence[Event]) -> Iterator[str]:
    moves = (event for event in events if isinstance(event, Moved))
    for n, move in enumerate(moves, start=1):
        mover = "clock" if move.seat == CLOCK else f"p{move.seat + 1}"
        yield f"{n} {mover} action:{move.action} {move.at_ms} {MISSING_VALUE}"
