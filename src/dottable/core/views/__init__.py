"""Tools for what seats are shown: reading records, naming observations and narration."""
