"""Limits on the number of open sockets per address, per player and per table.

At a full address, a socket of a seated player replaces a spectator's socket. If a player has too many sockets, the
newest replaces the oldest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dottable.server.access.limits import Limits, is_loopback

MAX_WAITING_HELLOS = 32
"""Maximum number of sockets per address that have not sent a hello message, in addition to `max_sockets_per_address`.
Above it, the oldest of them is closed."""


class SocketSlot:
    """An open socket with its address, player and token, as `ConnectionLimits` counts it."""

    __slots__ = ("_is_spectator", "address", "close", "close_revoked", "has_hello", "player_id", "token_hash")

    def __init__(self, address: str, close: Callable[[], None]) -> None:
        self.address = address
        self.close = close
        """Closes the socket because a limit is reached."""
        self.close_revoked = close
        """Closes the socket because its token was revoked."""
        self.player_id: str | None = None
        self.token_hash: str | None = None
        self.has_hello = False
        self._is_spectator: Callable[[], bool] = lambda: True

    def set_session(
        self, close: Callable[[], None], close_revoked: Callable[[], None], is_spectator: Callable[[], bool]
    ) -> None:
        """Set the session's callbacks: close at a limit, close as its token is revoked, is it a spectator's."""
        self.close = close
        self.close_revoked = close_revoked
        self._is_spectator = is_spectator

    @property
    def is_spectator(self) -> bool:
        """Whether the socket's player holds no seat at its table."""
        return self._is_spectator()


class ConnectionLimits:
    """Counts open sockets and decides which of them to close when a limit is reached."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._by_address: dict[str, dict[SocketSlot, None]] = {}
        self._by_player: dict[str, dict[SocketSlot, None]] = {}
        self._anonymous: dict[SocketSlot, None] = {}
        """Sockets of spectators without a token, oldest first."""

    def open_slot(self, address: str, close: Callable[[], None]) -> SocketSlot:
        """Count a new socket and return its slot.

        If too many sockets of the address wait for their hello message, close the oldest waiting socket.
        """
        slot = SocketSlot(address, close)
        of_address = self._by_address.setdefault(address, {})
        if not is_loopback(address):
            waiting = [other for other in of_address if not other.has_hello]
            if len(waiting) >= MAX_WAITING_HELLOS:
                self._release_and_close(waiting[0])
        of_address[slot] = None
        return slot

    def admit_player(
        self, slot: SocketSlot, player_id: str | None, token_hash: str | None = None, *, is_seated: bool = False
    ) -> bool:
        """Count the socket for its player. Return False if the address has too many.

        `is_seated` says that the player holds a seat. If a player has too many sockets, the oldest is closed.
        """
        if not is_loopback(slot.address) and not self._fits_address(slot, is_seated=is_seated):
            return False
        slot.has_hello = True
        slot.player_id, slot.token_hash = player_id, token_hash
        if player_id is None:
            self._anonymous[slot] = None
            return True
        sockets_of_player = self._by_player.setdefault(player_id, {})
        if len(sockets_of_player) >= self.limits.max_sockets_per_player:
            self._release_and_close(next(iter(sockets_of_player)))
        self._by_player.setdefault(player_id, {})[slot] = None
        return True

    def _fits_address(self, slot: SocketSlot, *, is_seated: bool) -> bool:
        """Return whether the address may have another socket. For a seated player, a spectator's socket is closed."""
        admitted = [other for other in self._by_address[slot.address] if other.has_hello]
        if len(admitted) < self.limits.max_sockets_per_address:
            return True
        return is_seated and self._close_newest_spectator(admitted)

    def release_slot(self, slot: SocketSlot) -> None:
        """Remove a closed socket from the counts."""
        self._anonymous.pop(slot, None)
        for slots, key in ((self._by_address, slot.address), (self._by_player, slot.player_id)):
            if key is not None and key in slots:
                slots[key].pop(slot, None)
                if not slots[key]:
                    del slots[key]

    def close_anonymous(self) -> bool:
        """Close the newest socket of a spectator without a token. Return False if there is none."""
        return self._close_newest_spectator(self._anonymous)

    def sockets_of_player(self, player_id: str) -> list[SocketSlot]:
        """Return the open sockets of a player."""
        return list(self._by_player.get(player_id, ()))

    def token_holders(self) -> dict[str, str]:
        """Return the player id of every token with an open socket, by token hash."""
        slots = [slot for sockets_of_player in self._by_player.values() for slot in sockets_of_player]
        return {slot.token_hash: slot.player_id for slot in slots if slot.token_hash and slot.player_id}

    def close_revoked(self, player_id: str, token_hash: str | None) -> None:
        """Close the sockets of a revoked token of a player; None means all tokens."""
        for slot in self.sockets_of_player(player_id):
            if token_hash is None or slot.token_hash == token_hash:
                self.release_slot(slot)
                slot.close_revoked()

    def _close_newest_spectator(self, slots: Iterable[SocketSlot]) -> bool:
        """Close the newest spectator's socket among `slots`. Return False if there is none."""
        found = next((slot for slot in reversed(list(slots)) if slot.is_spectator), None)
        if found is not None:
            self._release_and_close(found)
        return found is not None

    def _release_and_close(self, slot: SocketSlot) -> None:
        self.release_slot(slot)
        slot.close()
