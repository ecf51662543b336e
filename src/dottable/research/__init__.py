"""Adapters for research tools: PettingZoo, OpenSpiel, batched environments and GPUs.

Optional packages are imported only when an adapter is used (`extras.py`).
"""
