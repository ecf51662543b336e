"""Bots for DOT: Dice or Tiles: policy and evaluation. The package contains no rules."""

from dottable.games.dot_tiles.bot.policy import LEVELS, greedy, observation_key, rank_candidates, terminal_value
