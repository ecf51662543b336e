"""The pictures of the rules page: `python -m dottable.games.dot_allot.pictures docs/rules/pictures/dot_allot`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from dottable.core.match import Match
from dottable.core.registry import find
from dottable.games.dot_allot import notation
from dottable.games.dot_allot.deck import draw_cards, inks_of
from dottable.games.dot_allot.drawing import draw_round

CARDS = ("track-dark", "card-01-dark", "card-01-light")
LAID = 3
"""Cards in the picture of a round."""


def draw_pictures() -> Iterator[tuple[str, str]]:
    """A few cards of the house deck, and the beginning of a round."""
    match = Match(find("dot_allot"), seed=bytes(32), salt=b"")
    assert match.deck is not None
    for name, picture in draw_cards(match.deck.numbers, both_sides=True):
        if name in CARDS:
            yield name, picture
    for _ in range(LAID):
        lay_near_the_middle(match)
    view = match.view(0)
    placed = [(card.face, card.column - 1, card.row - 1) for card in view.placements]
    yield "round", draw_round(view.track, placed, inks_of(match.deck.numbers))


def lay_near_the_middle(match: Match) -> None:
    """The first upright placement that covers most of the track, alternately a row higher and lower."""
    seat = match.to_act[0]
    wanted = ("@0+0", "@0-1", "@0+1")[len(match.moves) % 3]
    match.apply(seat, next(a for a in match.legal(seat) if notation.write(a).endswith(wanted)))


if __name__ == "__main__":
    for name, picture in draw_pictures():
        (Path(sys.argv[1]) / f"{name}.svg").write_text(picture)
