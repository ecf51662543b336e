"""Mistakes of game authors, and Dottable's messages about them."""
