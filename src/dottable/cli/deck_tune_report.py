"""What `dottable deck tune --report` writes."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.cli.report import write_page
from dottable.cli.shared import note

if TYPE_CHECKING:
    from dottable.core.game import Game
    from dottable.lab.tuning import Trial

Tried = tuple[int, list["Trial"]]
"""How many decks were to be tried, and what came out of those that were."""


def write_frontier(game: Game, given: argparse.Namespace, out: Path, first: Tried, again: Tried) -> None:
    """Write the page of a search."""
    from dottable.lab.report.frontier import Round, build_frontier

    rounds = [Round(given.bots, given.matches, first[0], tuple(first[1]))]
    if again[0]:
        rounds.append(Round(given.confirm_bots, given.confirm_matches, again[0], tuple(again[1])))
    write_page(build_frontier(game, rounds, given.seed, command_of(given, out)), out)
    note(f"The report is in {out}.")


def command_of(given: argparse.Namespace, out: Path) -> str:
    """The command that makes the same search again."""
    words = ["dottable", "deck", "tune", given.game, "--seeds", given.seeds]
    words += [word for knob in given.knob for word in ("--knob", knob)]
    words += ["--matches", str(given.matches), "--bots", given.bots, "--confirm", str(given.confirm)]
    if given.confirm > 0:
        words += ["--confirm-bots", given.confirm_bots, "--confirm-matches", str(given.confirm_matches)]
    return shlex.join([*words, "--seed", given.seed, "--report", str(out)])
