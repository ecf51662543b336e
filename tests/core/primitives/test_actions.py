"""Action spaces."""

from __future__ import annotations

import pytest

from dottable.core.primitives.action_space import ActionSpace

SPACE = ActionSpace(draw=(), take=(4,), look=(3, 2), end=())


def test_verbs_are_numbered_one_after_the_other():
    assert SPACE.size == 1 + 4 + 6 + 1
    assert [SPACE.first_action(verb) for verb in SPACE.verbs] == [0, 1, 5, 11]


def test_every_action_decodes_to_what_it_was_made_of():
    for action in range(SPACE.size):
        verb, arguments = SPACE.decode(action)
        assert SPACE.encode(verb, *arguments) == action
    assert SPACE.decode(8) == ("look", (1, 1))


def test_arguments_and_actions_out_of_range_are_refused():
    with pytest.raises(ValueError, match=r"4 is not in 0\.\.3"):
        SPACE.encode("take", 4)
    with pytest.raises(ValueError, match="Unknown action 12"):
        SPACE.decode(12)
