"""Tests of Dobble Connect: rulings, an independent oracle, deck, drill, bots and views."""
