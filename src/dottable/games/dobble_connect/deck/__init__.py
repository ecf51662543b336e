"""Decks of Dobble Connect: reading, checking, generating and drawing cards, and pairs of cards for solo practice."""

from dottable.games.dobble_connect.deck.reader import HOUSE_DECK_FILE, card_pictures, card_texts, read
