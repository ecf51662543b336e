"""Tests of the worker processes for input from strangers."""
