"""Tests of the worker processes for untrusted input."""
