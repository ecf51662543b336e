"""SQL statements for both dialects, with `?` as placeholder, and conversions between database rows and Python."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec

from dottable.store.contract import LogRow, PlayerRow, StoreError, TableRow

Statement = tuple[str, tuple[Any, ...]]

TABLE_COLUMNS = (
    "id, game, rules_version, status, is_private, seats, players, created_at, updated_at, moves, result, winners, "
    "origin, stored_bytes, note, opened_by"
)
SELECT_TABLE = f"SELECT {TABLE_COLUMNS} FROM tables"

INSERT_EVENT = "INSERT INTO events (table_id, n, body) VALUES (?, ?, ?)"
SELECT_EVENTS = "SELECT n, body FROM events WHERE table_id = ? AND n >= ? ORDER BY n"
SELECT_EVENT_EXISTS = "SELECT 1 FROM events WHERE table_id = ? AND n = ?"
SELECT_UNFINISHED_TABLES = f"""
{SELECT_TABLE} WHERE status IN ('open', 'live', 'set_aside') AND id > ? ORDER BY id LIMIT ?
"""
SELECT_UNFINISHED_EVENTS = """
SELECT events.table_id, events.n, events.body FROM events
JOIN (SELECT id FROM tables WHERE status IN ('open', 'live', 'set_aside') AND id > ? AND id <= ?) AS batch
ON events.table_id = batch.id ORDER BY events.table_id, events.n
"""
SET_TABLE_ASIDE = "UPDATE tables SET status = 'set_aside', note = ? WHERE id = ?"

UPSERT_TABLE = f"""
INSERT INTO tables ({TABLE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, is_private = excluded.is_private, seats = excluded.seats,
players = excluded.players, updated_at = excluded.updated_at, moves = excluded.moves, result = excluded.result,
winners = excluded.winners, origin = excluded.origin, stored_bytes = excluded.stored_bytes, note = excluded.note,
opened_by = excluded.opened_by
"""
UPSERT_SEATED_PLAYER = """
INSERT INTO sitters (table_id, seat, player, folded_name) VALUES (?, ?, ?, ?)
ON CONFLICT (table_id, seat) DO UPDATE SET player = excluded.player, folded_name = excluded.folded_name
WHERE sitters.player <> excluded.player OR sitters.folded_name <> excluded.folded_name
"""
DELETE_SEATED_PLAYERS = "DELETE FROM sitters WHERE table_id = ? AND seat >= ?"

COUNT_TABLES = "SELECT COUNT(*) FROM tables"
SELECT_ENDED_SINCE = "SELECT id FROM tables WHERE status IN ('over', 'aborted') AND updated_at >= ?"
SELECT_BYTES_OF_ADDRESS = "SELECT COALESCE(SUM(stored_bytes), 0) FROM tables WHERE origin = ? AND origin IS NOT NULL"
CLEAR_ADDRESS_HASHES = """
UPDATE tables SET origin = NULL WHERE origin IS NOT NULL AND status IN ('over', 'aborted') AND updated_at < ?
"""
SELECT_OLD_TABLES = """
SELECT id FROM tables WHERE status IN ('over', 'aborted') AND status = ? AND updated_at < ? ORDER BY updated_at LIMIT ?
"""
DELETE_TABLE = (
    "DELETE FROM events WHERE table_id = ?",
    "DELETE FROM sitters WHERE table_id = ?",
    "DELETE FROM logs WHERE table_id = ?",
    "DELETE FROM reviews WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ? AND status IN ('over', 'aborted')",
)
SELECT_UNUSED_PLAYERS = """
SELECT id FROM players WHERE seen_at < ?
AND NOT EXISTS (SELECT 1 FROM sitters WHERE sitters.player = players.id AND sitters.player <> '')
ORDER BY seen_at LIMIT ?
"""
DELETE_TRANSFERS = "DELETE FROM transfers WHERE player = ?"
DELETE_PLAYER = (DELETE_TRANSFERS, "DELETE FROM tokens WHERE player = ?", "DELETE FROM players WHERE id = ?")
"""Statements that delete a player with transfer codes and tokens.

Transfer codes go first: this waits for a code that is being redeemed, so that its new token is deleted too.
"""
REMEMBER_DELETED_PLAYER = """
INSERT INTO deleted_players (id, deleted_at, is_complete) VALUES (?, ?, FALSE) ON CONFLICT (id) DO NOTHING
"""
SELECT_DELETED_PLAYERS = "SELECT id FROM deleted_players WHERE deleted_at >= ? OR is_complete = FALSE"
COMPLETE_DELETION = "UPDATE deleted_players SET is_complete = TRUE WHERE id = ?"
UPDATE_EVENT = "UPDATE events SET body = ? WHERE table_id = ? AND n = ?"
DELETE_LOG = "DELETE FROM logs WHERE table_id = ?"
INSERT_SHARED_VALUE = "INSERT INTO shared_values (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
SELECT_SHARED_VALUE = "SELECT value FROM shared_values WHERE name = ?"

UPSERT_PLAYER = """
INSERT INTO players (id, name, colour, created_at, seen_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, colour = excluded.colour, seen_at = excluded.seen_at
"""
TOUCH_PLAYER = "UPDATE players SET seen_at = ? WHERE id = ?"
UPSERT_TOKEN = """
INSERT INTO tokens (token_hash, player) VALUES (?, ?) ON CONFLICT (token_hash) DO UPDATE SET player = excluded.player
"""
DELETE_TOKENS = "DELETE FROM tokens WHERE player = ?"
DELETE_EXPIRED_TRANSFERS = "DELETE FROM transfers WHERE expires_at <= ?"
DELETE_OLDER_TRANSFERS = """
DELETE FROM transfers WHERE player = ? AND code_hash NOT IN (
    SELECT code_hash FROM transfers WHERE player = ? ORDER BY expires_at DESC, code_hash LIMIT ?
)
"""
INSERT_TRANSFER = "INSERT INTO transfers (code_hash, player, expires_at) VALUES (?, ?, ?)"
TAKE_TRANSFER = "DELETE FROM transfers WHERE code_hash = ? AND expires_at > ? RETURNING player"
DELETE_TOKEN = "DELETE FROM tokens WHERE token_hash = ?"
SELECT_PLAYER = "SELECT id, name, colour, NULL, created_at, seen_at FROM players WHERE id = ?"
SELECT_PLAYER_BY_TOKEN = """
SELECT players.id, name, colour, token_hash, created_at, seen_at
FROM tokens JOIN players ON players.id = tokens.player WHERE token_hash = ?
"""

INSERT_LOG = """
INSERT INTO logs (table_id, content_hash, text, is_verified, note) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (table_id) DO NOTHING
"""
SELECT_TEXT_LOG = "SELECT table_id, text, is_verified, note FROM logs WHERE table_id = ?"
SELECT_TABLE_OF_LOG = "SELECT table_id FROM logs WHERE content_hash = ? AND text = ? ORDER BY table_id"

UPSERT_HEALTH = """
INSERT INTO health (id, written_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at
"""


def with_numbered_placeholders(sql: str) -> str:
    """Return a statement with PostgreSQL's placeholders $1, $2, ... in place of `?`."""
    first, *rest = sql.split("?")
    numbers = count(1)
    return first + "".join(f"${next(numbers)}{part}" for part in rest)


def searchable_name(name: str) -> str:
    """Return a player's name in the form used for searches: NFKC, case-folded, stripped."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def content_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check_append(table_id: str, first_n: int, bodies: Sequence[bytes], index: TableRow | None) -> None:
    """Raise StoreError for a first append without an event or a row, or for a row of another table."""
    if first_n == 0 and (index is None or not bodies):
        raise StoreError("The first append of a table needs an event and a row.")
    if index is not None and index.id != table_id:
        raise StoreError("The row and the events belong to different tables.")


def save_table_statements(row: TableRow) -> Iterator[Statement]:
    """Yield the statements that save a table's row and its seated players."""
    players = msgspec.json.encode(row.players).decode()
    first = (row.id, row.game, row.rules_version, row.status, row.is_private, row.seats, players)
    last = (row.created_at, row.updated_at, row.moves, row.result, row.winners, row.origin, row.stored_bytes, row.note)
    yield UPSERT_TABLE, (*first, *last, row.opened_by)
    for seat, (player, name) in enumerate(row.players):
        yield UPSERT_SEATED_PLAYER, (row.id, seat, player or "", searchable_name(name))
    yield DELETE_SEATED_PLAYERS, (row.id, len(row.players))


def save_player_statements(row: PlayerRow) -> Iterator[Statement]:
    yield UPSERT_PLAYER, (row.id, row.name, row.colour, row.created_at, row.seen_at)
    if row.token_hash is not None:
        yield UPSERT_TOKEN, (row.token_hash, row.id)


def save_log_statement(row: LogRow) -> Statement:
    return INSERT_LOG, (row.table, content_hash(row.text), row.text, row.is_verified, row.note)


def table_row_from_columns(values: Sequence[Any]) -> TableRow:
    return msgspec.convert(
        dict(zip(TableRow.__struct_fields__, values, strict=True))
        | {"players": msgspec.json.decode(values[6]), "is_private": bool(values[4])},
        TableRow,
    )
