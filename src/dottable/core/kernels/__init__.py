"""Kernels: compiled functions over arrays of state records, loaded once per game."""
