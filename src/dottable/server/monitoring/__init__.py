"""Monitoring for the operator: metrics, lag of the event loop, and a test write to the store."""
