"""Playing in a text terminal."""
