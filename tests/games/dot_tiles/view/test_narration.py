"""Actions in words, and sentences about moves."""

from __future__ import annotations

import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import render_narration
from dottable.games.dot_tiles.view import notation
from tests.games.dot_tiles.positions import GAME, SHEET_WITHOUT_PLACE_FOR_1, legal_moves, match_at

ALMOST_FULL_SHEET = (
    "r1:1k r1:2k r1:2k r1:3k r1:3k r1:3k r2:4k r2:4k r2:4k r2:4k r1:odds r3:odds r5:odds r2:evens r4:evens r6:evens "
    "b1:flush b1:flush b1:flush b1:flush b2:flush r4:house r4:house r4:house b2:house b2:house r3:run r4:run r5:run"
)
"""Only the Run has an empty box."""


@pytest.mark.parametrize(
    ("sheet", "position", "move", "words"),
    [
        ("", {"hot": "r4", "hands": ("r4", "b2")}, "r4:run", "Place the red 4 in the Run"),
        ("", {"hot": "b2", "drawn": "r4"}, "r4:run", "Place the drawn red 4 in the Run"),
        ("", {"hot": "b2", "drawn": "r4"}, "b2:flush", "Swap: place the HOT SWAP black 2 in the Flush"),
        ("", {"hot": "r4", "drawn": "r4"}, "r4:3k", "Place the drawn red 4 in 3 of a Kind"),
        (SHEET_WITHOUT_PLACE_FOR_1, {"hot": "r4", "drawn": "r1"}, "r1:burn", "Burn the drawn red 1"),
        (SHEET_WITHOUT_PLACE_FOR_1, {"hot": "r4", "drawn": "r1"}, "r4:burn", "Burn the HOT SWAP red 4"),
        ("", {"hot": "r4"}, "r4:evens", "Place the HOT SWAP red 4 in Evens"),
        (SHEET_WITHOUT_PLACE_FOR_1, {"hot": "r1"}, "r1:burn", "Burn the HOT SWAP red 1"),
    ],
)
def test_actions_in_words(sheet, position, move, words):
    match = match_at(sheet, **position)
    assert move in legal_moves(match)
    assert GAME.view.describe_action(match.view(0), notation.read_action(move)) == words


def narrated(match, move, viewer):
    """Return the text that a viewer reads about a move of seat 0."""
    before = match.view(viewer)
    assert match.apply(0, notation.read_action(move)) is None
    narration = GAME.view.narrate(before, 0, notation.read_action(move), match.view(viewer))
    return render_narration(GAME, narration, viewer)


@pytest.mark.parametrize(
    ("position", "move", "text"),
    [
        ({"hands": ("r4 b2", "b2"), "hot": "r4"}, "r4:run", "Player 1 places a red 4 in the Run."),
        ({"drawn": "r4", "hot": "b2"}, "r4:run", "Player 1 places a red 4 in the Run."),
        ({"drawn": "r4", "hot": "r4"}, "r4:evens", "Player 1 places a red 4 in Evens."),
        ({"drawn": "r4"}, "r4:1k", "Player 1 places a red 4 in 1 of a Kind, which is now full: 8 points."),
        ({"hot": "r4"}, "r4:run", "Player 1 places the last tile, a red 4, in the Run."),
        (
            {"drawn": "r4", "hot": "b2"},
            "b2:flush",
            "Player 1 swaps a red 4 for the black 2 and places it in the Flush.",
        ),
        (
            {"drawn": "r1", "single_colour_bonus": False},
            "r1:1k",
            "Player 1 places a red 1 in 1 of a Kind, which is now full: 1 point.",
        ),
    ],
)
def test_a_placement_is_narrated_to_others(position, move, text):
    assert narrated(match_at(**position), move, 1) == text
    assert narrated(match_at(**position), move, SPECTATOR) == text


def test_a_burn_is_narrated_to_others():
    assert (
        narrated(match_at(SHEET_WITHOUT_PLACE_FOR_1, drawn="r1", hot="r4"), "r1:burn", 1) == "Player 1 burns a red 1."
    )
    assert (
        narrated(match_at(SHEET_WITHOUT_PLACE_FOR_1, drawn="r1", hot="r4"), "r4:burn", 1)
        == "Player 1 burns the HOT SWAP red 4, leaving a red 1."
    )
    assert (
        narrated(match_at(SHEET_WITHOUT_PLACE_FOR_1, hot="r1"), "r1:burn", 1)
        == "Player 1 burns the last tile, a red 1, which fits nowhere."
    )


def test_a_move_is_narrated_to_its_player():
    assert narrated(match_at(drawn="r4"), "r4:run", 0) == "You place a red 4 in the Run."
    swap = narrated(match_at(drawn="r4", hot="b2"), "b2:flush", 0)
    assert swap == "You swap a red 4 for the black 2 and place it in the Flush."


def test_a_full_sheet_is_narrated():
    sentence = narrated(match_at(ALMOST_FULL_SHEET, drawn="r2"), "r2:run", 1)
    assert sentence == (
        "Player 1 places a red 2 in the Run, which is now full: 28 points, and 50 more for the full sheet."
    )
