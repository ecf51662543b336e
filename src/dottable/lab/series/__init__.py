"""Series of matches between bots, and the simulation of a single match."""
