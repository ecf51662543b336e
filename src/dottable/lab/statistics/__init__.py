"""Statistics of matches: recorded columns, metrics, intervals and Elo ratings."""
