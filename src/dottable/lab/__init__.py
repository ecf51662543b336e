"""Many matches at once: simulation and its figures."""
