"""Building blocks of rules: the only part of core that a game's compiled code may import."""
