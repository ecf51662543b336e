"""Every game and every option set passes the conformance kit."""

from __future__ import annotations

import pytest

from dottable.core.conformance.all_checks import COMPILED_CHECK_MATCHES, MODE_CHECK_MATCHES, TEXT_CHECK_MATCHES
from dottable.core.conformance.compiled_checks import check_compiled
from dottable.core.conformance.execution_mode_checks import check_modes
from dottable.core.conformance.properties import ARRAY_BOUNDS_ARE_KEPT, INTERPRETED_PLAY_IS_EQUAL
from dottable.core.conformance.text_checks import check_notation, check_texts
from dottable.core.options import format_options, options_varied_one_at_a_time
from dottable.core.registry import find_game, installed_games
from tests.games.interpreted_kit import run_interpreted
from tests.sizes import INTERPRETED_KIT_SLUGS, IS_FULL, full_only, sized

SEED = bytes(range(32))
BOUNDS_MATCHES = 100
COMPILED_MATCHES = sized(100, COMPILED_CHECK_MATCHES)
MODE_MATCHES = sized(4, MODE_CHECK_MATCHES)

OPTION_SETS = [
    pytest.param(slug, options, id=f"{slug} {format_options(options)}")
    for slug in installed_games()
    for options in options_varied_one_at_a_time(find_game(slug).state.Options)
]
COMPILED_OPTION_SETS = [found for found in OPTION_SETS if IS_FULL or found.values[0] not in INTERPRETED_KIT_SLUGS]


@pytest.mark.parametrize(("slug", "options"), COMPILED_OPTION_SETS)
def test_compiled_checks_hold(slug, options):
    assert list(check_compiled(find_game(slug), options, COMPILED_MATCHES, SEED)) == []


@pytest.mark.parametrize("slug", INTERPRETED_KIT_SLUGS)
def test_the_same_checks_hold_interpreted(slug):
    assert run_interpreted(slug) == []


@pytest.mark.parametrize(("slug", "options"), OPTION_SETS)
def test_what_people_read_holds(slug, options):
    game = find_game(slug)
    matches = sized(len(game.seat_counts), TEXT_CHECK_MATCHES)
    assert list(check_texts(game, options, matches, SEED)) == []


@pytest.mark.parametrize("slug", list(installed_games()))
def test_interpreted_play_is_the_same_byte_for_byte(slug):
    assert list(check_modes(find_game(slug), MODE_MATCHES, SEED, (INTERPRETED_PLAY_IS_EQUAL,))) == []


@full_only("with bounds checks all is compiled once more")
@pytest.mark.parametrize("slug", list(installed_games()))
def test_no_index_is_out_of_bounds(slug):
    assert list(check_modes(find_game(slug), BOUNDS_MATCHES, SEED, (ARRAY_BOUNDS_ARE_KEPT,))) == []


@pytest.mark.parametrize("slug", list(installed_games()))
def test_every_action_has_its_notation(slug):
    assert list(check_notation(find_game(slug))) == []
