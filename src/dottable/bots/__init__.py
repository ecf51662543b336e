"""Bots: programs that choose actions for a seat. A bot receives a SeatAccess and never the true state of the match."""
