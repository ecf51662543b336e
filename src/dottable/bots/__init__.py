"""Who plays when nobody sits there. A bot never gets the true state: only a Chair."""
