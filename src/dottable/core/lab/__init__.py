"""Declarations for a game's room `lab`: statistics to count, and knobs and targets for tuning."""
