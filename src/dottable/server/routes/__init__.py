"""HTTP and socket routes, one module per resource."""
