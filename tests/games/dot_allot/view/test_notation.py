"""The notation of actions."""

from __future__ import annotations

import pytest

from dottable.core.errors import BadNotation
from dottable.games.dot_allot.state import ACTIONS, DEAL
from dottable.games.dot_allot.view import notation


@pytest.mark.parametrize("text", ["", "7", "7@45+0", "18@0+0", "0@0+0", "7@0+7", "7@0", "7@0x+1", "deals", "7@90 +1"])
def test_a_text_that_is_no_move_is_refused(text):
    with pytest.raises(BadNotation):
        notation.read_action(text)


def test_every_action_reads_back():
    assert all(notation.read_action(notation.write_action(action)) == action for action in range(ACTIONS.size))
    assert notation.read_action(" DEAL ") == DEAL
