"""Adapters for research tools: Gymnasium, PettingZoo, OpenSpiel, batched environments and GPUs.

Optional packages are imported only when an adapter is used (`core/optional_packages.py`).
"""
