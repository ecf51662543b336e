"""The deck search, with known metrics."""

from __future__ import annotations

import pytest

from dottable.core.deck_files import Deck
from dottable.core.errors import DottableError
from dottable.core.lab.knobs_and_targets import Target
from dottable.core.matches.seeded_series import SeriesConfig
from dottable.core.registry import find_game, installed_games
from dottable.games.dot_allot.deck.deck_file_reader import decode_track
from dottable.lab.deck_search import (
    DeckCandidate,
    DeckTrial,
    anneal_decks,
    deck_variation_of,
    evaluate_candidate,
    make_candidates,
    mean_metrics_by_knob_value,
    pareto_frontier,
    rank_trials,
    sum_of_target_misses,
    target_option_sets,
    target_slack,
    total_matches,
)
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.statistics.estimates import Estimate
from dottable.lab.statistics.metrics import MatchStatistics
from dottable.lab.worker_pool import WorkerPool
from tests.present import present
from tests.sizes import sized_series_slugs

NO_DECK = Deck("no deck", "", ())
TUNABLE_SLUGS = [slug for slug, game in sorted(installed_games().items()) if game.tuning is not None]


def trial(*values: float, seed: int = 1, density: int = 0) -> DeckTrial:
    targets = [Target("a", 0.4, 0.6, "A"), Target("b", 2, 4, "B")]
    found = tuple(Estimate(value, value, value) for value in values)
    slacks = tuple(target_slack(target, value) for target, value in zip(targets, found, strict=True))
    return DeckTrial(DeckCandidate(seed, {"density": density}, NO_DECK, is_house_deck=False), found, slacks)


def test_slack_is_the_distance_to_the_nearer_end():
    target = Target("a", 0.4, 0.6, "A")
    assert target_slack(target, Estimate(0.5, 0, 1)) == pytest.approx(0.5)
    assert target_slack(target, Estimate(0.45, 0, 1)) == pytest.approx(0.25)
    assert target_slack(target, Estimate(0.7, 0, 1)) == pytest.approx(-0.5)
    assert target_slack(target, None) == -1
    assert target_slack(Target("b", 0, 0.25, "B"), Estimate(0, 0, 0)) == 1, "a lower end of 0 cannot be missed"


def test_trials_are_ranked_by_their_worst_slack():
    even, uneven, outside = trial(0.45, 2.5), trial(0.5, 2.2), trial(0.5, 5)
    assert rank_trials([outside, uneven, even]) == [even, uneven, outside]
    assert [t.meets_all_targets for t in (even, uneven, outside)] == [True, True, False]


def test_the_pareto_frontier_holds_all_trials_that_no_other_dominates():
    near_a, near_b, dominated = trial(0.65, 4.2), trial(0.61, 4.6), trial(0.7, 4.6)
    assert pareto_frontier([near_a, near_b, dominated]) == [near_a, near_b]
    met = trial(0.5, 3)
    assert pareto_frontier([near_a, near_b, met]) == [met]


def test_means_by_knob_show_its_trade_off():
    trials = [trial(0.4, 2, density=1), trial(0.6, 2, density=1), trial(0.2, 4, density=3)]
    found = mean_metrics_by_knob_value(trials, "density")
    assert [value for value, _ in found] == [1, 3]
    assert found[0][1] == pytest.approx((0.5, 2))
    assert found[1][1] == pytest.approx((0.2, 4))


@pytest.mark.parametrize("slug", TUNABLE_SLUGS)
def test_the_house_deck_is_generated_by_its_seed_and_knobs(slug):
    game = find_game(slug)
    found = make_candidates(game, [], {})
    assert [candidate.is_house_deck for candidate in found] == [True]
    assert found[0].deck.content_hash == present(game.house_deck).content_hash


@pytest.mark.parametrize("slug", sized_series_slugs(TUNABLE_SLUGS))
def test_targets_name_existing_metrics(slug):
    game = find_game(slug)
    config = SeriesConfig(game, seats=game.min_seats, options=game.state.Options(), seed=bytes(32))
    series = PolicySeries(config, ["random"] * game.min_seats, has_statistics=True)
    metrics = MatchStatistics(series, series.play(0, 2)).metrics
    assert {target.metric for target in present(game.tuning).TARGETS} <= set(metrics)


@pytest.mark.parametrize("slug", sized_series_slugs(TUNABLE_SLUGS))
def test_a_deck_is_evaluated_under_every_set_of_options(slug):
    game = find_game(slug)
    progress: list[int] = []
    house = make_candidates(game, [], {})[0]
    found = evaluate_candidate(
        game, house, matches=30, bots="greedy", seed="s", pool=WorkerPool(1), advance=progress.append
    )
    assert sum(progress) == total_matches(game, 1, 30) == 30 * len(target_option_sets(game))
    assert all(value is not None for value in found.estimates)
    again = evaluate_candidate(
        game, house, matches=30, bots="greedy", seed="s", pool=WorkerPool(2), advance=progress.append
    )
    assert again.estimates == found.estimates


def test_an_unknown_knob_is_an_error():
    with pytest.raises(DottableError, match="Unknown knob 'sparkle'"):
        make_candidates(find_game(TUNABLE_SLUGS[0]), [1], {"sparkle": [1]})


def changed_cells(one: DeckCandidate, other: DeckCandidate) -> int:
    """Return the number of cells in which the tracks of two decks of Dot Allot differ."""
    tracks = [decode_track(candidate.deck.numbers) for candidate in (one, other)]
    return sum(a != b for a, b in zip("".join(tracks[0]), "".join(tracks[1]), strict=True))


@pytest.mark.parametrize("step", [1.0, -1000.0])
def test_climbing_goes_on_from_better_decks_and_back_from_much_worse_ones(step):
    game = find_game("dot_allot")
    start = make_candidates(game, [], {})[0]
    tried = [start]

    def evaluate(candidate: DeckCandidate) -> DeckTrial:
        """Value every deck better, or much worse, than the one before."""
        tried.append(candidate)
        return DeckTrial(candidate, (None,), (-100 + step * len(tried),))

    found = list(anneal_decks(game, DeckTrial(start, (None,), (-100.0,)), 6, evaluate, "anneal_decks"))
    assert [one.candidate for one in found] == tried[1:]
    before = tried[:-1] if step > 0 else [start] * 6
    assert all(changed_cells(one, other) <= 4 for one, other in zip(before, tried[1:], strict=True))
    assert len({(one.seed, one.knobs["track"]) for one in tried}) == 7


def test_a_miss_counts_what_lacks_to_a_comfortable_slack():
    assert sum_of_target_misses(trial(0.5, 3)) == 0
    assert sum_of_target_misses(trial(0.65, 3)) == pytest.approx(0.35)


def test_a_game_without_steps_cannot_be_climbed():
    with pytest.raises(DottableError, match="Leave out --climb"):
        deck_variation_of(find_game("dots_72"))
