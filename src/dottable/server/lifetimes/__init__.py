"""How long tables, matches and players are kept: quotas, idle tables, retention and deletion of players."""
