"""Finds mistakes in the source of a game and describes each in one sentence with file and line."""
