"""Checks that matches lead to the same bytes in other modes: interpreted, and compiled with array bounds checks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from dottable.core.conformance import properties
from dottable.core.conformance.properties import Finding
from dottable.core.conformance.state_digest import state_digest
from dottable.core.game import Game

ENVIRONMENT_BY_MODE = {
    properties.INTERPRETED_PLAY_IS_EQUAL: {"NUMBA_DISABLE_JIT": "1"},
    properties.ARRAY_BOUNDS_ARE_KEPT: {"NUMBA_BOUNDSCHECK": "1"},
}
"""Environment variables that switch Numba to a mode, by the property that is checked in that mode."""


class ModeRunFailed(NamedTuple):
    """The failure of a child process that played interpreted or with array bounds checks."""

    error: str
    """Last line of the process's error output."""


def check_modes(
    game: Game, matches: int, seed: bytes, modes: tuple[str, ...] = tuple(ENVIRONMENT_BY_MODE)
) -> Iterator[Finding]:
    """Play the same matches in every mode. Yield a finding for each mode whose states differ from compiled play."""
    expected = state_digest(game, matches, seed)
    for mode in modes:
        outcome = digest_in_mode(game, matches, seed, mode)
        if isinstance(outcome, ModeRunFailed):
            yield Finding(mode, f"with an exception: {outcome.error}")
        elif outcome != expected:
            yield Finding(mode, f"somewhere in {matches} matches: the states differ from compiled play.")


def digest_in_mode(game: Game, matches: int, seed: bytes, mode: str) -> str | ModeRunFailed:
    """Play the matches in a new process in this mode.

    Return the hash of all their states, or the failure of the process.
    """
    name = game.slug if game.package.startswith("dottable.") else str(game.folder)
    command = [sys.executable, "-m", "dottable.core.conformance.state_digest", name, str(matches), seed.hex()]
    environment = {k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")}
    ran = subprocess.run(
        command, env=environment | ENVIRONMENT_BY_MODE[mode], capture_output=True, text=True, check=False
    )
    if ran.returncode != 0:
        return ModeRunFailed((ran.stderr.strip().splitlines() or ["no output"])[-1])
    return ran.stdout
