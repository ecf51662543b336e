"""Draws the pictures of the rules page.

Run `python -m dottable.games.dot_allot.deck.rules_page_pictures docs/rules/pictures/dot_allot`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.games.dot_allot.deck.card_svg import draw_cards_on_track
from dottable.games.dot_allot.deck.deck_file_reader import card_pictures, decode_ink_colours
from dottable.games.dot_allot.view import notation

CARDS_SHOWN = ("track-dark", "card-01-dark", "card-01-light")
CARDS_LAID = 3
"""Number of cards in the picture of a round."""


def draw_rules_page_pictures() -> Iterator[tuple[str, str]]:
    """Yield cards of the house deck and the start of a round as (name, SVG)."""
    match = Match(find_game("dot_allot"), seed=bytes(32), salt=b"")
    assert match.deck is not None
    for name, picture in card_pictures(match.deck.numbers, both_sides=True):
        if name in CARDS_SHOWN:
            yield name, picture
    for _ in range(CARDS_LAID):
        lay_upright_card(match)
    view = match.view(0)
    placed = [(card.face, card.column - 1, card.row - 1) for card in view.placements]
    yield "round", draw_cards_on_track(view.track, placed, decode_ink_colours(match.deck.numbers))


def lay_upright_card(match: Match) -> None:
    """Lay the first card that fits upright, near the middle of the track. The row differs between cards."""
    seat = match.to_act[0]
    notation_end = ("@0+0", "@0-1", "@0+1")[len(match.moves) % 3]
    match.apply(seat, next(a for a in match.legal(seat) if notation.write_action(a).endswith(notation_end)))


if __name__ == "__main__":
    for name, picture in draw_rules_page_pictures():
        (Path(sys.argv[1]) / f"{name}.svg").write_text(picture)
