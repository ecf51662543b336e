"""Bots play legally, cannot peek, and the sampler is better than chance."""

from __future__ import annotations

import pytest

from dottable.bots.chair import Chair
from dottable.bots.random_bot import RandomBot
from dottable.bots.sampler import Sampler
from dottable.core import chance
from dottable.core.match import Match
from dottable.core.record import for_rules
from dottable.core.registry import find, games
from dottable.core.seats import CLOCK
from dottable.core.series import Series, play_random, seed_from

BOTS = {"random": RandomBot(), "sampler": Sampler(playouts=60)}


def positions(slug, count):
    """Positions from random matches, each with a seat that has to choose."""
    game = find(slug)
    for index in range(count):
        series = Series(
            game,
            seats=game.seat_counts[index % len(game.seat_counts)],
            options=game.state.Options(),
            seed=seed_from("peek"),
        )
        match, q = series.match(index)
        for _ in range(3 + 5 * index):
            if not match.is_over:
                play_random(match, q)
        seats = [seat for seat in match.to_act if seat != CLOCK]
        if seats:
            yield match, seats[0]


@pytest.mark.parametrize("bot", list(BOTS))
@pytest.mark.parametrize("slug", list(games()))
def test_a_bot_chooses_the_same_in_every_match_its_seat_cannot_tell_apart(slug, bot):
    g = chance.generator()
    chance.start(for_rules(g), for_rules(chance.key_of(seed_from("twins"))))
    for match, seat in positions(slug, 6):
        choice = BOTS[bot].choose(Chair(match, seat), b"luck")
        assert choice in match.legal(seat)
        for _ in range(5):
            assert BOTS[bot].choose(Chair(match.imagine(seat, g), seat), b"luck") == choice


def test_the_sampler_beats_the_random_bot(last_dot):
    wins = 0.0
    for k in range(60):
        match = Match(last_dot, seed=seed_from(str(k // 2)))
        mine = k % 2
        while not match.is_over:
            seat = match.to_act[0]
            bot = Sampler(playouts=300) if seat == mine else RandomBot()
            match.apply(seat, bot.choose(Chair(match, seat), f"{k} {len(match.moves)}".encode()))
        wins += (match.returns()[mine] + 1) / 2
    assert wins > 38
