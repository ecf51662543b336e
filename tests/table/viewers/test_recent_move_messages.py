"""Messages of recent moves for a viewer who reconnects: equal to those that the viewer missed, made from memory."""

from __future__ import annotations

import random

import pytest

from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.registry import installed_games
from dottable.table.commands import Say, Sit, Start
from dottable.table.decisions.command_results import Accepted
from dottable.table.decisions.first_table_events import opened_event
from dottable.table.events import Moved, Settings
from dottable.table.table import Table
from dottable.table.viewers.event_messages import EventInfo, event_info, public_event, recent_move_messages
from dottable.table.viewers.recent_moves import MAX_RECENT_MOVES
from dottable.table.viewers.snapshots import viewer_state

VIEWERS = (SPECTATOR, 0, 1)
TIME_PER_MOVE_MS = 1_700


class WatchedTable:
    """A table of two players whose viewers keep every message."""

    def __init__(self, slug: str, settings: Settings | None = None) -> None:
        opened = opened_event(
            installed_games()[slug], seats=2, options={}, host="p0", settings=settings or Settings(), now=0
        )
        self.table = Table("table", opened, random_bytes=random.Random(6).randbytes)
        self.now = 1_000
        self.messages: dict[int, list[EventInfo]] = {viewer: [] for viewer in VIEWERS}
        self.views: dict[int, object] = {}
        for seat in range(2):
            self.table.add_connection(f"p{seat}")
            self.carry_out(f"p{seat}", Sit(name=f"Player {seat}", colour="#111111", seat=seat))
        self.carry_out("p0", Start())

    def carry_out(self, player, command):
        answer = self.table.decide(player, command, self.now)
        assert isinstance(answer, Accepted), answer
        for event in answer.events:
            self.commit(event)

    def commit(self, event):
        table = self.table
        table.apply_event(event)
        public = public_event(table, event, self.now)
        for viewer in VIEWERS:
            state = viewer_state(table.match, viewer) if table.match else None
            self.messages[viewer].append(event_info(public, viewer, self.views.get(viewer), state))
            self.views[viewer] = state.view if state else None

    def move(self, rng):
        """Make a random move, without the races in which the table would hold a claim."""
        match = self.table.live_match()
        self.now += TIME_PER_MOVE_MS
        seat = rng.choice([seat for seat in match.to_act if seat != CLOCK] or [CLOCK])
        fields = self.table.event_fields(self.now, f"p{seat}" if seat != CLOCK else None)
        at_ms = max(self.table.match_ms(self.now), match.now_ms, match.deadline_ms or 0 if seat == CLOCK else 0)
        self.commit(Moved(**fields, seat=seat, action=rng.choice(match.legal(seat)), at_ms=at_ms, by="player"))


@pytest.mark.parametrize("slug", sorted(installed_games()))
def test_the_messages_of_recent_moves_are_those_that_were_missed(slug):
    watched, rng = WatchedTable(slug), random.Random(9)
    for k in range(12):
        watched.move(rng)
        if watched.table.live_match().is_over:
            break
        for viewer in VIEWERS:
            for missed in range(1, min(k + 1, MAX_RECENT_MOVES) + 1):
                found = recent_move_messages(watched.table, viewer, watched.table.version - missed)
                assert found == watched.messages[viewer][-missed:]
    assert k > MAX_RECENT_MOVES


def test_older_events_and_events_that_are_no_moves_are_not_made_from_memory():
    watched, rng = WatchedTable("dot_tiles"), random.Random(9)
    for _ in range(MAX_RECENT_MOVES + 1):
        watched.move(rng)
    version = watched.table.version
    assert recent_move_messages(watched.table, 0, version - MAX_RECENT_MOVES) is not None
    assert recent_move_messages(watched.table, 0, version - MAX_RECENT_MOVES - 1) is None
    watched.carry_out("p0", Say(text="hello", name="Player 0"))
    assert recent_move_messages(watched.table, 0, version) is None
    assert recent_move_messages(watched.table, 0, version - 1) is None


def test_moves_with_time_limits_are_read_from_the_store_because_their_messages_tell_the_clocks_of_that_time():
    watched = WatchedTable("dot_tiles", Settings(move_limit_s=60))
    watched.move(random.Random(9))
    assert recent_move_messages(watched.table, 0, watched.table.version - 1) is None
