"""What observations hold, what they must not tell, and what they may leave out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dottable.core import chance
from dottable.core.glance import kind_of
from dottable.core.observation import bounds, by_name, fields_of, places
from dottable.core.options import variants
from dottable.core.record import for_rules
from dottable.core.registry import find, games
from dottable.core.series import Series, play_random
from dottable.research.observations import field_lines, left_out_line

SEED = bytes(range(32))
DOCS = Path(__file__).parents[2] / "docs" / "research.md"
STEPS, EVERY = 300, 5
TRANSPLANTS = 60

every_game = pytest.mark.parametrize("slug", list(games()))


def positions(slug, seats, options=None, matches=4):
    """Matches on their way through random play, every few moves and at their end."""
    game = find(slug)
    series = Series(game, seats=seats, options=options or game.state.Options(), seed=SEED)
    for index in range(matches):
        match, q = series.match(index)
        for step in range(STEPS):
            if step % EVERY == 0 or match.is_over:
                yield match
            if match.is_over:
                break
            play_random(match, q)


@every_game
def test_the_fields_are_the_whole_observation(slug):
    game = find(slug)
    fields = fields_of(game)
    assert sum(field.size for field in fields) == game.knowledge.OBSERVATION
    assert len({field.name for field in fields}) == len(fields)
    assert all(field.low < field.high and field.meaning for field in fields)


@every_game
def test_every_number_stays_within_its_bounds(slug):
    game = find(slug)
    low, high = bounds(fields_of(game))
    for options in variants(game.state.Options):
        for seats in (game.min_seats, game.max_seats):
            for match in positions(slug, seats, options, matches=1):
                for seat in range(seats):
                    observation = match.observation(seat)
                    wrong = np.flatnonzero((observation < low) | (observation > high))
                    assert wrong.size == 0, [field.name for at, field in places(fields_of(game)) if at <= wrong[0]][-1]


@every_game
def test_twins_that_differ_in_all_that_a_seat_cannot_know_have_the_same_observation(slug):
    game, g = find(slug), chance.generator()
    for n, match in enumerate(positions(slug, game.max_seats)):
        chance.start(for_rules(g), for_rules(np.full(chance.KEY_WORDS, n, np.uint32)))
        seat = n % match.seats
        assert match.imagine(seat, g).observation(seat).tobytes() == match.observation(seat).tobytes()


def observe(game, states, seat):
    out = np.zeros(game.knowledge.OBSERVATION, np.int16)
    game.kernels.write_observation(for_rules(states), 0, seat, for_rules(out))
    return out.tobytes()


@every_game
def test_what_a_view_tells_apart_an_observation_tells_apart_but_for_what_it_names(slug):
    """A part of one position is put into another: if that shows in the view, it has to show in the observation."""
    game, seats, luck = find(slug), 3, np.random.default_rng(1)
    found = []
    for match in positions(slug, seats):
        states = np.zeros(1, game.state.STATE)
        states[0] = match.record
        found.append(states)
    for name in set(game.state.STATE.names) - {"rng", "seats"} - set(game.observation.LEFT_OUT):
        for _ in range(TRANSPLANTS):
            a, b = luck.integers(len(found), size=2)
            mixed = np.zeros(1, game.state.STATE)
            mixed[0] = found[a][0]
            mixed[name] = found[b][name]
            seat = int(luck.integers(seats))
            views = [game.view.look(kind_of(states.dtype)(states.tobytes()), seat) for states in (found[a], mixed)]
            if views[0] != views[1]:
                assert observe(game, found[a], seat) != observe(game, mixed, seat), name


@every_game
def test_what_is_left_out_is_a_field_of_the_record(slug):
    game = find(slug)
    assert set(game.observation.LEFT_OUT) <= set(game.state.STATE.names)


def test_an_observation_is_taken_apart_without_copies():
    match = next(positions("dot_tiles", 2))
    observation = match.observation(0)
    parts = by_name(fields_of(match.game), observation)
    assert parts["sheets"].shape == (4, 30)
    assert parts["hand"].sum() == len(match.view(0).hand)
    assert parts["seats"] == 2
    assert np.shares_memory(parts["sheets"], observation)


def test_a_game_that_names_no_fields_has_one(last_dot):
    (field,) = fields_of(last_dot)
    assert field.shape == (last_dot.knowledge.OBSERVATION,)


@every_game
def test_the_page_lists_every_field(slug):
    """`python -m dottable.research.observations` prints these tables."""
    game, text = find(slug), DOCS.read_text(encoding="utf-8")
    section = text[text.index(f"#### `{slug}`") :]
    assert "\n".join(field_lines(game)) in section
    assert left_out_line(game) in section
