"""Benchmarks: random playouts and search simulations per second, compared with OpenSpiel."""
