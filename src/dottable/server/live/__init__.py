"""Live tables in this process: commands, sessions, bots."""
