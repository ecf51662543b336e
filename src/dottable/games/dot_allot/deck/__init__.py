"""The cards of Dot Allot: reads, checks, generates and draws them."""

from dottable.games.dot_allot.deck.deck_file_reader import (
    HOUSE_DECK_FILE,
    card_pictures,
    card_texts,
    find_warnings,
    read,
)
