"""Bots. A bot never receives the true state, only a SeatAccess."""
