"""Benchmarks: random playouts and searches per second, beside OpenSpiel."""
