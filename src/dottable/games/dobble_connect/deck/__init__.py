"""Decks of Dobble Connect: reads, checks, generates and draws cards, and provides pairs of cards for solo practice."""

from dottable.games.dobble_connect.deck.deck_file_reader import HOUSE_DECK_FILE, card_pictures, card_texts, read
