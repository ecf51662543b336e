"""Moves as text."""

from __future__ import annotations

import pytest

from dottable.core.errors import BadNotation
from dottable.games.dots_72.state import ACTIONS
from dottable.games.dots_72.view import notation


@pytest.mark.parametrize("text", ["draw", "take", "call", "discard:r", "discard:r8", "call:d20", "pass:wn", "deal"])
def test_a_move_reads_back(text):
    assert notation.write_action(notation.read_action(text)) == text


def test_every_action_has_a_text_of_its_own():
    assert len({notation.write_action(action) for action in range(ACTIONS.size)}) == ACTIONS.size


def test_capitals_and_spaces_around_do_not_matter():
    assert notation.read_action(" Discard:R8 ") == notation.read_action("discard:r8")


@pytest.mark.parametrize("text", ["", "discard", "discard:r3", "discard:d21", "discard:x8", "call:", "pass:8r", "end"])
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(BadNotation, match="discard:r8"):
        notation.read_action(text)
