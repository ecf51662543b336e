"""Options from texts, and their numbers for rules."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from dottable.core import options
from dottable.core.errors import BadOption
from dottable.core.options import read_options, settings, spell_options, variants


class Settings(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    late_bonus: Annotated[bool, Meta(description="More for the last.")] = True
    side: Annotated[Literal["dark", "light"], Meta(description="Which side is up.")] = "dark"
    rounds: Annotated[int, Meta(ge=1, le=9, description="How long it lasts.")] = 4


def test_texts_become_values():
    read = read_options(Settings, {"late-bonus": "off", "side": "light", "rounds": "7"})
    assert read == Settings(late_bonus=False, side="light", rounds=7)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("colour", "red", "There is no option 'colour' here; there is: late-bonus, side, rounds."),
        ("late-bonus", "maybe", "Option 'late-bonus' cannot be 'maybe'; it takes late-bonus=off|on."),
        ("side", "up", "Option 'side' cannot be 'up'; it takes side=dark|light."),
        ("rounds", "10", "Option 'rounds' cannot be '10'; it takes rounds=1..9."),
        ("rounds", "many", "Option 'rounds' cannot be 'many'; it takes rounds=1..9."),
    ],
)
def test_a_wrong_option_is_one_clear_sentence(name, value, sentence):
    with pytest.raises(BadOption) as error:
        read_options(Settings, {name: value})
    assert str(error.value) == sentence


def test_rules_get_one_number_per_option():
    assert settings(Settings()).tolist() == [1, 0, 4, 0]
    assert settings(Settings(late_bonus=False, side="light", rounds=9)).tolist() == [0, 1, 9, 0]


def test_variants_change_one_option_at_a_time():
    assert [spell_options(v) for v in variants(Settings)] == [
        "late-bonus=on side=dark rounds=4",
        "late-bonus=off side=dark rounds=4",
        "late-bonus=on side=light rounds=4",
        "late-bonus=on side=dark rounds=1",
        "late-bonus=on side=dark rounds=9",
    ]
