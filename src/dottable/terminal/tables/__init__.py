"""The tables at which the terminal client plays: in this process, or on a server."""
