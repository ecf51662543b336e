"""Deck files of DOTS (72 cards): reads, checks, generates and draws the cards."""

from dottable.games.dots_72.deck.deck_file_reader import HOUSE_DECK_FILE, card_pictures, card_texts, find_warnings, read
