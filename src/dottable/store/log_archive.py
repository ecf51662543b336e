"""Import and export of finished matches as text logs.

An imported log is verified by replaying it. A log of an unknown game or rules version cannot be replayed; it is
stored with the reason and marked as not verified.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import msgspec

from dottable.core.errors import BadLog
from dottable.core.matches.log import FOOTER_KEYS, HEADER_KEYS, LOG_FORMAT, UNFINISHED, read_log, verify
from dottable.core.primitives.seats import MAX_SEATS
from dottable.core.registry import games
from dottable.store.contract import DamagedEvents, LogRow, Status, Store, TableQuery, TableRow

MAX_LOG_CHARACTERS = 4_000_000
"""Ten times the longest matches of the five games."""
MAX_RULES_VERSION = 1_000_000
FINISHED_STATUSES: tuple[Status, ...] = ("over", "aborted")

LogWriter = Callable[[TableRow, list[bytes]], str]
"""Writes the log of a table from its events. Raises BadLog if that is impossible."""


class LogSummary(NamedTuple):
    """Header and footer of a log, read without knowing its game."""

    game: str
    rules_version: int
    seats: int
    players: tuple[str, ...]
    moves: int
    scores: str
    is_finished: bool


async def import_log(store: Store, text: str, *, now_ms: int, is_private: bool = False) -> LogRow:
    """Verify and store a log, and return its row. A known log is not stored again.

    Raises BadLog with the first invalid line.
    """
    summary = read_summary(text)
    known_as = await store.table_id_of_log(text)
    if known_as is not None and (kept := await store.log(known_as)) is not None:
        return kept
    note = why_not_replayable(summary.game, summary.rules_version)
    if not note:
        await asyncio.to_thread(lambda: verify(read_log(text)))
    table_id = f"log-{hashlib.sha256(text.encode()).hexdigest()[:24]}"
    row = LogRow(table_id, text, is_verified=not note, note=note)
    await store.save_log(row, _table_row(table_id, summary, now_ms, is_private=is_private))
    return row


def why_not_replayable(game: str, rules_version: int) -> str:
    """Return why a match cannot be replayed here; empty if it can."""
    # Only installed games: a foreign log must not make the server load a folder that it names.
    ours = games().get(game)
    if ours is None:
        return f"Unknown game '{game}', so the match cannot be replayed."
    if rules_version == ours.rules_version:
        return ""
    return f"The match used rules version {rules_version}, but this Dottable has version {ours.rules_version}."


def read_summary(text: str) -> LogSummary:
    """Read header and footer of a log of any game. Raises BadLog unless seed and salt give the commitment."""
    lines = _checked_lines(text)
    head = _named_values(lines, 1, HEADER_KEYS)
    end = next((k for k, line in enumerate(lines) if line == "end"), len(lines))
    foot = _named_values(lines, end + 1, FOOTER_KEYS)
    try:
        committed = hashlib.sha256(bytes.fromhex(foot["seed"]) + bytes.fromhex(foot["salt"])).hexdigest()
        names = msgspec.json.decode(head["players"], type=tuple[str, ...])
        seats, rules_version = int(head["seats"]), int(head["rules"])
    except (ValueError, msgspec.MsgspecError):
        raise BadLog("Rules, seats, players, seed or salt are invalid.") from None
    if not (0 < rules_version <= MAX_RULES_VERSION and 0 < seats <= MAX_SEATS and len(names) <= seats):
        raise BadLog("Rules, seats or players are out of range.")
    if committed != head["commitment"]:
        raise BadLog("Seed and salt do not give the commitment.", line=HEADER_KEYS.index("commitment") + 2)
    moves = end - len(HEADER_KEYS) - 2
    is_finished = foot["result"] != UNFINISHED
    return LogSummary(head["game"], rules_version, seats, names, moves, foot["scores"], is_finished)


def _checked_lines(text: str) -> list[str]:
    if len(text) > MAX_LOG_CHARACTERS:
        raise BadLog(f"The log is too long. The limit is {MAX_LOG_CHARACTERS} characters.")
    if "\0" in text or not _is_unicode(text):
        raise BadLog("The log is not plain text.")
    lines = text.splitlines()
    if not lines or lines[0] != LOG_FORMAT:
        raise BadLog(f"A log must begin with '{LOG_FORMAT}'.", line=1)
    return lines


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _named_values(lines: list[str], first: int, names: tuple[str, ...]) -> dict[str, str]:
    values = {}
    for k, name in enumerate(names, start=first):
        found, _, value = lines[k].partition(" ") if k < len(lines) else ("", "", "")
        if found != name or not value:
            raise BadLog(f"Expected '{name}' and its value.", line=k + 1)
        values[name] = value
    return values


def _table_row(table_id: str, summary: LogSummary, now_ms: int, *, is_private: bool) -> TableRow:
    return TableRow(
        id=table_id,
        game=summary.game,
        rules_version=summary.rules_version,
        status="over" if summary.is_finished else "aborted",
        is_private=is_private,
        seats=summary.seats,
        players=tuple((None, name) for name in summary.players),
        created_at=now_ms,
        updated_at=now_ms,
        moves=summary.moves,
        result=summary.scores,
    )


async def find_or_write_log(store: Store, row: TableRow, write: LogWriter) -> LogRow:
    """Return the log of a finished table: the stored one, or one written from its events and then stored.

    A match of another rules version has a log that cannot be verified; the note says why.
    """
    kept = await store.log(row.id)
    if kept is not None:
        return kept
    note = why_not_replayable(row.game, row.rules_version)
    try:
        text = await asyncio.to_thread(write, row, await store.events(row.id))
    except (BadLog, DamagedEvents) as error:
        return LogRow(row.id, "", is_verified=False, note=note or str(error))
    composed = LogRow(row.id, text, is_verified=not note, note=note)
    await store.save_log(composed)
    return composed


async def export_logs(
    store: Store, write: LogWriter, *, player: str | None = None, game: str | None = None
) -> AsyncIterator[tuple[TableRow, LogRow]]:
    """Yield every finished match with its log, the most recently created first."""
    for status in FINISHED_STATUSES:
        last: str | None = None
        while page := await store.search(TableQuery(player=player, game=game, status=status, before=last)):
            for row in page:
                yield row, await find_or_write_log(store, row, write)
            last = page[-1].id
