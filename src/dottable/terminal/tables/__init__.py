"""Tables that the terminal client plays at: one in this process, or one on a server."""
