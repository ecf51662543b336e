"""Tests of DOTS (72 cards): rulings, an independent oracle, deck, bots and views."""
