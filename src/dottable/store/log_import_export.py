"""Import and export of finished matches as text logs.

A log is imported only if a replay gives the result stated in the log. A log of an unknown game or of another rules
version cannot be replayed, so it is refused.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

from dottable.core.clean_text import clean_text
from dottable.core.errors import BadLog
from dottable.core.matches.match_log import Log, read_log, verify_log
from dottable.core.registry import installed_games
from dottable.store.contract import IMPORTED_PREFIX, DamagedEvents, LogRow, Store, TableQuery, TableRow, TableStatus

MAX_LOG_CHARACTERS = 500_000
"""Maximum length of an imported log. More than twice the longest log of random play (7,000 moves and a custom deck)."""
MAX_NAME_CHARACTERS = 40
"""Maximum length of a player's name in an imported log. Longer than this server allows, because other programs write
logs too."""
FINISHED_STATUSES: tuple[TableStatus, ...] = ("over", "aborted")

VerifyText = Callable[[str], Awaitable["LogSummary"]]
"""Verifies a log, possibly in a worker process, and returns its summary."""
WriteLog = Callable[[TableRow, list[bytes]], str]
"""Writes the log of a table from its events. Raises BadLog if that is impossible."""


class LogSummary(NamedTuple):
    """Properties of a verified match log: game, players, moves and result."""

    game: str
    rules_version: int
    seats: int
    players: tuple[str, ...]
    moves: int
    scores: str
    winners: str | None
    """Winning seats, separated by spaces; None for an unfinished match."""


async def import_log(store: Store, text: str, *, now_ms: int, verify_text: VerifyText | None = None) -> LogRow:
    """Verify and store a log, and return its row. A log that is already stored is not stored again.

    The match is not listed publicly, because the importer chooses the names in the log. Raise BadLog with the first
    invalid line.
    """
    check_plain_text(text)
    known_as = await store.table_id_of_log(text)
    if known_as is not None and (kept := await store.find_log(known_as)) is not None and kept.is_verified:
        return kept
    summary = await (verify_text(text) if verify_text else asyncio.to_thread(verified_summary, text))
    table_id = f"{IMPORTED_PREFIX}{hashlib.sha256(text.encode()).hexdigest()[:24]}"
    row = LogRow(table_id, text, is_verified=True)
    await store.save_log(row, _table_row(table_id, summary, now_ms))
    return row


def verified_summary(text: str) -> LogSummary:
    """Replay a log and return its summary. Raise BadLog if the log is invalid or its game is not installed."""
    check_plain_text(text)
    log = read_log(text)
    if log.game.slug not in installed_games():
        raise BadLog(f"The game '{log.game.slug}' is not installed.", line=log.line_of_entry("game"))
    check_names(log)
    match = verify_log(log)
    return LogSummary(
        game=log.game.slug,
        rules_version=log.game.rules_version,
        seats=match.seats,
        players=tuple(log.players),
        moves=len(log.moves),
        scores=" ".join(map(str, match.scores())),
        winners=" ".join(map(str, match.winners())) if match.is_over else None,
    )


def check_names(log: Log) -> None:
    """Raise BadLog if there are more names than seats, or if a name contains line breaks or invisible characters."""
    line = log.line_of_entry("players")
    if len(log.players) > int(log.header["seats"]):
        raise BadLog("There are more names than seats.", line=line)
    for name in log.players:
        if name != clean_text(name, MAX_NAME_CHARACTERS):
            raise BadLog(f"A name has at most {MAX_NAME_CHARACTERS} visible characters in one line.", line=line)


def check_plain_text(text: str) -> None:
    """Raise BadLog if a text is too long or contains characters that a database cannot store."""
    if len(text) > MAX_LOG_CHARACTERS:
        raise BadLog(f"The log is too long. The limit is {MAX_LOG_CHARACTERS} characters.")
    try:
        is_plain = b"\0" not in text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        is_plain = False
    if not is_plain:
        raise BadLog("The log is not plain text.")


def why_not_replayable(game: str, rules_version: int) -> str:
    """Return the reason why a match cannot be replayed on this server; empty if it can."""
    # Look only at installed games: a log must not make the server load a folder that the log names.
    ours = installed_games().get(game)
    if ours is None:
        return f"Unknown game '{game}', so the match cannot be replayed."
    if rules_version == ours.rules_version:
        return ""
    return f"The match used rules version {rules_version}, but this Dottable has version {ours.rules_version}."


def _table_row(table_id: str, summary: LogSummary, now_ms: int) -> TableRow:
    return TableRow(
        id=table_id,
        game=summary.game,
        rules_version=summary.rules_version,
        status="aborted" if summary.winners is None else "over",
        is_private=True,
        seats=summary.seats,
        players=tuple((None, name) for name in summary.players),
        created_at=now_ms,
        updated_at=now_ms,
        moves=summary.moves,
        result=summary.scores,
        winners=summary.winners,
    )


async def find_or_write_log(store: Store, row: TableRow, write: WriteLog) -> LogRow:
    """Return the log of a finished table. If none is stored, write it from the events and store it.

    The log of another rules version cannot be verified; its note says why.
    """
    kept = await store.find_log(row.id)
    if kept is not None:
        return kept
    note = why_not_replayable(row.game, row.rules_version)
    try:
        text = await asyncio.to_thread(write, row, await store.read_events(row.id))
    except (BadLog, DamagedEvents) as error:
        return LogRow(row.id, "", is_verified=False, note=note or str(error))
    composed = LogRow(row.id, text, is_verified=not note, note=note)
    await store.save_log(composed)
    return composed


async def export_logs(
    store: Store, write: WriteLog, *, player: str | None = None, game: str | None = None
) -> AsyncIterator[tuple[TableRow, LogRow]]:
    """Yield every finished match with its log, the most recently created first."""
    for status in FINISHED_STATUSES:
        last: str | None = None
        while page := await store.search_tables(TableQuery(player=player, game=game, status=status, before=last)):
            for row in page:
                yield row, await find_or_write_log(store, row, write)
            last = page[-1].id
