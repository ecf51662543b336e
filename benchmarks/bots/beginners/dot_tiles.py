"""A person's first match of DOT: Dice or Tiles, who follows only what the sheet shows.

dottable tournament dot_tiles --bots benchmarks/bots/beginners/dot_tiles.py:Beginner,newcomer --matches 300
"""

from __future__ import annotations

from random import Random

from dottable.bots.bot import Budget
from dottable.bots.seat_access import SeatAccess
from dottable.games.dot_tiles.view.notation import DESTINATION_CODES, write_action
from dottable.games.dot_tiles.view.seat_view import View


class Beginner:
    """Takes the placement that adds the most points to what a group shows."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        """Return the action with the highest value; equal ones in a random order."""
        view = access.view()
        assert isinstance(view, View)
        actions = access.legal()
        Random(seed).shuffle(actions)
        return max(actions, key=lambda action: value(view, write_action(action)))


def value(view: View, move: str) -> int:
    """Return the points that a tile adds to what its group shows; for a burnt tile its pips, as a loss."""
    tile, destination = move.split(":")
    if destination == "burn":
        return -int(tile[1])
    group = view.sheets[view.seat].groups[DESTINATION_CODES.index(destination)]
    before = [placed for placed in group.tiles if placed]
    after = [*before, tile]
    return points_so_far(after) - points_so_far(before)


def points_so_far(tiles: list[str]) -> int:
    """Return the pips of the tiles, doubled if all have one colour."""
    return sum(int(tile[1]) for tile in tiles) * (2 if len({tile[0] for tile in tiles}) == 1 else 1)
