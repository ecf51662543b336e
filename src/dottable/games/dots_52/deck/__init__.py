"""Pictures of the pack of Dots (52 cards)."""

from dottable.games.dots_52.deck.card_svg import card_pictures
