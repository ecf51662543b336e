"""The same play in other modes: interpreted, and compiled with every index checked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from dottable.core.conformance import properties
from dottable.core.conformance.probe import digest
from dottable.core.conformance.properties import Finding
from dottable.core.game import Game

MODES = {
    properties.INTERPRETED: {"NUMBA_DISABLE_JIT": "1"},
    properties.BOUNDS: {"NUMBA_BOUNDSCHECK": "1"},
}


class Broken(NamedTuple):
    """A probe that did not get to its end."""

    error: str
    """The last line of what it said."""


def check_modes(game: Game, matches: int, seed: bytes, modes: tuple[str, ...] = tuple(MODES)) -> Iterator[Finding]:
    """Play the same matches in every mode; all must end in the same bytes."""
    expected = digest(game, matches, seed)
    for mode in modes:
        outcome = run_probe(game, matches, seed, mode)
        if isinstance(outcome, Broken):
            yield Finding(mode, f"with an exception: {outcome.error}")
        elif outcome != expected:
            yield Finding(mode, f"somewhere in {matches} matches: the states differ from compiled play.")


def run_probe(game: Game, matches: int, seed: bytes, mode: str) -> str | Broken:
    """The digest of a probe in a process of its own."""
    name = game.slug if game.package.startswith("dottable.") else str(game.folder)
    command = [sys.executable, "-m", "dottable.core.conformance.probe", name, str(matches), seed.hex()]
    environment = {k: v for k, v in os.environ.items() if k not in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")}
    ran = subprocess.run(command, env=environment | MODES[mode], capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        return Broken((ran.stderr.strip().splitlines() or ["no output"])[-1])
    return ran.stdout
