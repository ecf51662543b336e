"""Options: parsing texts, and the integers that rules receive."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from dottable.core import options
from dottable.core.errors import BadOption
from dottable.core.options import (
    format_options,
    list_options,
    options_varied_one_at_a_time,
    read_options,
    settings_array,
)


class Settings(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    late_bonus: Annotated[bool, Meta(description="More for the last.")] = True
    side: Annotated[Literal["dark", "light"], Meta(description="Which side is up.")] = "dark"
    rounds: Annotated[int, Meta(ge=1, le=9, description="How long it lasts.")] = 4


class Letters(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options with a text."""

    order: Annotated[
        str,
        Meta(
            pattern="^(any|[AB]{1,4})$",
            description="who begins",
            extra_json_schema={"choices": ["any"], "form": "letters A and B"},
        ),
    ] = "any"

    def encode_text(self, value: str) -> int:
        return 0 if value == "any" else int("1" + value.replace("A", "0").replace("B", "1"), 2)


def test_a_text_takes_named_values_and_capital_letters():
    assert read_options(Letters, {}).order == "any"
    assert read_options(Letters, {"order": "abba"}).order == "ABBA"
    assert settings_array(Letters(order="ABBA")).tolist() == [0b10110, 0]
    assert [str(option) for option in list_options(Letters)] == ["order=any, or letters A and B"]
    assert [format_options(v) for v in options_varied_one_at_a_time(Letters)] == ["order=any"]


@pytest.mark.parametrize("value", ["ABC", "", "AAAAA", 3, True])
def test_another_text_is_refused(value):
    with pytest.raises(BadOption, match="Use order=any, or letters A and B"):
        read_options(Letters, {"order": value})


def test_texts_are_parsed_to_values():
    read = read_options(Settings, {"late-bonus": "off", "side": "light", "rounds": "7"})
    assert read == Settings(late_bonus=False, side="light", rounds=7)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("colour", "red", "Unknown option 'colour'. Available: late-bonus, side, rounds."),
        ("late-bonus", "maybe", "Invalid value 'maybe' for option 'late-bonus'. Use late-bonus=off|on."),
        ("side", "up", "Invalid value 'up' for option 'side'. Use side=dark|light."),
        ("rounds", "10", "Invalid value '10' for option 'rounds'. Use rounds=1..9."),
        ("rounds", "many", "Invalid value 'many' for option 'rounds'. Use rounds=1..9."),
    ],
)
def test_an_invalid_option_gives_a_clear_sentence(name, value, sentence):
    with pytest.raises(BadOption) as error:
        read_options(Settings, {name: value})
    assert str(error.value) == sentence


def test_rules_get_one_number_per_option():
    assert settings_array(Settings()).tolist() == [1, 0, 4, 0]
    assert settings_array(Settings(late_bonus=False, side="light", rounds=9)).tolist() == [0, 1, 9, 0]


def test_variants_change_one_option_at_a_time():
    assert [format_options(v) for v in options_varied_one_at_a_time(Settings)] == [
        "late-bonus=on side=dark rounds=4",
        "late-bonus=off side=dark rounds=4",
        "late-bonus=on side=light rounds=4",
        "late-bonus=on side=dark rounds=1",
        "late-bonus=on side=dark rounds=9",
    ]
