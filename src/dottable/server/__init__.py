"""The door for browsers and programs: HTTP, sockets, and the host of all live tables."""
