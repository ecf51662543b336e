"""The server: HTTP routes, WebSocket protocol, and the live tables of this process."""
