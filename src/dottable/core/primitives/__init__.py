"""Building blocks of rules: everything that a game's compiled code may depend on in core."""
