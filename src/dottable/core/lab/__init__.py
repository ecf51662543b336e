"""Declarations for a game's module `lab`: statistics to count, and knobs and targets for tuning decks."""
