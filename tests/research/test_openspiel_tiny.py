"""The tiny round of dots_52: a finite game tree with exact probabilities, under the rules of the full game."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'dottable[openspiel]'")

from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, gambit  # noqa: E402

from dottable.games.dots_52.pieces import CARD_BY_TEXT  # noqa: E402
from dottable.games.dots_52.state import DRAW  # noqa: E402
from dottable.games.dots_52.view.notation import read_action as read  # noqa: E402
from dottable.research.openspiel import TinyDots52, register_tiny  # noqa: E402
from dottable.research.openspiel.game_tree_node import NO_SEAT  # noqa: E402

TINIEST_PARAMETERS = {"cards": "A♠ 9♠ 9♥"}


def load_tiny_game(**params):
    return pyspiel.load_game(register_tiny(), params)


def states_with_reach(game):
    """Yield every state of the tree with its chance reach probability."""
    waiting = [(game.new_initial_state(), 1.0)]
    while waiting:
        state, chance = waiting.pop()
        yield state, chance
        if state.is_chance_node():
            waiting += [(state.child(outcome), chance * share) for outcome, share in state.chance_outcomes()]
        elif not state.is_terminal():
            waiting += [(state.child(action), chance) for action in state.legal_actions()]


def apply_by_text(state, *texts):
    """Apply actions given in notation, and chance outcomes given as cards or seats."""
    for text in texts:
        if state.is_chance_node():
            state.apply_action(CARD_BY_TEXT[text] if text in CARD_BY_TEXT else int(text))
        else:
            state.apply_action(read(text))
    return state


@pytest.fixture(scope="module")
def tiniest():
    return load_tiny_game(**TINIEST_PARAMETERS)


def test_random_sim_test_of_openspiel_passes():
    for params in ({}, TINIEST_PARAMETERS, {"cards": "A♠ 2♠ J♠ Q♠ K♠ 9♥ 9♣", "dealt": 2, "known": 1, "turns": 3}):
        pyspiel.random_sim_test(load_tiny_game(**params), num_sims=5, serialize=True, verbose=False)


def test_every_deal_is_equally_likely(tiniest):
    chances: defaultdict[object, float] = defaultdict(float)
    for state, chance in states_with_reach(tiniest):
        if state.node.match is not None and not state.node.match.moves and not state.is_chance_node():
            chances[state.node.hands] += chance
    assert len(chances) == 6
    assert list(chances.values()) == pytest.approx([1 / 6] * 6)


def test_a_draw_yields_the_card_of_the_chance_outcome():
    for card in ("4♠", "9♠"):
        state = apply_by_text(load_tiny_game().new_initial_state(), "A♠", "9♥", "draw")
        assert state.chance_outcomes() == [(CARD_BY_TEXT["4♠"], 0.5), (CARD_BY_TEXT["9♠"], 0.5)]
        assert state.node.match.moves == []
        assert apply_by_text(state, card).node.match.view(0).drawn == card


def test_every_draw_in_the_tree_yields_its_card_even_from_a_rebuilt_stock(tiniest):
    rebuilt = 0
    for state, _ in states_with_reach(tiniest):
        seat, action = state.node.pending_draw
        if seat == NO_SEAT:
            continue
        for card, _ in state.chance_outcomes():
            after = state.child(card).node.match.record
            rebuilt += int(after["rebuilds"])
            assert card == after["drawn"] if action == DRAW else card in after["tableau"][seat]
    assert rebuilt > 0


def test_the_penalty_card_of_a_wrong_snap_is_a_chance_outcome():
    state = apply_by_text(load_tiny_game().new_initial_state(), "A♠", "9♥", "draw", "4♠", "discard", "1")
    assert state.current_player() == 1
    state = apply_by_text(state, "snap:1")
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(CARD_BY_TEXT["9♠"], 1.0)]
    assert int(apply_by_text(state, "9♠").node.match.record["cards"][1]) == 2


def test_a_round_is_scored_by_the_rules():
    """Seat 0 swaps its 9 for an ace and calls; seat 1 keeps its 9 and gets nine points (D13)."""
    state = apply_by_text(
        load_tiny_game().new_initial_state(), "9♠", "9♥", "draw", "A♠", "put:1", "0", "pass", "pass", "call"
    )
    state = apply_by_text(state, "draw", "4♠", "discard", "0", "pass", "pass")
    assert state.is_terminal()
    assert state.returns() == pytest.approx([9 / 50, -9 / 50])


def test_all_states_of_an_information_set_have_the_same_actions(tiniest):
    actions: dict[str, list[int]] = {}
    for state, _ in states_with_reach(tiniest):
        if not state.is_terminal() and not state.is_chance_node():
            text = state.information_state_string()
            assert actions.setdefault(text, state.legal_actions()) == state.legal_actions()


def test_unseen_cards_are_not_in_the_information_state():
    first, second = (apply_by_text(load_tiny_game().new_initial_state(), "A♠", card) for card in ("4♠", "9♠"))
    assert first.information_state_string(0) == second.information_state_string(0)
    assert first.information_state_string(1) != second.information_state_string(1)


def test_every_resampled_state_is_in_the_same_information_set():
    state = apply_by_text(load_tiny_game().new_initial_state(), "A♠", "4♠", "draw", "9♠")
    rng = np.random.RandomState(1)
    samples = [state.resample_from_infostate(0, rng.uniform) for _ in range(30)]
    assert {sample.information_state_string(0) for sample in samples} == {state.information_state_string(0)}
    assert len({sample.information_state_string(1) for sample in samples}) == 2


def test_external_sampling_mccfr_reduces_exploitability(tiniest):
    native = pyspiel.load_efg_game(gambit.export_gambit(tiniest))
    solver = pyspiel.ExternalSamplingMCCFRSolver(native, 1)
    gaps = []
    for iterations in (10, 500, 5_000):
        for _ in range(iterations):
            solver.run_iteration()
        gaps.append(pyspiel.exploitability(native, solver.average_policy()))
    assert gaps[0] > 2 * gaps[1] > 4 * gaps[2]
    assert gaps[2] < 0.01


def test_python_mccfr_of_openspiel_runs_on_our_states(tiniest):
    """Every step runs in Python here, which is slow, so there are only a few iterations."""
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(tiniest)
    solver.iteration()
    early = exploitability.exploitability(tiniest, solver.average_policy())
    for _ in range(40):
        solver.iteration()
    assert exploitability.exploitability(tiniest, solver.average_policy()) < early


def test_cfr_plus_converges_to_an_equilibrium(tiniest):
    native = pyspiel.load_efg_game(gambit.export_gambit(tiniest))
    solver = pyspiel.CFRPlusSolver(native)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(native, solver.average_policy()) < 0.001


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"cards": "A♠ A♠ 9♥"}, "Give different cards"),
        ({"cards": "A♠ 9♥ XX"}, "Give different cards"),
        ({"cards": "A♠ 9♥"}, "at least one card to draw"),
        ({"turns": 0}, "'turns' 1 to 40"),
        ({"known": 2}, "'known' must be 0 to 1"),
    ],
)
def test_invalid_parameters_are_refused(params, reason):
    with pytest.raises(ValueError, match=reason):
        TinyDots52(params)
