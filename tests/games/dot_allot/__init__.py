"""Tests of Dot Allot, in the rooms of the game. `oracle` holds the rules a second time, in plain Python."""
