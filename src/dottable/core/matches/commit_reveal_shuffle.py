"""The shuffle by commit and reveal: the server and the players contribute random bytes to the deal.

The deal is derived from a SHA-256 over all contributions. Each side first publishes the hash of its bytes (commit),
then the bytes (reveal). So nobody can choose the deal, if at least one contribution is random and was secret until all
hashes were fixed (docs/decisions/0015-shared-shuffle.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

SEED_BYTES = 32
"""Length of the server's seed in bytes."""
ENTROPY_BYTES = 32
"""Length of a player's contribution in bytes."""
DEAL_TAG = b"dottable shuffle 1"
"""Prefix of the hashed bytes of a deal seed, so that no hash of another kind can equal it."""


class Contribution(NamedTuple):
    """Random bytes with which one seat takes part in the shuffle."""

    seat: int
    entropy: bytes

    @property
    def entropy_hash(self) -> str:
        """SHA-256 of the bytes, which the seat published before it revealed them."""
        return hash_entropy(self.entropy)


def hash_entropy(entropy: bytes) -> str:
    """Return the SHA-256 (hexadecimal) of a seat's random bytes. The seat publishes it before the bytes."""
    return hashlib.sha256(entropy).hexdigest()


def commit_to_seed(seed: bytes, salt: bytes) -> str:
    """Return the SHA-256 (hexadecimal) of the server's seed and salt, published before the match."""
    return hashlib.sha256(seed + salt).hexdigest()


def combine_seed(seed: bytes, contributions: Sequence[Contribution]) -> bytes:
    """Return the 32-byte seed of the deal: a SHA-256 over the server's seed and all contributions.

    Without contributions it is the server's seed itself.
    """
    if not contributions:
        return seed
    parts = [bytes([seat]) + entropy for seat, entropy in contributions]
    return hashlib.sha256(DEAL_TAG + seed + b"".join(parts)).digest()


def public_seed(commitment: str, contributions: Sequence[Contribution]) -> str:
    """Return public random bits (64 hexadecimal digits) that are fixed before the first move.

    They decide ties in races.
    """
    if not contributions:
        return commitment
    return hashlib.sha256(
        bytes.fromhex(commitment) + b"".join(contribution.entropy for contribution in contributions)
    ).hexdigest()
