"""Who sits where, who is connected, and how much time each seat has."""
