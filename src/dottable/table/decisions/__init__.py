"""Decides what happens at a table: turns commands, races, time limits and bot moves into events."""
