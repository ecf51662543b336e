"""Messages for each viewer of a table, a seat or a spectator, with only what that viewer may see."""
