"""The clients for playing in a text terminal."""
