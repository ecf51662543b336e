"""Release gate: no byte sent to a viewer depends on a secret of others."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from dottable.bots.search.kernel_loader import search_kernels
from dottable.core.matches.match import Match, action_buffer
from dottable.core.matches.match_log import parse_options_text
from dottable.core.options import format_options, options_varied_one_at_a_time
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import SPECTATOR
from dottable.core.registry import find_game, installed_games
from dottable.table.commands import React, Say
from dottable.table.events import ShuffleEvent, StartPrepared
from dottable.table.table import Table
from dottable.table.viewers import event_messages, seat_info, snapshots
from dottable.table.viewers.players_shuffle_info import shuffle_event_fields
from tests.sizes import IS_FULL, sized
from tests.table.harness import NAMES
from tests.table.viewers.leak_harness import LeakHarness

MATCHES = sized(3, 30, 200)
WHOLE_MATCHES = sized(2, 4, 200)
MAX_MOVES = sized(100, 2000)
"""Most moves per match. The full run asserts that every match ends before; in the quick run many do not."""
RANDOM_SHARE = 0.2
"""Share of random moves in mixed play. The greedy policy makes the others, so that matches end sooner."""
COMPARED_MOVES = 16
MAX_UNWATCHED_MOVES = 160
"""Most moves played before messages are compared; random, so that all phases of a match are covered."""


def watched_match(slug: str, n: int) -> LeakHarness:
    """Play match `n` of a game with random options, seats and connections, and watch some moves."""
    rng = random.Random(f"{slug} {n}")
    unwatched = rng.randrange(MAX_UNWATCHED_MOVES)
    while (harness := match_under_way(slug, n, rng, unwatched)).table.is_over:
        unwatched //= 2  # it was too short for that
    harness.is_watching = True
    harness.play_randomly(COMPARED_MOVES)
    harness.command("bob", Say(text="<b>hi</b>", name="Bob"))
    harness.command("eve", React(reaction="wow", name="Eve"))
    harness.abort()
    return harness


def new_harness(slug: str, n: int, rng: random.Random) -> LeakHarness:
    """Return an empty table."""
    game = find_game(slug)
    choices = list(options_varied_one_at_a_time(game.state.Options))
    options = parse_options_text(format_options(choices[n % len(choices)]) or "none")
    seats = rng.choice([count for count in game.seat_counts if count <= 4])
    return LeakHarness(slug, seats=seats, options=options, seed=n, move_limit_s=rng.choice([None, 600]))


def match_under_way(slug: str, n: int, rng: random.Random, unwatched: int) -> LeakHarness:
    """Return a match after some moves. Every fourth match is watched from before its start."""
    harness = new_harness(slug, n, rng)
    harness.is_watching = n % 4 == 0
    harness.start_with_shared_shuffle() if n % 2 == 0 else harness.start()
    for player in NAMES[: harness.table.opened.seats]:
        harness.table.add_round_trip(player, rng.randrange(300))
    harness.is_watching = False
    harness.play_randomly(unwatched)
    return harness


@pytest.mark.parametrize("slug", list(installed_games()))
def test_no_message_leaks_a_secret(slug: str) -> None:
    houses = [watched_match(slug, n) for n in range(MATCHES)]
    assert [leak for harness in houses for leak in harness.leaks] == []
    assert all(harness.compared for harness in houses)
    assert sum(harness.compared for harness in houses) > MATCHES * COMPARED_MOVES


def whole_match(slug: str, n: int) -> LeakHarness:
    """Watch match `n` of a game completely: every event and, in the full run, every snapshot."""
    rng, q, game = random.Random(f"{slug} whole {n}"), fast_rng.new_generator(), find_game(slug)
    harness = new_harness(slug, n, rng)
    fast_rng.set_seed(rule_array(q), n + 1, n + 2)
    harness.is_watching = True
    harness.snapshot_every = sized(7, 1)

    def choose(match: Match, seat: int) -> int:
        if game.bot is None or rng.random() < RANDOM_SHARE:
            return rng.choice(match.legal(seat))
        return int(search_kernels(game).greedy_at(match.states, 0, seat, q, action_buffer(game)))

    harness.start_with_shared_shuffle() if n % 2 == 0 else harness.start()
    harness.play(MAX_MOVES, choose)
    harness.command("bob", Say(text="<b>hi</b>", name="Bob"))
    if not harness.table.is_over:
        harness.abort()
    return harness


@pytest.mark.parametrize("slug", list(installed_games()))
def test_no_message_of_a_whole_match_leaks_a_secret(slug: str) -> None:
    compared = ended = longest = 0
    for n in range(WHOLE_MATCHES):
        harness = whole_match(slug, n)
        assert harness.leaks == []
        compared += harness.compared
        ended += harness.table.status == "over"
        longest = max(longest, harness.table.move_number)
    print(f"{slug}: {WHOLE_MATCHES} matches, {ended} to their end, up to {longest} moves, {compared} messages compared")  # noqa: T201
    assert compared > 10 * WHOLE_MATCHES
    assert ended == WHOLE_MATCHES or not IS_FULL


def passing_match(n: int) -> LeakHarness:
    """Watch a match of DOTS while all players choose a card to pass (B10)."""
    harness = LeakHarness("dots_72", seats=3, seed=n)
    harness.start()
    while harness.table.status == "live" and harness.table.live_match().view(SPECTATOR).phase != "pass":
        harness.play_randomly(1)
    harness.is_watching = True
    harness.play_randomly(6)
    return harness


def test_B10_nobody_else_learns_which_card_a_seat_passes() -> None:
    houses = [passing_match(n) for n in range(max(2, MATCHES // 2))]
    assert sum(harness.secrets for harness in houses) >= 3 * len(houses)
    assert [leak for harness in houses for leak in harness.leaks] == []


def test_a_message_with_a_secret_action_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = snapshots.move_info
    monkeypatch.setattr(
        event_messages, "move_info", lambda g, v, event, b, a, viewer: true(g, v, event, b, a, event.seat)
    )
    assert "Moved to -1" in passing_match(0).leaks


def test_a_message_with_another_seats_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = snapshots.viewer_state
    monkeypatch.setattr(snapshots, "viewer_state", lambda match, viewer: true(match, 0))
    leaks = watched_match("dots_52", 0).leaks
    assert any(leak.endswith(f"to {SPECTATOR}") for leak in leaks)


def test_a_fixed_shuffle_with_the_server_s_seed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = shuffle_event_fields

    def leaky(table: Table, event: ShuffleEvent) -> tuple[str, dict[str, Any]]:
        kind, fields = true(table, event)
        return kind, {**fields, "notice": event.seed if isinstance(event, StartPrepared) else None}

    monkeypatch.setattr(event_messages, "shuffle_event_fields", leaky)
    assert [leak for leak in watched_match("dots_52", 0).leaks if leak.startswith("StartPrepared")]


def test_a_message_with_the_seed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = seat_info.seat_info

    def leaky(table: Table, seat: int) -> seat_info.SeatInfo:
        seed = table.match.seed.hex() if table.match else None
        return msgspec.structs.replace(true(table, seat), colour=seed)

    monkeypatch.setattr(seat_info, "seat_info", leaky)
    assert watched_match("dot_tiles", 1).leaks != []
