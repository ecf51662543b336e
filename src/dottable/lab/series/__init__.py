"""Series of matches between bots, and how one of these matches is played."""
