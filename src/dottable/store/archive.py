"""Finished matches as text logs, out of a store and into one.

A log that comes in is replayed and checked line by line. One that was played by other rules than ours
cannot be: it is kept as it is, marked with the reason, and never replayed as if it were ours.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import msgspec

from dottable.core.errors import BadLog
from dottable.core.log import FOOTER, FORMAT, HEADER, UNFINISHED, read_log, verify
from dottable.core.registry import games
from dottable.core.seats import MAX_SEATS
from dottable.store.contract import LogRow, Status, Store, TableRow

LARGEST_LOG = 4_000_000
"""Characters; the longest matches of our games take a tenth of it."""
LARGEST_VERSION = 1_000_000
FINISHED: tuple[Status, ...] = ("over", "aborted")

Compose = Callable[[TableRow, list[bytes]], str]
"""Writes the log of a table from its events; BadLog if it cannot."""


class Claims(NamedTuple):
    """What a log says of itself, read without knowing its game."""

    game: str
    rules_version: int
    seats: int
    players: tuple[str, ...]
    moves: int
    scores: str
    is_finished: bool


async def import_log(store: Store, text: str, *, now_ms: int, is_private: bool = False) -> LogRow:
    """Check a log and keep it; the row it is kept by, the older one if the store has it already.

    BadLog names the first line that does not hold.
    """
    claims = read_claims(text)
    known_as = await store.logged_as(text)
    if known_as is not None and (kept := await store.log(known_as)) is not None:
        return kept
    note = why_not_ours(claims.game, claims.rules_version)
    if not note:
        await asyncio.to_thread(lambda: verify(read_log(text)))
    table_id = f"log-{hashlib.sha256(text.encode()).hexdigest()[:24]}"
    row = LogRow(table_id, text, is_verified=not note, note=note)
    await store.save_log(row, _table_row(table_id, claims, now_ms, is_private=is_private))
    return row


def why_not_ours(game: str, rules_version: int) -> str:
    """Why a match cannot be replayed here, in a sentence; empty if it can."""
    # Only installed games: a log from elsewhere must not make us load a folder that it names.
    ours = games().get(game)
    if ours is None:
        return f"There is no game '{game}' here to replay it with."
    if rules_version == ours.rules_version:
        return ""
    return f"It was played by version {rules_version} of the rules; this Dottable has version {ours.rules_version}."


def read_claims(text: str) -> Claims:
    """Read what every log has, whatever its game; BadLog unless seed and salt give the commitment."""
    lines = _lines(text)
    head = _named(lines, 1, HEADER)
    end = next((k for k, line in enumerate(lines) if line == "end"), len(lines))
    foot = _named(lines, end + 1, FOOTER)
    try:
        committed = hashlib.sha256(bytes.fromhex(foot["seed"]) + bytes.fromhex(foot["salt"])).hexdigest()
        names = msgspec.json.decode(head["players"], type=tuple[str, ...])
        seats, rules_version = int(head["seats"]), int(head["rules"])
    except (ValueError, msgspec.MsgspecError):
        raise BadLog("Rules, seats, players, seed or salt cannot be read.") from None
    if not (0 < rules_version <= LARGEST_VERSION and 0 < seats <= MAX_SEATS and len(names) <= seats):
        raise BadLog("Rules, seats or players are out of bounds.")
    if committed != head["commitment"]:
        raise BadLog("Seed and salt do not give the commitment.", line=HEADER.index("commitment") + 2)
    moves = end - len(HEADER) - 2
    is_finished = foot["result"] != UNFINISHED
    return Claims(head["game"], rules_version, seats, names, moves, foot["scores"], is_finished)


def _lines(text: str) -> list[str]:
    if len(text) > LARGEST_LOG:
        raise BadLog(f"A log of more than {LARGEST_LOG} characters is not taken.")
    if "\0" in text or not _is_unicode(text):
        raise BadLog("A log is plain text.")
    lines = text.splitlines()
    if not lines or lines[0] != FORMAT:
        raise BadLog(f"A log begins with '{FORMAT}'.", line=1)
    return lines


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _named(lines: list[str], first: int, names: tuple[str, ...]) -> dict[str, str]:
    values = {}
    for k, name in enumerate(names, start=first):
        found, _, value = lines[k].partition(" ") if k < len(lines) else ("", "", "")
        if found != name or not value:
            raise BadLog(f"Here should stand '{name}' and its value.", line=k + 1)
        values[name] = value
    return values


def _table_row(table_id: str, claims: Claims, now_ms: int, *, is_private: bool) -> TableRow:
    return TableRow(
        id=table_id,
        game=claims.game,
        rules_version=claims.rules_version,
        status="over" if claims.is_finished else "aborted",
        is_private=is_private,
        seats=claims.seats,
        players=tuple((None, name) for name in claims.players),
        created_at=now_ms,
        updated_at=now_ms,
        moves=claims.moves,
        result=claims.scores,
    )


async def log_of(store: Store, row: TableRow, compose: Compose) -> LogRow:
    """The log of a finished table: the one that was kept, or one composed from its events and kept from now on.

    Without text, but with a note, if no log was kept in time and the rules have changed since.
    """
    kept = await store.log(row.id)
    if kept is not None:
        return kept
    note = why_not_ours(row.game, row.rules_version)
    if note:
        return LogRow(row.id, "", is_verified=False, note=note)
    events = await store.events(row.id)
    try:
        text = await asyncio.to_thread(compose, row, events)
    except BadLog as error:
        return LogRow(row.id, "", is_verified=False, note=str(error))
    composed = LogRow(row.id, text, is_verified=True)
    await store.save_log(composed)
    return composed


async def export_logs(
    store: Store, compose: Compose, *, player: str | None = None, game: str | None = None
) -> AsyncIterator[tuple[TableRow, LogRow]]:
    """Every finished match with its log, those created last first."""
    for status in FINISHED:
        last: str | None = None
        while page := await store.search(player=player, game=game, status=status, before=last):
            for row in page:
                yield row, await log_of(store, row, compose)
            last = page[-1].id
