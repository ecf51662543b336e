"""Mistakes of authors, and what Dottable says about them."""
