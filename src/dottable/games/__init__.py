"""One package per game. None imports another; the registry discovers them by their folder."""
