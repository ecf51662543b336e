"""Release gate: no byte sent to a seat or a spectator depends on anything that they may not know."""

from __future__ import annotations

import os
import random

import msgspec
import pytest

from dottable.core.log import spelled_options
from dottable.core.options import spell_options, variants
from dottable.core.registry import find, games
from dottable.core.seats import SPECTATOR
from dottable.table import telling
from dottable.table.commands import Abort, React, Say
from dottable.table.table import Table

from .house import NAMES
from .twins import WatchedHouse

MATCHES = 200 if os.environ.get("DOTTABLE_FULL") else 6
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


def match_under_way(slug: str, n: int, luck: random.Random, unwatched: int) -> WatchedHouse:
    """A match after some moves; every fourth one is watched from before its start."""
    game = find(slug)
    choices = list(variants(game.state.Options))
    options = spelled_options(spell_options(choices[n % len(choices)]) or "none")
    seats = luck.choice([count for count in game.seat_counts if count <= 4])
    house = WatchedHouse(slug, seats=seats, options=options, seed=n, move_limit_s=luck.choice([None, 600]))
    house.is_watching = n % 4 == 0
    house.start()
    for player in NAMES[:seats]:
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
