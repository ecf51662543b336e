"""Guests: a name, a colour and an unguessable token. Only the token's hash is ever kept."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from dottable.core.errors import DottableError
from dottable.server.safety import clean_text
from dottable.store import PlayerRow, Store

TOKEN_BYTES = 32
NAME_LETTERS = 24
MOST_REMEMBERED = 20_000
MOST_TRANSFERS = 10_000
TRANSFER_MS = 10 * 60 * 1000
SEEN_EVERY_MS = 60 * 60 * 1000

COLOURS = ("#d1495b", "#e07a1f", "#b8860b", "#3a8f4d", "#1b8a8a", "#2f6fb5", "#7a52b3", "#c2478f")
"""For guests who choose none."""


class BadName(DottableError):
    """A name with nothing to show in it."""


class Transfer(NamedTuple):
    """A player on the way to another device."""

    player_id: str
    until_ms: int


class Players:
    """Everyone who has a token, and who is known by which."""

    def __init__(self, store: Store, clock_ms: Callable[[], int]) -> None:
        self._store = store
        self._clock_ms = clock_ms
        self._by_hash: OrderedDict[str, PlayerRow] = OrderedDict()
        self._transfers: OrderedDict[str, Transfer] = OrderedDict()

    async def welcome(self, name: str, colour: str | None) -> tuple[PlayerRow, str]:
        """A new player and the token that opens it; the token is told this once."""
        now = self._clock_ms()
        row = PlayerRow(
            id=f"p{secrets.token_hex(10)}",
            name=clean_name(name),
            colour=colour or secrets.choice(COLOURS),
            token_hash=None,
            created_at=now,
            seen_at=now,
        )
        return row, await self._new_token(row)

    async def _new_token(self, row: PlayerRow) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        kept = replace(row, token_hash=hash_of(token))
        await self._store.save_player(kept)
        self._remember(kept)
        return token

    async def holder(self, token: str) -> PlayerRow | None:
        """The player whom a token opens, if it opens one."""
        token_hash = hash_of(token)
        row = self._by_hash.get(token_hash)
        if row is not None:
            self._by_hash.move_to_end(token_hash)
            return row
        row = await self._store.player_by_token(token_hash)
        if row is None:
            return None
        now = self._clock_ms()
        if now - row.seen_at > SEEN_EVERY_MS:
            row = replace(row, seen_at=now)
            await self._store.save_player(row)
        self._remember(row)
        return row

    async def change(self, row: PlayerRow, name: str | None, colour: str | None) -> PlayerRow:
        """The player with another name or colour, on all of its devices."""
        changed = replace(
            row, name=row.name if name is None else clean_name(name), colour=colour or row.colour, token_hash=None
        )
        await self._store.save_player(changed)
        for token_hash, known in list(self._by_hash.items()):
            if known.id == row.id:
                self._by_hash[token_hash] = replace(changed, token_hash=token_hash)
        return changed

    async def forget(self, token: str) -> None:
        """Let a token open nothing any more."""
        self._by_hash.pop(hash_of(token), None)
        await self._store.drop_token(hash_of(token))

    def lend(self, row: PlayerRow) -> tuple[str, int]:
        """A code that opens the player on another device, once and soon, and when it ends."""
        now = self._clock_ms()
        while self._transfers and (
            len(self._transfers) >= MOST_TRANSFERS or next(iter(self._transfers.values())).until_ms <= now
        ):
            self._transfers.popitem(last=False)
        code = secrets.token_urlsafe(18)
        self._transfers[hash_of(code)] = Transfer(row.id, now + TRANSFER_MS)
        return code, now + TRANSFER_MS

    async def redeem(self, code: str) -> tuple[PlayerRow, str] | None:
        """The player behind a code with a token of its own for this device; a code works once."""
        transfer = self._transfers.pop(hash_of(code), None)
        if transfer is None or transfer.until_ms <= self._clock_ms():
            return None
        row = await self._store.player(transfer.player_id)
        return None if row is None else (row, await self._new_token(row))

    def _remember(self, row: PlayerRow) -> None:
        assert row.token_hash is not None
        self._by_hash[row.token_hash] = row
        while len(self._by_hash) > MOST_REMEMBERED:
            self._by_hash.popitem(last=False)


def hash_of(secret: str) -> str:
    """SHA-256, which is enough for secrets of 32 random bytes."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def clean_name(name: str) -> str:
    """A name fit to show; BadName if nothing of it is left."""
    cleaned = clean_text(name, NAME_LETTERS)
    if not cleaned:
        raise BadName(f"A name has 1 to {NAME_LETTERS} letters.")
    return cleaned
