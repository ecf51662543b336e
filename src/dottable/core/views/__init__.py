"""Tools for what seats are shown: reading state records, naming observation fields, and narration."""
