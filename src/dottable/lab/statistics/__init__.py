"""Statistics of matches: recorded columns, metrics, intervals and ratings."""
