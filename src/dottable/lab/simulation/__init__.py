"""Simulation of a whole series: totals, and one row per match in a file."""
