"""Observations: their fields, bounds, omissions, and that they hold no hidden information."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array
from dottable.core.registry import find_game, installed_games
from dottable.core.views.observation_field import (
    field_offsets,
    observation_bounds,
    observation_fields_of,
    split_by_field,
)
from dottable.core.views.state_record_reader import argument_of_build_view
from dottable.research.observation_docs_tables import field_rows, omissions_sentence
from tests.present import present

SEED = bytes(range(32))
DOCS = Path(__file__).parents[2] / "docs" / "research.md"
MAX_STEPS, POSITION_INTERVAL = 300, 5
TRANSPLANTED_POSITIONS = 60

every_game = pytest.mark.parametrize("slug", list(installed_games()))


def positions(slug, seats, options=None, matches=4):
    """Yield matches of random play, every EVERY moves and at the end."""
    game = find_game(slug)
    series = Series(SeriesConfig(game, seats=seats, options=options or game.state.Options(), seed=SEED))
    for index in range(matches):
        match, q = series.match(index)
        for step in range(MAX_STEPS):
            if step % POSITION_INTERVAL == 0 or match.is_over:
                yield match
            if match.is_over:
                break
            play_random_move(match, q)


@every_game
def test_the_fields_cover_the_whole_observation(slug):
    game = find_game(slug)
    fields = observation_fields_of(game)
    assert sum(field.size for field in fields) == game.knowledge.OBSERVATION_SIZE
    assert len({field.name for field in fields}) == len(fields)
    assert all(field.low < field.high and field.meaning for field in fields)


@every_game
def test_every_number_stays_within_its_bounds(slug):
    game = find_game(slug)
    low, high = observation_bounds(observation_fields_of(game))
    for options in options_varied_one_at_a_time(game.state.Options):
        for seats in (game.min_seats, game.max_seats):
            for match in positions(slug, seats, options, matches=1):
                for seat in range(seats):
                    observation = match.observation(seat)
                    wrong = np.flatnonzero((observation < low) | (observation > high))
                    assert wrong.size == 0, [
                        field.name for at, field in field_offsets(observation_fields_of(game)) if at <= wrong[0]
                    ][-1]


@every_game
def test_determinized_matches_have_the_same_observation(slug):
    game, g = find_game(slug), chance.new_generator()
    for n, match in enumerate(positions(slug, game.max_seats)):
        chance.set_key(rule_array(g), rule_array(np.full(chance.KEY_WORDS, n, np.uint32)))
        seat = n % match.seats
        assert match.determinize(seat, g).observation(seat).tobytes() == match.observation(seat).tobytes()


def observe(game, states, seat):
    out = np.zeros(game.knowledge.OBSERVATION_SIZE, np.int16)
    game.kernels.observe_at(rule_array(states), 0, seat, rule_array(out))
    return out.tobytes()


@every_game
def test_a_visible_difference_is_in_the_observation_unless_listed_as_left_out(slug):
    """Replace one field of a record by that of another. If the view changes, the observation must change too."""
    game, seats, rng = find_game(slug), 3, np.random.default_rng(1)
    found = []
    for match in positions(slug, seats):
        states = np.zeros(1, game.state.STATE)
        states[0] = match.record
        found.append(states)
    for name in (
        set(present(game.state.STATE.names)) - {"rng", "seats"} - set(present(game.observation_fields).OMITTED_FIELDS)
    ):
        for _ in range(TRANSPLANTED_POSITIONS):
            a, b = rng.integers(len(found), size=2)
            mixed = np.zeros(1, game.state.STATE)
            mixed[0] = found[a][0]
            mixed[name] = found[b][name]
            seat = int(rng.integers(seats))
            views = [
                game.view.build_view(argument_of_build_view(game.view.build_view, states), seat)
                for states in (found[a], mixed)
            ]
            if views[0] != views[1]:
                assert observe(game, found[a], seat) != observe(game, mixed, seat), name


@every_game
def test_omitted_names_are_fields_of_the_record(slug):
    game = find_game(slug)
    assert set(present(game.observation_fields).OMITTED_FIELDS) <= set(present(game.state.STATE.names))


def test_fields_by_name_share_memory_with_the_observation():
    match = next(positions("dot_tiles", 2))
    observation = match.observation(0)
    parts = split_by_field(observation_fields_of(match.game), observation)
    assert parts["sheets"].shape == (4, 30)
    assert parts["hand"].sum() == len(match.view(0).hand)
    assert parts["seats"] == 2
    assert np.shares_memory(parts["sheets"], observation)


def test_a_game_without_named_fields_has_one_field(last_dot):
    (field,) = observation_fields_of(last_dot)
    assert field.shape == (last_dot.knowledge.OBSERVATION_SIZE,)


@every_game
def test_the_documentation_lists_every_field(slug):
    """`python -m dottable.research.observation_docs_tables` prints these tables."""
    game, text = find_game(slug), DOCS.read_text(encoding="utf-8")
    section = text[text.index(f"#### `{slug}`") :]
    assert "\n".join(field_rows(game)) in section
    assert omissions_sentence(game) in section
