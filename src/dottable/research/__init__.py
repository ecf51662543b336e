"""The same rules behind other people's interfaces: PettingZoo, OpenSpiel, batches for learners, GPUs.

Nothing here is imported unless it is used; what needs another package says which extra brings it.
"""
