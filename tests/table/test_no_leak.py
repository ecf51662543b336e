"""Release gate: no byte sent to a seat or a spectator depends on anything that they may not know."""

from __future__ import annotations

import os
import random

import msgspec
import pytest

from dottable.core import quick
from dottable.core.log import spelled_options
from dottable.core.match import Match, action_buffer
from dottable.core.options import spell_options, variants
from dottable.core.record import for_rules
from dottable.core.registry import find, games
from dottable.core.seats import SPECTATOR
from dottable.table import telling
from dottable.table.commands import Abort, React, Say
from dottable.table.table import Table

from .house import NAMES
from .twins import WatchedHouse

IS_FULL = os.environ.get("DOTTABLE_FULL") == "1"
MATCHES = 200 if IS_FULL else 6
WHOLE_MATCHES = 200 if IS_FULL else 4
MOST_MOVES = 2000 if IS_FULL else 100
"""The full run asserts that no match is cut short; in the quick one many are."""
RANDOM_SHARE = 0.2
"""Of the moves in mixed play; the others are the greedy policy's, by which matches come to an end much sooner."""
MOVES = 16
MOST_UNWATCHED = 160
"""So many moves at most are played before the watching begins, so that all phases of a match are seen."""


def watched_match(slug: str, n: int) -> WatchedHouse:
    """Match number n of a game: other options, seats and connections every time, watched for a while."""
    luck = random.Random(f"{slug} {n}")
    unwatched = luck.randrange(MOST_UNWATCHED)
    while (house := match_under_way(slug, n, luck, unwatched)).table.is_over:
        unwatched //= 2  # it was too short for that
    house.is_watching = True
    house.play_randomly(MOVES)
    house.command("bob", Say(text="<b>hi</b>", name="Bob"))
    house.command("eve", React(reaction="wow", name="Eve"))
    house.command("ann", Abort())
    return house


def new_house(slug: str, n: int, luck: random.Random) -> WatchedHouse:
    """A table at which nobody sits yet."""
    game = find(slug)
    choices = list(variants(game.state.Options))
    options = spelled_options(spell_options(choices[n % len(choices)]) or "none")
    seats = luck.choice([count for count in game.seat_counts if count <= 4])
    return WatchedHouse(slug, seats=seats, options=options, seed=n, move_limit_s=luck.choice([None, 600]))


def match_under_way(slug: str, n: int, luck: random.Random, unwatched: int) -> WatchedHouse:
    """A match after some moves; every fourth one is watched from before its start."""
    house = new_house(slug, n, luck)
    house.is_watching = n % 4 == 0
    house.start()
    for player in NAMES[: house.table.opened.seats]:
        house.table.round_trip(player, luck.randrange(300))
    house.is_watching = False
    house.play_randomly(unwatched)
    return house


@pytest.mark.parametrize("slug", list(games()))
def test_no_message_tells_what_its_reader_may_not_know(slug: str) -> None:
    houses = [watched_match(slug, n) for n in range(MATCHES)]
    assert [leak for house in houses for leak in house.leaks] == []
    assert all(house.compared for house in houses)
    assert sum(house.compared for house in houses) > MATCHES * MOVES


def whole_match(slug: str, n: int) -> WatchedHouse:
    """Match number n of a game from before its start to its end: every event and, in the full run, every snapshot."""
    luck, q, game = random.Random(f"{slug} whole {n}"), quick.generator(), find(slug)
    house = new_house(slug, n, luck)
    quick.start(for_rules(q), n + 1, n + 2)
    house.is_watching = True
    house.snapshot_every = 1 if IS_FULL else 7

    def choose(match: Match, seat: int) -> int:
        if game.policy is None or luck.random() < RANDOM_SHARE:
            return luck.choice(match.legal(seat))
        return int(game.policy.greedy(match.state, seat, for_rules(q), action_buffer(game)))

    house.start()
    house.play(MOST_MOVES, choose)
    house.command("bob", Say(text="<b>hi</b>", name="Bob"))
    if not house.table.is_over:
        house.command("ann", Abort())
    return house


@pytest.mark.parametrize("slug", list(games()))
def test_no_message_of_a_whole_match_tells_what_its_reader_may_not_know(slug: str) -> None:
    compared = ended = longest = 0
    for n in range(WHOLE_MATCHES):
        house = whole_match(slug, n)
        assert house.leaks == []
        compared += house.compared
        ended += house.table.status == "over"
        longest = max(longest, house.table.move_number)
    print(f"{slug}: {WHOLE_MATCHES} matches, {ended} to their end, up to {longest} moves, {compared} messages compared")  # noqa: T201
    assert compared > 10 * WHOLE_MATCHES
    assert ended == WHOLE_MATCHES or not IS_FULL


def passing_match(n: int) -> WatchedHouse:
    """A match of DOTS that is watched while everybody chooses a card to pass (B10)."""
    house = WatchedHouse("dots_72", seats=3, seed=n)
    house.start()
    while house.table.status == "live" and house.table.live_match().view(SPECTATOR).phase != "pass":
        house.play_randomly(1)
    house.is_watching = True
    house.play_randomly(6)
    return house


def test_B10_nobody_else_learns_which_card_a_seat_passes() -> None:
    houses = [passing_match(n) for n in range(MATCHES // 2)]
    assert sum(house.secrets for house in houses) >= 3 * len(houses)
    assert [leak for house in houses for leak in house.leaks] == []


def test_a_telling_of_secret_choices_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = telling.move_told
    monkeypatch.setattr(telling, "move_told", lambda g, v, event, b, a, viewer: true(g, v, event, b, a, event.seat))
    assert "Moved to -1" in passing_match(0).leaks


def test_a_telling_of_another_seats_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = telling.sight
    monkeypatch.setattr(telling, "sight", lambda match, viewer: true(match, 0))
    leaks = watched_match("dots_52", 0).leaks
    assert any(leak.endswith(f"to {SPECTATOR}") for leak in leaks)


def test_a_telling_of_the_seed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    true = telling.seat_told

    def leaky(table: Table, seat: int) -> telling.SeatTold:
        seed = table.match.seed.hex() if table.match else None
        return msgspec.structs.replace(true(table, seat), colour=seed)

    monkeypatch.setattr(telling, "seat_told", leaky)
    assert watched_match("dot_tiles", 1).leaks != []
