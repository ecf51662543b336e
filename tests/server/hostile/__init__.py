"""A suite of hostile inputs against a real server process. `python -m tests.server.hostile` prints a JSON summary."""
