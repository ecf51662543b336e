"""Narration as data: the cases that every renderer of templates must pass, in Python and in the browser."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dottable.core.primitives.seats import CLOCK
from dottable.core.views.narration import NarrationMessage, NarrationRenderer, default_seat_name, message

CASES = msgspec.json.decode((Path(__file__).parent / "narration_cases.json").read_bytes())


def to_message(value):
    if isinstance(value, dict):
        return NarrationMessage(value["code"], {name: to_message(part) for name, part in value["args"].items()})
    return [to_message(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("case", CASES, ids=[case["it"] for case in CASES])
def test_the_renderer(case):
    names = case.get("names")
    renderer = NarrationRenderer(
        case["templates"],
        case["viewer"],
        (lambda seat: names[seat] if seat != CLOCK else default_seat_name(seat)) if names else default_seat_name,
    )
    assert renderer.narration_text(tuple(map(to_message, case["narration"]))) == case["text"]


def test_a_message_is_an_object_on_the_wire():
    said = message("taken", seat=0, cards=[message("card", number=4)])
    assert msgspec.json.decode(msgspec.json.encode(said)) == {
        "code": "taken",
        "args": {"seat": 0, "cards": [{"code": "card", "args": {"number": 4}}]},
    }
