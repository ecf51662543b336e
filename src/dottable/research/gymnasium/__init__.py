"""Gymnasium environments: one learner against bots, alone or in a batch.

`gymnasium.make("dottable/DotTiles-v0", opponent="sharp")` works once the package is installed.
"""
