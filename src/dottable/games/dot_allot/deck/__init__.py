"""The cards of Dot Allot: reading, checking, generating and drawing them."""

from dottable.games.dot_allot.deck.reader import HOUSE_DECK_FILE, card_pictures, card_texts, find_warnings, read
