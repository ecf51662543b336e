"""Runs rules on machines without a compiler, as WebAssembly modules built from the Python sources in advance."""
