"""The server's settings: types and defaults, sources of their values, and reference tables for the docs."""
