"""Matches: one at a time, logged, in batches and in reproducible series."""
