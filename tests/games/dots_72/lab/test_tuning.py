"""Decks made by a seed and knobs: all keep B4, and the house deck comes out as it is."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import product
from random import Random

import pytest

from dottable.core.deck_files import BadDeck, read_deck
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.games.dots_72.deck import deck_generator
from dottable.games.dots_72.deck.deck_generator import DotsDeckRecipe, generate_deck
from dottable.games.dots_72.lab import tuning
from dottable.games.dots_72.state import Options
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.statistics.metrics import MatchStatistics
from tests.games.dots_72.positions import GAME
from tests.present import present
from tests.sizes import sized

HOUSE = (GAME.folder / "deck" / "house.toml").read_text()
KNOBS = {knob.name: knob for knob in tuning.KNOBS}
MIXTURES = [dict(zip(KNOBS, values, strict=True)) for values in product(*(knob.values for knob in tuning.KNOBS))]
MATCHES = sized(8_000, 40_000)
"""Enough that chance moves the share of wins by about a hundredth at most."""


def cards_in(text):
    """The DOTS cards of a deck that was found right."""
    read_deck(GAME, text, "made.toml")
    return tomllib.loads(text)["dots"]


def pairs_of(card):
    return [(colour, count) for colour, count in card.items() if count in (2, 4, 6, 8)]


def check_B4(cards):
    """All that B4 says, written down once more."""
    assert len({tuple(sorted(card.items())) for card in cards}) == len(cards) == 20
    assert all(2 <= len(card) <= 4 for card in cards)
    found = Counter(pair for card in cards for pair in pairs_of(card))
    assert len(found) == 16
    for smaller, larger in ((2, 4), (4, 6), (6, 8)):
        fewer = max(n for (_, number), n in found.items() if number == smaller)
        assert fewer < min(n for (_, number), n in found.items() if number == larger)
    assert sum(len(pairs_of(card)) >= 2 for card in cards) >= 4
    assert sum(not pairs_of(card) for card in cards) >= 2


def check_recipe(cards, knobs):
    found = Counter(pair for card in cards for pair in pairs_of(card))
    wanted = dict(zip((2, 4, 6, 8), map(int, str(knobs["matching"])), strict=True))
    assert all(n == wanted[number] for (_, number), n in found.items())
    assert sum(not pairs_of(card) for card in cards) == knobs["matchless"]
    assert sum(len(pairs_of(card)) >= 2 for card in cards) >= knobs["rich"]
    assert max(sum(card.values()) for card in cards) <= knobs["most_dots"]


def test_the_house_deck_comes_from_its_seed_and_knobs():
    house = {knob.name: knob.house for knob in tuning.KNOBS}
    assert tuning.make_deck_text(tuning.HOUSE_SEED, house) == tuning.make_deck_text(tuning.HOUSE_SEED, {}) == HOUSE


def test_the_house_has_one_of_the_values_of_every_knob():
    assert all(knob.house in knob.values for knob in tuning.KNOBS)


@pytest.mark.parametrize("seed", range(sized(5, 50)))
def test_B4_is_kept_by_every_seed_and_mixture_of_knobs(seed):
    for knobs in Random(seed).sample(MIXTURES, 2):
        cards = cards_in(tuning.make_deck_text(seed, knobs))
        check_B4(cards)
        check_recipe(cards, knobs)


def test_B4_is_kept_by_every_mixture_of_knobs_if_luck_does_not_help(monkeypatch):
    monkeypatch.setattr(deck_generator, "MAX_TRIES", 0)
    for seed, knobs in enumerate(MIXTURES):
        cards = cards_in(tuning.make_deck_text(seed, knobs))
        check_B4(cards)
        check_recipe(cards, knobs)


def test_a_deck_is_the_same_for_the_same_seed_and_knobs():
    knobs = {"matchless": 3, "matching": 2345}
    assert tuning.make_deck_text(5, knobs) == tuning.make_deck_text(5, dict(reversed(knobs.items())))
    assert cards_in(tuning.make_deck_text(5, knobs)) != cards_in(tuning.make_deck_text(6, knobs))
    assert cards_in(tuning.make_deck_text(5, knobs)) != cards_in(tuning.make_deck_text(5, {}))


def test_a_deck_says_what_it_was_made_from():
    text = tuning.make_deck_text(5, {"matchless": 3})
    assert "made from seed 5" in text
    assert "matchless 3, rich 13, most_dots 22, matching 1234" in text
    assert "house" not in text


@pytest.mark.parametrize(
    ("knobs", "sentence"),
    [
        ({"dots": 3}, "unknown knob 'dots'. Available: matchless, rich, most_dots, matching."),
        ({"matchless": 1}, "matchless must be one of 2, 3, not 1."),
        ({"matching": 1233}, "matching must be one of 1234, 1235, 1236, 1245, 1345, 2345, not 1233."),
    ],
)
def test_a_wrong_knob_is_told_in_one_sentence(knobs, sentence):
    with pytest.raises(BadDeck) as caught:
        tuning.make_deck_text(1, knobs)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("recipe", "sentence"),
    [
        (DotsDeckRecipe(matchless=1), "at least 2 DOTS cards match nothing (B4), not 1."),
        (DotsDeckRecipe(rich=3), "at least 4 DOTS cards match two pairs or more (B4), not 3."),
        (
            DotsDeckRecipe(matching=123),
            "matching: write a digit for each of the numbers 2, 4, 6 and 8, like 1234, not 123.",
        ),
        (DotsDeckRecipe(matching=1224), "fewer DOTS cards match a 4 than a 6 (B4); here 2 and 2 do."),
        (DotsDeckRecipe(matching=6789), "18 DOTS cards cannot have 120 matches, but 4 each at most."),
        (DotsDeckRecipe(rich=19), "of 18 DOTS cards with 40 matches, at most 18 have two or more, not 19."),
        (DotsDeckRecipe(most_dots=13), "18 DOTS cards with at most 13 dots cannot have the 240 that match."),
    ],
)
def test_B4_what_cannot_be_is_told_in_one_sentence(recipe, sentence):
    with pytest.raises(BadDeck) as caught:
        generate_deck(1, recipe)
    assert str(caught.value) == sentence


def test_what_is_not_found_is_told_too(monkeypatch):
    monkeypatch.setattr(deck_generator, "MAX_TRIES", 3)
    with pytest.raises(BadDeck, match=r"no 20 DOTS cards were found for seed 7 that fit the recipe; .*\.$"):
        generate_deck(7, DotsDeckRecipe(most_dots=14))


def test_targets_name_figures_and_rulings():
    names = {metric.name for metric in present(GAME.statistics).METRICS} | {"opener_wins"}
    for target in tuning.TARGETS:
        assert target.metric in names
        assert target.low < target.high
        assert target.rule.startswith("B")


def test_the_house_deck_meets_its_targets_in_greedy_play():
    """Not only the figures but their whole 95 % intervals are in the ranges."""
    seed = seed_from("house")
    series = PolicySeries(
        SeriesConfig(GAME, seats=2, options=Options(), seed=seed), ["greedy"] * 2, has_statistics=True
    )
    known = MatchStatistics(series, series.play(0, MATCHES)).metrics
    for target in tuning.TARGETS:
        found = present(known[target.metric].estimate)
        assert target.low <= found.low <= found.high <= target.high, target
