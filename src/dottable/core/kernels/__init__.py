"""Compiled functions over arrays of records, loaded once per game."""
