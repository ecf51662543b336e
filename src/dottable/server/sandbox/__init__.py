"""Worker processes with limits, for decks and logs from strangers."""
