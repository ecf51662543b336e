"""Playing advice for bots in DOT: Dice or Tiles. Never a rule."""

from dottable.games.dot_tiles.bot.policy import LEVELS, greedy, observation_key, rank_candidates, terminal_value
