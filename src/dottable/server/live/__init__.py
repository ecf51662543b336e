"""The live tables of this process: commands, sessions and bots."""
