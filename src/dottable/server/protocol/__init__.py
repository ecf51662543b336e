"""WebSocket transport and message types."""
