"""What should happen at a table: commands, races, clocks and bots."""
