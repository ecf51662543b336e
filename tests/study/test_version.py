"""Binds the evaluation to REVIEW_VERSION, so that nobody can tune it to a result unnoticed."""

from __future__ import annotations

import hashlib
from pathlib import Path

from dottable.study import evaluation_settings, review_types

EVALUATION_FILES = (
    "study_kernels.py",
    "rollouts.py",
    "result_ledger.py",
    "decision_review.py",
    "loss_confirmation.py",
    "race_review.py",
    "evaluation_settings.py",
)
HASHES = {
    1: "cea5c30f9226d705",
    2: "d79b4f161c86306c",
    3: "4b33c31edb5af16f",
}
"""SHA-256 of the evaluation's sources and settings, cut to 16 digits, for every version."""


def evaluation_hash() -> str:
    """Return the hash of the sources of the evaluation and of its default settings."""
    folder = Path(evaluation_settings.__file__).parent
    digest = hashlib.sha256(repr(evaluation_settings.DEFAULT_SETTINGS).encode())
    for name in EVALUATION_FILES:
        digest.update((folder / name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def test_evaluation_belongs_to_its_version() -> None:
    assert HASHES.get(review_types.REVIEW_VERSION) == evaluation_hash(), (
        "The evaluation has changed. Increase REVIEW_VERSION and add its hash, so that reviews made before are made "
        "anew. If only comments changed, replace the hash."
    )
