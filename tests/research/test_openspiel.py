"""Our games behind OpenSpiel's interface: its own checks, its own bots, and our own logs."""

from __future__ import annotations

import os
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the extra 'openspiel' brings it")

from open_spiel.python.algorithms import ismcts  # noqa: E402

from dottable.core.errors import BadLog  # noqa: E402
from dottable.core.log import read_log, write_log  # noqa: E402
from dottable.core.match import Match  # noqa: E402
from dottable.core.options import options_of  # noqa: E402
from dottable.core.record import for_rules  # noqa: E402
from dottable.core.registry import find, games, load_folder  # noqa: E402
from dottable.core.seats import CLOCK, MAX_SEATS, share_win  # noqa: E402
from dottable.core.series import Series, seed_from  # noqa: E402
from dottable.research.openspiel import CompiledRollouts, register, replay, spiel_game  # noqa: E402
from dottable.research.openspiel.moment import SEED_BYTES, in_double_precision  # noqa: E402
from tests.conftest import ROOT  # noqa: E402

IS_FULL = os.environ.get("DOTTABLE_FULL") == "1"
LOGS = 1_000 if IS_FULL else 20
SLUGS = list(games())
SHORT = ("dot_allot", "dot_tiles", "dots_52")
"""Games whose random matches are short enough to be checked with more seats, too."""
SEAT_COUNTS = [
    pytest.param(slug, seats, id=f"{slug} {seats}")
    for slug in SLUGS
    for seats in (2, 3, 4)
    if seats == 2 or slug in SHORT or IS_FULL
]


def dealt(game, seed=b"\7" * SEED_BYTES):
    """The first state after the deal."""
    state = game.new_initial_state()
    for byte in seed:
        state.apply_action(byte)
    return state


def step(state, luck):
    """One random outcome or action."""
    outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    state.apply_action(luck.choice(outcomes))


def advanced(state, steps, luck):
    """On to a player's decision, about so many steps later."""
    for _ in range(steps):
        step(state, luck)
    while state.is_chance_node():
        step(state, luck)
    return state


def sampler(seed):
    return random.Random(seed).random


@pytest.mark.parametrize(("slug", "seats"), SEAT_COUNTS)
def test_random_sim_test_of_openspiel_passes(slug, seats):
    game = pyspiel.load_game(register(find(slug)), {"players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_logs_replay_to_the_same_returns_and_state(slug):
    game = find(slug)
    for number in range(LOGS):
        seats = game.min_seats + number % 3
        series = Series(game, seats=seats, options=game.state.Options(), seed=seed_from("openspiel"))
        match = series.record(number)
        state = replay(read_log(write_log(match)))
        assert state.is_terminal()
        assert np.array_equal(np.array(state.returns(), np.float32), np.array(match.returns(), np.float32))
        assert state.moment.match.state_hash == match.state_hash


def test_a_log_of_live_play_is_refused_rather_than_replayed_wrongly():
    match = Match(find("dots_52"), seed=bytes(32), salt=bytes(16))
    match.apply(0, 0, at_ms=700)
    with pytest.raises(BadLog, match="live play"):
        replay(read_log(write_log(match)))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_resampled_state_is_the_same_information_state_but_not_the_same_state(slug):
    luck = random.Random(3)
    state = advanced(dealt(spiel_game(find(slug))), 12, luck)
    seat = state.current_player()
    for number in range(5):
        twin = state.resample_from_infostate(seat, sampler(number))
        assert twin.current_player() == seat
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(seat) == state.information_state_string(seat)
        assert twin.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert twin.observation_string(seat) == state.observation_string(seat)
        assert twin.moment.match.state_hash != state.moment.match.state_hash
        assert twin.history() == []


@pytest.mark.parametrize("slug", SLUGS)
def test_resampling_depends_on_nothing_that_the_seat_cannot_know(slug):
    state = advanced(dealt(spiel_game(find(slug))), 12, random.Random(4))
    seat = state.current_player()
    twin = state.resample_from_infostate(seat, sampler(1))
    both = [each.resample_from_infostate(seat, sampler(2)).moment.match.state_hash for each in (state, twin)]
    assert both[0] == both[1]


def test_a_secret_choice_of_another_seat_is_in_nobody_elses_information_state():
    """dots_72, three seats: in the window in which all pass a card, who has chosen what is hidden."""
    state = dealt(spiel_game(find("dots_72"), seats=3))
    luck = random.Random(5)
    while len(seats_awaited(state)) < 3 or not state.is_chance_node():
        step(state, luck)
    state.apply_action(0)
    cards = state.legal_actions()
    assert len(cards) > 1
    first, second = state.child(cards[0]), state.child(cards[1])
    for seat in (1, 2):
        assert first.information_state_string(seat) == second.information_state_string(seat)
        assert first.information_state_tensor(seat) == second.information_state_tensor(seat)
    assert first.information_state_string(0) != second.information_state_string(0)


def seats_awaited(state):
    match = state.moment.match
    return [] if match is None else [seat for seat in match.to_act if seat != CLOCK]


def test_an_information_state_remembers_what_the_view_forgets():
    """dots_52 without memory: whoever has looked at other cards knows something else, though it sees the same now."""
    options = find("dots_52").state.Options(memory=False)
    states = []
    for peeked in (0, 5):
        state = dealt(spiel_game(find("dots_52"), options=options))
        state.apply_action(0)  # seat 0 is first
        state.apply_action(peeked)
        state.apply_action(0)  # seat 1 looks at its first two cards
        state.apply_action(find("dots_52").notation.read("draw"))  # now all cards lie face down again
        states.append(state)
    assert states[0].observation_string(0) == states[1].observation_string(0)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_clone_and_a_deserialised_state_remember_the_same(slug):
    luck = random.Random(6)
    game = spiel_game(find(slug))
    state = advanced(dealt(game), 20, luck)
    copies = [state.clone(), game.deserialize_state(state.serialize())]
    action = luck.choice(state.legal_actions())
    for each in (state, *copies):
        each.apply_action(action)
    for copy in copies:
        for seat in range(2):
            assert copy.information_state_string(seat) == state.information_state_string(seat)
        assert copy.moment.match.state_hash == state.moment.match.state_hash


def test_a_clone_does_not_change_its_original():
    state = advanced(dealt(spiel_game(find("dot_tiles"))), 5, random.Random(7))
    before = str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before != str(twin)


@pytest.mark.parametrize("slug", SLUGS)
def test_ismcts_of_openspiel_finds_a_legal_action(slug):
    game = pyspiel.load_game(register(find(slug)))
    state = advanced(dealt(game), 4, random.Random(8))
    bot = ismcts.ISMCTSBot(game, CompiledRollouts(seed=1), 1.0, 20, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_ismcts_sees_a_win_in_one():
    """Connect four, a game loaded from a folder: three in a line and the fourth cell free."""
    game = pyspiel.load_game(register(load_folder(ROOT / "examples" / "connect_four")))
    state = dealt(game)
    for column in (3, 0, 3, 0, 3, 0):
        state.apply_action(column)
    bot = ismcts.ISMCTSBot(game, CompiledRollouts(seed=1), 1.0, 200, random_state=np.random.RandomState(1))
    assert bot.step(state) == 3


def test_rollouts_of_openspiel_run_on_our_states_too():
    game = pyspiel.load_game(register(find("dot_tiles")))
    state = dealt(game)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    returns = pyspiel.evaluate_bots(state, bots, 1)
    assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_every_way_to_share_a_win_adds_up_to_zero_within_the_bounds(seats):
    for winners in range(1, 1 << seats):
        single = np.zeros(seats, np.float32)
        share_win(seats, winners, for_rules(single))
        double = [in_double_precision(float(value)) for value in single]
        assert abs(sum(double)) < 1e-9
        assert max(map(abs, double)) <= 1
        assert np.array_equal(np.array(double, np.float32), single)


def test_chance_writes_the_seed_and_says_who_is_first():
    game = pyspiel.load_game(register(find("dots_52")), {"players": 4})
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(byte, 1 / 256) for byte in range(256)]
    state = dealt(game)
    assert state.chance_outcomes() == [(seat, 0.25) for seat in range(4)]
    state.apply_action(2)
    assert state.current_player() == 2


@pytest.mark.parametrize("slug", SLUGS)
def test_options_are_parameters(slug):
    game = find(slug)
    name = register(game)
    for option in options_of(game.state.Options):
        other = next(choice for choice in option.choices if choice != option.default)
        loaded = pyspiel.load_game(name, {option.name: other})
        assert str(other) in str(loaded)
        assert str(loaded.setting.options) != str(game.state.Options())


def test_nothing_is_known_before_the_deal():
    game = spiel_game(find("dot_tiles"))
    first, second = game.new_initial_state(), game.new_initial_state()
    first.apply_action(1)
    second.apply_action(2)
    assert first.information_state_string(0) == second.information_state_string(0)
    assert not any(first.information_state_tensor(0))
