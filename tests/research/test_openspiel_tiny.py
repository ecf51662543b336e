"""The tiny round of dots_52: a finite tree with exact chance, played by the rules of the whole game."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: the extra 'openspiel' brings it")

from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, gambit  # noqa: E402

from dottable.games.dots_52.notation import read  # noqa: E402
from dottable.games.dots_52.pieces import CARDS  # noqa: E402
from dottable.games.dots_52.state import DRAW  # noqa: E402
from dottable.research.openspiel import TinyDots52, register_tiny  # noqa: E402
from dottable.research.openspiel.moment import NOBODY  # noqa: E402

TINIEST = {"cards": "A♠ 9♠ 9♥"}


def tiny(**params):
    return pyspiel.load_game(register_tiny(), params)


def states_of(game):
    """Every state of the tree, with the chance that it is reached if all players want to."""
    waiting = [(game.new_initial_state(), 1.0)]
    while waiting:
        state, chance = waiting.pop()
        yield state, chance
        if state.is_chance_node():
            waiting += [(state.child(outcome), chance * share) for outcome, share in state.chance_outcomes()]
        elif not state.is_terminal():
            waiting += [(state.child(action), chance) for action in state.legal_actions()]


def play(state, *texts):
    """Actions by their notation, outcomes of chance by the card or the seat."""
    for text in texts:
        if state.is_chance_node():
            state.apply_action(CARDS[text] if text in CARDS else int(text))
        else:
            state.apply_action(read(text))
    return state


@pytest.fixture(scope="module")
def tiniest():
    return tiny(**TINIEST)


def test_random_sim_test_of_openspiel_passes():
    for params in ({}, TINIEST, {"cards": "A♠ 2♠ J♠ Q♠ K♠ 9♥ 9♣", "dealt": 2, "known": 1, "turns": 3}):
        pyspiel.random_sim_test(tiny(**params), num_sims=5, serialize=True, verbose=False)


def test_every_deal_is_equally_likely(tiniest):
    chances = defaultdict(float)
    for state, chance in states_of(tiniest):
        if state.moment.match is not None and not state.moment.match.moves and not state.is_chance_node():
            chances[state.moment.hands] += chance
    assert len(chances) == 6
    assert list(chances.values()) == pytest.approx([1 / 6] * 6)


def test_a_draw_brings_the_card_that_chance_names():
    for card in ("4♠", "9♠"):
        state = play(tiny().new_initial_state(), "A♠", "9♥", "draw")
        assert state.chance_outcomes() == [(CARDS["4♠"], 0.5), (CARDS["9♠"], 0.5)]
        assert state.moment.match.moves == []
        assert play(state, card).moment.match.view(0).drawn == card


def test_every_draw_of_the_tree_brings_its_card_even_from_a_rebuilt_stock(tiniest):
    rebuilt = 0
    for state, _ in states_of(tiniest):
        seat, action = state.moment.drawing
        if seat == NOBODY:
            continue
        for card, _ in state.chance_outcomes():
            after = state.child(card).moment.match.record
            rebuilt += int(after["rebuilds"])
            assert card == after["drawn"] if action == DRAW else card in after["tableau"][seat]
    assert rebuilt > 0


def test_a_wrong_snap_draws_its_penalty_card_by_chance():
    state = play(tiny().new_initial_state(), "A♠", "9♥", "draw", "4♠", "discard", "1")
    assert state.current_player() == 1
    state = play(state, "snap:1")
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(CARDS["9♠"], 1.0)]
    assert int(play(state, "9♠").moment.match.record["cards"][1]) == 2


def test_a_round_is_counted_as_the_rules_say():
    """Seat 0 swaps its 9 for an ace and calls; seat 1 keeps its 9 and loses nine points (D13)."""
    state = play(tiny().new_initial_state(), "9♠", "9♥", "draw", "A♠", "put:1", "0", "pass", "pass", "call")
    state = play(state, "draw", "4♠", "discard", "0", "pass", "pass")
    assert state.is_terminal()
    assert state.returns() == pytest.approx([9 / 50, -9 / 50])


def test_players_in_one_information_set_have_the_same_actions(tiniest):
    actions = {}
    for state, _ in states_of(tiniest):
        if not state.is_terminal() and not state.is_chance_node():
            text = state.information_state_string()
            assert actions.setdefault(text, state.legal_actions()) == state.legal_actions()


def test_a_player_cannot_tell_the_cards_that_it_has_not_seen():
    first, second = (play(tiny().new_initial_state(), "A♠", card) for card in ("4♠", "9♠"))
    assert first.information_state_string(0) == second.information_state_string(0)
    assert first.information_state_string(1) != second.information_state_string(1)


def test_every_resampled_state_is_in_the_same_information_set():
    state = play(tiny().new_initial_state(), "A♠", "4♠", "draw", "9♠")
    luck = np.random.RandomState(1)
    others = [state.resample_from_infostate(0, luck.uniform) for _ in range(30)]
    assert {twin.information_state_string(0) for twin in others} == {state.information_state_string(0)}
    assert len({twin.information_state_string(1) for twin in others}) == 2


def test_external_sampling_mccfr_brings_exploitability_down(tiniest):
    native = pyspiel.load_efg_game(gambit.export_gambit(tiniest))
    solver = pyspiel.ExternalSamplingMCCFRSolver(native, 1)
    gaps = []
    for iterations in (10, 500, 5_000):
        for _ in range(iterations):
            solver.run_iteration()
        gaps.append(pyspiel.exploitability(native, solver.average_policy()))
    assert gaps[0] > 2 * gaps[1] > 4 * gaps[2]
    assert gaps[2] < 0.01


def test_mccfr_of_openspiel_runs_on_our_own_states(tiniest):
    """The same without the detour over an EFG: step by step through Python, so only a few iterations."""
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(tiniest)
    solver.iteration()
    early = exploitability.exploitability(tiniest, solver.average_policy())
    for _ in range(40):
        solver.iteration()
    assert exploitability.exploitability(tiniest, solver.average_policy()) < early


def test_cfr_finds_an_equilibrium_in_the_tiniest(tiniest):
    native = pyspiel.load_efg_game(gambit.export_gambit(tiniest))
    solver = pyspiel.CFRPlusSolver(native)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(native, solver.average_policy()) < 0.001


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"cards": "A♠ A♠ 9♥"}, "different"),
        ({"cards": "A♠ 9♥ XX"}, "different"),
        ({"cards": "A♠ 9♥"}, "left to draw"),
        ({"turns": 0}, "120 turns"),
        ({"known": 2}, "none to all"),
    ],
)
def test_what_cannot_be_played_is_refused(params, reason):
    with pytest.raises(ValueError, match=reason):
        TinyDots52(params)
