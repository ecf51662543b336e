"""Limits on open sockets: who gives way to whom."""

from __future__ import annotations

from dottable.server.access import connection_limits
from dottable.server.access.connection_limits import ConnectionLimits, SocketSlot
from dottable.server.access.limits import Limits

HOME = "192.0.2.7"


class Sockets:
    """Opens sockets and records which of them were closed."""

    def __init__(self, **limits: int) -> None:
        self.limits = ConnectionLimits(Limits(**limits))
        self.closed: list[str] = []

    def open(self, name: str, address: str = HOME) -> SocketSlot:
        return self.limits.open_slot(address, lambda: self.closed.append(name))

    def join(self, name: str, player: str | None = None, *, address: str = HOME, is_seated: bool = False) -> bool:
        slot = self.open(name, address)
        is_admitted = self.limits.admit_player(slot, player, is_seated=is_seated)
        slot.set_session(slot.close, slot.close, lambda: not is_seated)
        if not is_admitted:
            self.limits.release_slot(slot)
        return is_admitted


def test_sockets_are_counted_per_address():
    sockets = Sockets(max_sockets_per_address=2)
    assert sockets.join("a", "ann")
    assert sockets.join("b")
    assert not sockets.join("c", "bob")
    assert sockets.join("d", "bob", address="192.0.2.8")


def test_a_closed_socket_makes_room():
    sockets = Sockets(max_sockets_per_address=1)
    slot = sockets.open("a")
    assert sockets.limits.admit_player(slot, None)
    assert not sockets.join("b")
    sockets.limits.release_slot(slot)
    assert sockets.join("c")


def test_a_seated_player_replaces_a_spectator_of_the_same_address():
    sockets = Sockets(max_sockets_per_address=3)
    assert sockets.join("a", "ann", is_seated=True)
    assert sockets.join("b")
    assert sockets.join("c")
    assert sockets.join("d", "bob", is_seated=True)
    assert sockets.closed == ["c"]


def test_seated_players_do_not_replace_each_other():
    sockets = Sockets(max_sockets_per_address=1)
    assert sockets.join("a", "ann", is_seated=True)
    assert not sockets.join("b", "bob", is_seated=True)
    assert sockets.closed == []


def test_the_newest_socket_of_a_player_replaces_the_oldest():
    sockets = Sockets(max_sockets_per_player=2)
    assert all(sockets.join(name, "ann") for name in "abcd")
    assert sockets.closed == ["a", "b"]
    assert len(sockets.limits.sockets_of_player("ann")) == 2


def test_silent_sockets_lock_nobody_of_their_address_out(monkeypatch):
    monkeypatch.setattr(connection_limits, "MAX_WAITING_HELLOS", 2)
    sockets = Sockets(max_sockets_per_address=1)
    for name in "abc":
        sockets.open(name)
    assert sockets.closed == ["a"]
    assert sockets.join("d", "ann")
    assert sockets.closed == ["a", "b"]


def test_loopback_sockets_are_not_limited():
    sockets = Sockets(max_sockets_per_address=1)
    assert all(sockets.join(str(k), address="127.0.0.1") for k in range(5))


def test_a_full_server_closes_the_newest_anonymous_socket():
    sockets = Sockets()
    assert sockets.join("a")
    assert sockets.join("b")
    assert sockets.join("c", "ann")
    assert sockets.limits.close_anonymous()
    assert sockets.limits.close_anonymous()
    assert not sockets.limits.close_anonymous()
    assert sockets.closed == ["b", "a"]
