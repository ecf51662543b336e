"""Fits `weights.toml`: run `python -m dottable.games.dots_72.bot.fitting fit` (see docs/bots/dots_72.md).

The method is policy iteration by stochastic gradient ascent. Self-play against `greedy` with the present weights gives
choices. Rollouts estimate the value of each candidate. The weights follow the gradient of the expected value of a
softmax choice.
"""
