"""Which node a table moves to: one with its players, unless a player of it is connected to the owner."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from dottable.core.primitives.seats import SPECTATOR
from dottable.server.cluster.bus_messages import PresenceReport
from dottable.server.cluster.remote_presence import RemotePresence
from dottable.server.cluster.table_placement import better_node

SEATS = {"ann": 0, "bob": 1, "eve": 2}


def link(remote, viewers=(), *, is_over=False):
    """Return the link of a table with these viewers at its owner, and these players at other nodes."""
    table: Any = SimpleNamespace(
        is_over=is_over,
        seating=SimpleNamespace(seat_of=SEATS.get),
        add_connection=lambda player: None,
    )
    groups: Any = SimpleNamespace(by_viewer=dict.fromkeys(viewers), remote_spectators=0)
    presence = RemotePresence()
    for node, players in remote.items():
        presence.apply_report(PresenceReport(node, dict.fromkeys(players, -1), 1), table, groups, 0)
    return SimpleNamespace(live=SimpleNamespace(table=table, viewers=groups), presence=presence)


def test_a_table_goes_to_the_node_with_most_of_its_players():
    assert better_node(link({"n1": ["ann"], "n2": ["bob", "eve"]}), {"n1", "n2"}) == "n2"


def test_a_node_to_which_a_player_is_connected_keeps_the_table():
    assert better_node(link({"n1": ["ann", "bob"]}, [2, SPECTATOR]), {"n1"}) is None


def test_onlookers_neither_keep_nor_attract_a_table():
    assert better_node(link({"n1": ["zoe", "zed"], "n2": ["ann"]}, [SPECTATOR]), {"n1", "n2"}) == "n2"
    assert better_node(link({"n1": ["zoe"]}, [SPECTATOR]), {"n1"}) is None


def test_a_table_stays_if_the_other_node_cannot_own_it_or_the_match_is_over():
    assert better_node(link({"n1": ["ann"]}), set()) is None
    assert better_node(link({"n1": ["ann"]}, is_over=True), {"n1"}) is None
