"""The server's settings: their types and defaults, where values come from, and their reference table."""
