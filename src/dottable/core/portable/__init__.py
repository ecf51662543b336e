"""Runs rules as WebAssembly modules, which were built from the Python sources in advance, without a compiler."""
