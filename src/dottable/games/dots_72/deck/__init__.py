"""The pieces of DOTS (72 cards): reading, checking, generating and drawing them."""

from dottable.games.dots_72.deck.reader import HOUSE_DECK_FILE, card_pictures, read
