"""The line client, for screen readers and simple terminals."""
