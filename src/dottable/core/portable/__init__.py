"""Rules as WebAssembly: modules that were built once from the same sources, and run here without a compiler."""
