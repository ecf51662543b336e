"""Reaction times and errors of people, for bots that play in real time."""
