"""Monte Carlo tree search over determinized states."""
