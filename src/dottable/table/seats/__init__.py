"""Seats of a table: who sits where, who is connected, how much time each seat has, and planned bot moves."""
