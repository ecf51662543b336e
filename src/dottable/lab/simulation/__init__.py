"""Simulation of a whole series: totals, and files with one row per match or per action."""
