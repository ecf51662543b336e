"""A live match: who sits where, whose time runs, who was first; no sockets and no files in it."""
