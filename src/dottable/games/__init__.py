"""One package per game. None imports another; the registry finds them by itself."""
