"""Reviews, hints and puzzles on the server: worker processes, claims and queues."""
