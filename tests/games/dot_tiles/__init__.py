"""Tests of DOT: Dice or Tiles, in the folders of the game. `oracle` holds the rules a second time, in plain Python."""
