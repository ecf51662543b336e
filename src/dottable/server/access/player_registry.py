"""Players: each has a name, a colour and random tokens. Only hashes of tokens are stored."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from dottable.core.clean_text import clean_text
from dottable.core.errors import DottableError
from dottable.store import PlayerRow, Store

TOKEN_BYTES = 32
MAX_NAME_CHARACTERS = 24
MAX_CACHED_PLAYERS = 20_000
"""Maximum number of players cached by token hash."""
TRANSFER_CODE_LIFETIME_MS = 10 * 60 * 1000
"""Time in milliseconds during which a transfer code is valid."""
SEEN_AT_INTERVAL_MS = 60 * 60 * 1000
"""Minimum time in milliseconds between two updates of a player's `seen_at` in the store."""

PLAYER_COLOURS = ("#d1495b", "#e07a1f", "#b8860b", "#3a8f4d", "#1b8a8a", "#2f6fb5", "#7a52b3", "#c2478f")
"""Colours for players who do not choose one."""


class InvalidName(DottableError):
    """Raised for a name without visible characters."""


class PlayerUpdate(NamedTuple):
    """A change of a player, sent to all nodes so that they update their caches."""

    player_id: str
    is_signed_out: bool = False
    """Whether to close sockets: those of `token_hash`, or all of the player if that is None."""
    token_hash: str | None = None


class PlayerRegistry:
    """Creates players, changes them, and finds the player of a token."""

    def __init__(self, store: Store, clock_ms: Callable[[], int]) -> None:
        self._store = store
        self._clock_ms = clock_ms
        self._by_hash: OrderedDict[str, PlayerRow] = OrderedDict()
        self._revocations = 0
        """Number of revocations so far. A lookup during which it changes is repeated."""
        self.on_revoked: Callable[[str, str | None], None] = lambda _player, _token_hash: None
        """Called with a player id and the hash of a revoked token, or None for all tokens of the player."""

        self.on_update: Callable[[PlayerUpdate], None] = lambda _update: None
        """Called with every change of a player that other nodes must apply."""

    def apply_remote_update(self, update: PlayerUpdate) -> None:
        """Update the cache and close revoked sockets after a change that another node made."""
        if update.token_hash is None:
            self.remove_from_cache(update.player_id)
        else:
            self._revocations += 1
            self._by_hash.pop(update.token_hash, None)
        if update.is_signed_out:
            self.on_revoked(update.player_id, update.token_hash)

    def clear_cache(self) -> None:
        """Empty the cache, in case a message about a change was lost."""
        self._by_hash.clear()

    async def create_player(self, name: str, colour: str | None) -> tuple[PlayerRow, str]:
        """Create a player. Return the player and its token, which cannot be shown again."""
        now = self._clock_ms()
        row = PlayerRow(
            id=f"p{secrets.token_hex(10)}",
            name=clean_name(name),
            colour=colour or secrets.choice(PLAYER_COLOURS),
            token_hash=None,
            created_at=now,
            seen_at=now,
        )
        return row, await self._new_token(row)

    async def _new_token(self, row: PlayerRow) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        kept = replace(row, token_hash=secret_hash(token))
        await self._store.save_player(kept)
        self._add_to_cache(kept)
        return token

    async def find_by_token(self, token: str) -> PlayerRow | None:
        """Return the player of a token, or None if the token is invalid."""
        token_hash, revocations = secret_hash(token), self._revocations
        row = self._by_hash.get(token_hash) or await self._store.find_player_by_token(token_hash)
        if row is None:
            return None
        now = self._clock_ms()
        if now - row.seen_at > SEEN_AT_INTERVAL_MS:
            row = replace(row, seen_at=now)
            await self._store.save_seen_at(row.id, now)
        if revocations != self._revocations:  # the token may have been revoked in the meantime
            return await self.find_by_token(token)
        self._add_to_cache(row)
        return row

    async def change_name_or_colour(self, row: PlayerRow, name: str | None, colour: str | None) -> PlayerRow:
        """Change the name or the colour of a player on all devices, and return the changed player."""
        changed = replace(
            row, name=row.name if name is None else clean_name(name), colour=colour or row.colour, token_hash=None
        )
        await self._store.save_player(changed)
        for token_hash, known in list(self._by_hash.items()):
            if known.id == row.id:
                self._by_hash[token_hash] = replace(changed, token_hash=token_hash)
        self.on_update(PlayerUpdate(row.id))
        return changed

    async def revoke_token(self, row: PlayerRow) -> None:
        """Make the token invalid by which a player was found, and close its sockets."""
        assert row.token_hash is not None
        await self._store.delete_token(row.token_hash)
        self._revocations += 1
        self._by_hash.pop(row.token_hash, None)
        self.on_revoked(row.id, row.token_hash)
        self.on_update(PlayerUpdate(row.id, is_signed_out=True, token_hash=row.token_hash))

    async def sign_out_everywhere(self, row: PlayerRow) -> str:
        """Make all tokens and transfer codes of a player invalid and close all sockets. Return a new token."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.replace_tokens(row.id, secret_hash(token))
        self.remove_from_cache(row.id)
        self.on_revoked(row.id, None)
        self.on_update(PlayerUpdate(row.id, is_signed_out=True))
        return token

    def remove_from_cache(self, player_id: str) -> None:
        """Remove a player's tokens from the cache."""
        self._revocations += 1
        for token_hash in [known for known, row in self._by_hash.items() if row.id == player_id]:
            del self._by_hash[token_hash]

    async def offer_transfer_code(self, row: PlayerRow) -> tuple[str, int]:
        """Return a one-time code that signs the player in on another device, and its expiry time in ms."""
        code, until = secrets.token_urlsafe(18), self._clock_ms() + TRANSFER_CODE_LIFETIME_MS
        await self._store.save_transfer_code(secret_hash(code), row.id, until, self._clock_ms())
        return code, until

    async def redeem_transfer_code(self, code: str) -> tuple[PlayerRow, str] | None:
        """Return the player of a transfer code and a new token; None if the code is invalid."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        player_id = await self._store.redeem_transfer_code(secret_hash(code), secret_hash(token), self._clock_ms())
        row = None if player_id is None else await self._store.find_player(player_id)
        return None if row is None else (row, token)

    def _add_to_cache(self, row: PlayerRow) -> None:
        assert row.token_hash is not None
        self._by_hash[row.token_hash] = row
        self._by_hash.move_to_end(row.token_hash)
        while len(self._by_hash) > MAX_CACHED_PLAYERS:
            self._by_hash.popitem(last=False)


def secret_hash(secret: str) -> str:
    """Return the SHA-256 of a secret. Random 32-byte secrets do not need a slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def clean_name(name: str) -> str:
    """Return a name without invisible characters and outer spaces. Raise InvalidName if nothing is left."""
    cleaned = clean_text(name, MAX_NAME_CHARACTERS)
    if not cleaned:
        raise InvalidName(f"A name needs 1 to {MAX_NAME_CHARACTERS} visible characters.")
    return cleaned
