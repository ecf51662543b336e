"""Bots from other authors, each run in a process of its own."""
