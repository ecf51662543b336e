"""A live match: seats, clocks, races and what each viewer may see. No sockets and no files."""
