"""The result of a match in the words of the terminal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.terminal.match.result_text import outcome_sentence

NAMES = ("Ann", "Bob", "Cem")


def outcome(you, winners, teams=(None, None, None)):
    state: Any = SimpleNamespace(
        you=you,
        viewer=SPECTATOR if you is None else you,
        name_of=NAMES.__getitem__,
        seats=[SimpleNamespace(team=team) for team in teams],
    )
    result: Any = SimpleNamespace(reason="finished", winners=winners)
    return outcome_sentence(state, result)


@pytest.mark.parametrize(
    ("you", "sentence"),
    [(0, "Your team wins!"), (1, "You lose. Team Blue wins."), (2, "Your team wins!"), (None, "Team Blue wins.")],
)
def test_E12_the_win_of_a_team_is_not_shared(you, sentence):
    assert outcome(you, (0, 2), ("blue", "pink", "blue")) == sentence


def test_a_player_alone_is_named():
    teams = ("blue", "pink", "blue")
    assert outcome(1, (1,), teams) == "You win!"
    assert outcome(0, (1,), teams) == "You lose. Bob wins."


def test_players_without_a_team_share_the_win():
    assert outcome(0, (0, 2)) == "You share the win."
    assert outcome(1, (0, 2)) == "You lose. Ann and Cem win."
    assert outcome(0, (0, 1, 2), ("blue", "pink", "blue")) == "You share the win."
