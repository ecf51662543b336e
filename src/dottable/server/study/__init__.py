"""Reviews, hints and puzzles on the server: worker processes, queues, and stored results."""
