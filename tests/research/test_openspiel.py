"""The OpenSpiel adapter: OpenSpiel's own checks and bots, information states, and replays of our logs."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'dottable[openspiel]'")

from open_spiel.python.algorithms import ismcts  # noqa: E402

from dottable.core.errors import BadLog  # noqa: E402
from dottable.core.matches.match import Match  # noqa: E402
from dottable.core.matches.match_log import read_log, write_log  # noqa: E402
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from  # noqa: E402
from dottable.core.options import list_options  # noqa: E402
from dottable.core.primitives.record import rule_array  # noqa: E402
from dottable.core.primitives.seats import CLOCK, MAX_SEATS, share_win  # noqa: E402
from dottable.core.registry import find_game, installed_games, load_game_folder  # noqa: E402
from dottable.research.openspiel import CompiledRolloutEvaluator, register_game, replay, spiel_game  # noqa: E402
from dottable.research.openspiel.game_tree_node import SEED_BYTES, exact_return  # noqa: E402
from tests.conftest import ROOT  # noqa: E402
from tests.present import present  # noqa: E402
from tests.sizes import IS_FULL, sized  # noqa: E402

LOG_COUNT = sized(1, 100, 1_000)
SLUGS = list(installed_games())
SHORT_MATCH_SLUGS = ("dot_allot", "dot_tiles", "dots_52")
"""Games with short random matches: a quick run checks only these with OpenSpiel's own test."""
SLUGS_AND_SEATS = [
    pytest.param(slug, seats, id=f"{slug} {seats}")
    for slug in SLUGS
    for seats in (2, 3, 4)
    if slug in SHORT_MATCH_SLUGS or IS_FULL
]


def state_after_deal(game, seed=b"\7" * SEED_BYTES):
    """Return the first state after the deal."""
    state = game.new_initial_state()
    for byte in seed:
        state.apply_action(byte)
    return state


def apply_random_step(state, rng):
    """Apply one random chance outcome or action."""
    outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    state.apply_action(rng.choice(outcomes))


def advance_to_decision(state, steps, rng):
    """Return the first decision node at least `steps` random steps later."""
    for _ in range(steps):
        apply_random_step(state, rng)
    while state.is_chance_node():
        apply_random_step(state, rng)
    return state


def uniform_sampler(seed):
    return random.Random(seed).random


@pytest.mark.parametrize(("slug", "seats"), SLUGS_AND_SEATS)
def test_random_sim_test_of_openspiel_passes(slug, seats):
    game = pyspiel.load_game(register_game(find_game(slug)), {"players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_logs_replay_to_the_same_returns_and_state(slug):
    game = find_game(slug)
    for number in range(LOG_COUNT):
        seats = game.min_seats + number % 3
        series = Series(SeriesConfig(game, seats=seats, options=game.state.Options(), seed=seed_from("openspiel")))
        match = series.played_match(number)
        state = replay(read_log(write_log(match)))
        assert state.is_terminal()
        assert np.array_equal(np.array(state.returns(), np.float32), np.array(match.returns(), np.float32))
        assert present(state.node.match).state_hash == match.state_hash


def test_a_log_of_live_play_is_refused():
    match = Match(find_game("dots_52"), seed=bytes(32), salt=bytes(16))
    match.apply(0, 0, at_ms=700)
    with pytest.raises(BadLog, match="live play"):
        replay(read_log(write_log(match)))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_resampled_state_has_the_same_information_state_and_another_record(slug):
    state = advance_to_decision(state_after_deal(spiel_game(find_game(slug))), 12, random.Random(3))
    seat = state.current_player()
    for number in range(5):
        sample = state.resample_from_infostate(seat, uniform_sampler(number))
        assert sample.current_player() == seat
        assert sample.legal_actions() == state.legal_actions()
        assert sample.information_state_string(seat) == state.information_state_string(seat)
        assert sample.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert sample.observation_string(seat) == state.observation_string(seat)
        assert sample.node.match.state_hash != present(state.node.match).state_hash
        assert sample.history() == []


@pytest.mark.parametrize("slug", SLUGS)
def test_resampling_depends_only_on_the_information_state(slug):
    state = advance_to_decision(state_after_deal(spiel_game(find_game(slug))), 12, random.Random(4))
    seat = state.current_player()
    sample = state.resample_from_infostate(seat, uniform_sampler(1))
    hashes = [each.resample_from_infostate(seat, uniform_sampler(2)).node.match.state_hash for each in (state, sample)]
    assert hashes[0] == hashes[1]


def test_a_secret_choice_is_in_no_other_seats_information_state():
    """dots_72, three seats: while all choose a card to pass, the choices are hidden."""
    state = state_after_deal(spiel_game(find_game("dots_72"), seats=3))
    rng = random.Random(5)
    while len(active_seats(state)) < 3 or not state.is_chance_node():
        apply_random_step(state, rng)
    state.apply_action(0)
    cards = state.legal_actions()
    assert len(cards) > 1
    first, second = state.child(cards[0]), state.child(cards[1])
    for seat in (1, 2):
        assert first.information_state_string(seat) == second.information_state_string(seat)
        assert first.information_state_tensor(seat) == second.information_state_tensor(seat)
    assert first.information_state_string(0) != second.information_state_string(0)


def active_seats(state):
    match = state.node.match
    return [] if match is None else [seat for seat in match.to_act if seat != CLOCK]


def test_an_information_state_keeps_what_the_view_no_longer_shows():
    """dots_52 without memory: seats that peeked at different cards see the same, but know different things."""
    options = find_game("dots_52").state.Options(memory="off")
    states = []
    for peeked in (0, 3):
        state = state_after_deal(spiel_game(find_game("dots_52"), options=options))
        state.apply_action(0)  # seat 0 is first
        state.apply_action(peeked)
        state.apply_action(0)  # seat 0 is first again
        for move in ("ready", "ready", "draw"):  # now all cards lie face down again
            state.apply_action(find_game("dots_52").view.read_action(move))
        states.append(state)
    assert states[0].observation_string(0) == states[1].observation_string(0)
    assert states[0].information_state_string(0) != states[1].information_state_string(0)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_clone_and_a_deserialised_state_keep_the_history(slug):
    rng = random.Random(6)
    game = spiel_game(find_game(slug))
    state = advance_to_decision(state_after_deal(game), 20, rng)
    copies = [state.clone(), game.deserialize_state(state.serialize())]
    action = rng.choice(state.legal_actions())
    for each in (state, *copies):
        each.apply_action(action)
    for copy in copies:
        for seat in range(2):
            assert copy.information_state_string(seat) == state.information_state_string(seat)
        assert copy.node.match.state_hash == present(state.node.match).state_hash


def test_a_pickled_resampled_node_keeps_the_public_history():
    state = advance_to_decision(state_after_deal(spiel_game(find_game("dots_72"))), 20, random.Random(9))
    node = state.resample_from_infostate(state.current_player(), uniform_sampler(1)).node
    public_history = node.match.public_history().tolist()
    assert public_history
    assert pickle.loads(pickle.dumps(node)).match.public_history().tolist() == public_history


def test_a_move_on_a_clone_leaves_the_original_unchanged():
    state = advance_to_decision(state_after_deal(spiel_game(find_game("dot_tiles"))), 5, random.Random(7))
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


@pytest.mark.parametrize("slug", SLUGS)
def test_ismcts_of_openspiel_returns_a_legal_action(slug):
    game = pyspiel.load_game(register_game(find_game(slug)))
    state = advance_to_decision(state_after_deal(game), 4, random.Random(8))
    bot = ismcts.ISMCTSBot(game, CompiledRolloutEvaluator(seed=1), 1.0, 20, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_ismcts_finds_a_win_in_one_move():
    """Connect four, loaded from a folder: three discs in a line, and the fourth cell free."""
    game = pyspiel.load_game(register_game(load_game_folder(ROOT / "examples" / "connect_four")))
    state = state_after_deal(game)
    for column in (3, 0, 3, 0, 3, 0):
        state.apply_action(column)
    bot = ismcts.ISMCTSBot(game, CompiledRolloutEvaluator(seed=1), 1.0, 200, random_state=np.random.RandomState(1))
    assert bot.step(state) == 3


def test_random_bots_of_openspiel_play_our_states():
    game = pyspiel.load_game(register_game(find_game("dot_tiles")))
    state = state_after_deal(game)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    returns = pyspiel.evaluate_bots(state, bots, 1)
    assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_every_shared_win_sums_to_zero_within_the_utility_bounds(seats):
    for winners in range(1, 1 << seats):
        single = np.zeros(seats, np.float32)
        share_win(seats, winners, rule_array(single))
        double = [exact_return(float(value)) for value in single]
        assert abs(sum(double)) < 1e-9
        assert max(map(abs, double)) <= 1
        assert np.array_equal(np.array(double, np.float32), single)


def test_chance_nodes_write_the_seed_and_pick_the_first_seat():
    game = pyspiel.load_game(register_game(find_game("dots_52")), {"players": 4})
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(byte, 1 / 256) for byte in range(256)]
    state = state_after_deal(game)
    assert state.chance_outcomes() == [(seat, 0.25) for seat in range(4)]
    state.apply_action(2)
    assert state.current_player() == 2


@pytest.mark.parametrize("slug", SLUGS)
def test_options_are_parameters(slug):
    game = find_game(slug)
    name = register_game(game)
    for option in list_options(game.state.Options):
        other = next(choice for choice in option.choices if choice != option.default)
        loaded = pyspiel.load_game(name, {option.name: other})
        assert str(other) in str(loaded)
        assert str(loaded.config.options) != str(game.state.Options())


def test_information_states_before_the_deal_are_equal():
    game = spiel_game(find_game("dot_tiles"))
    first, second = game.new_initial_state(), game.new_initial_state()
    first.apply_action(1)
    second.apply_action(2)
    assert first.information_state_string(0) == second.information_state_string(0)
    assert not any(first.information_state_tensor(0))
