"""The shuffle of a match: the server's seed, combined with the contributions of the players.

The deal follows from SHA-256 over all of them. So it cannot be chosen by anybody as long as one contribution is
random and was hidden until everything else was fixed (commit and reveal; docs/decisions/0015-shared-shuffle.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

SEED_BYTES = 32
ENTROPY_BYTES = 32
DEAL_TAG = b"dottable shuffle 1"
"""Prefix of the hashed bytes, so that the digest cannot be mistaken for a digest of another kind."""


class Contribution(NamedTuple):
    """Random bytes with which one seat takes part in the shuffle."""

    seat: int
    entropy: bytes

    @property
    def entropy_hash(self) -> str:
        """SHA-256 of the bytes, which the seat published before it revealed them."""
        return hash_entropy(self.entropy)


def hash_entropy(entropy: bytes) -> str:
    """Return the SHA-256 digest by which a seat commits to its bytes, in hexadecimal."""
    return hashlib.sha256(entropy).hexdigest()


def commit_to_seed(seed: bytes, salt: bytes) -> str:
    """Return the SHA-256 digest by which the server commits to its seed, in hexadecimal."""
    return hashlib.sha256(seed + salt).hexdigest()


def combine_seed(seed: bytes, contributions: Sequence[Contribution]) -> bytes:
    """Return the seed of the deal: the server's seed itself if no seat contributes, else a hash over all parts."""
    if not contributions:
        return seed
    parts = [bytes([seat]) + entropy for seat, entropy in contributions]
    return hashlib.sha256(DEAL_TAG + seed + b"".join(parts)).digest()


def public_seed(commitment: str, contributions: Sequence[Contribution]) -> str:
    """Return public randomness that is fixed before the first move, for example to decide ties in races."""
    if not contributions:
        return commitment
    return hashlib.sha256(bytes.fromhex(commitment) + b"".join(one.entropy for one in contributions)).hexdigest()
