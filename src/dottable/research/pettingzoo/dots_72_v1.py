"""PettingZoo environments of `dots_72`, version 1."""

from functools import partial

from dottable.games.dots_72 import GAME
from dottable.research.pettingzoo import making

env = partial(making.env, GAME)
raw_env = partial(making.raw_env, GAME)
parallel_env = partial(making.parallel_env, GAME)
cycle_env = partial(making.cycle_env, GAME)
