"""Tests of the server's settings."""
