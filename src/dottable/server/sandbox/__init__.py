"""Worker processes with resource limits, for decks and logs from untrusted users."""
