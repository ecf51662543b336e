"""Command line: `fit` writes `weights.toml`, `measure` plays the rollout policy against `greedy`."""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

from dottable.games.dots_72.bot import weights
from dottable.games.dots_72.bot.fitting.gradient_ascent import fit_weights, win_share
from dottable.games.dots_72.bot.fitting.parameters import parameters_from_tables

DEFAULT_CHOICE_COUNT, DEFAULT_BATCH_SIZE, DEFAULT_SEED = 800_000, 2048, 72
"""Parameters of the committed fit, which takes about 4 minutes on one core."""
START_WEIGHTS_FILE = Path(__file__).with_name("start_weights.toml")
"""File with the weights from which a fit continues."""
FITTING_COMMAND = "python -m dottable.games.dots_72.bot.fitting"
WEIGHTS_FILE_HEADING = """\
Fitted weights of the rollout policy of DOTS (72 cards), described in docs/bots/dots_72.md.
Written by {command}."""


def run_fit(choices: int, batch: int, seed: int, *, from_scratch: bool = False) -> str:
    """Fit the weights by self-play and return them as the text of `weights.toml`."""
    command = f"{FITTING_COMMAND} fit --choices {choices} --batch {batch} --seed {seed}"
    start = None if from_scratch else parameters_from_tables(tomllib.loads(START_WEIGHTS_FILE.read_text()))
    heading = WEIGHTS_FILE_HEADING.format(command=command + " --from-scratch" * from_scratch)
    return weights.weights_file_text(fit_weights(choices, batch, seed, start), heading)


def argument_parser() -> argparse.ArgumentParser:
    """Return the argument parser with the commands `fit` and `measure`."""
    parser = argparse.ArgumentParser(prog=FITTING_COMMAND)
    commands = parser.add_subparsers(dest="command", required=True)
    fitting = commands.add_parser("fit", help="fit the weights and write them to a file")
    fitting.add_argument("--choices", type=int, default=DEFAULT_CHOICE_COUNT, help="number of choices from self-play")
    fitting.add_argument("--batch", type=int, default=DEFAULT_BATCH_SIZE, help="number of choices for one step")
    fitting.add_argument("--seed", type=int, default=DEFAULT_SEED, help="seed of the self-play")
    fitting.add_argument("--from-scratch", action="store_true", help="start near greedy, not from start_weights.toml")
    fitting.add_argument("--out", type=Path, default=weights.WEIGHTS_FILE, help="file to write")
    measuring = commands.add_parser("measure", help="play the rollout policy against greedy")
    measuring.add_argument("--matches", type=int, default=40_000, help="number of matches, each deal from both seats")
    measuring.add_argument("--seed", type=int, default=99, help="seed of the deals")
    measuring.add_argument("--weights", type=Path, default=weights.WEIGHTS_FILE, help="file with the weights")
    return parser


def main() -> None:
    given = argument_parser().parse_args()
    if given.command == "fit":
        given.out.write_text(run_fit(given.choices, given.batch, given.seed, from_scratch=given.from_scratch))
        return
    share = win_share(weights.read_weights(given.weights), given.matches, given.seed)
    error = (share * (1 - share) / given.matches) ** 0.5
    sys.stdout.write(f"{100 * share:.2f} % of {given.matches} matches won against greedy (±{100 * error:.2f}).\n")


if __name__ == "__main__":
    main()
