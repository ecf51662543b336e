"""The WebSocket transport and the types of its messages."""
