"""`dottable deck tune`: search for a deck that meets the targets of its game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dottable.bots.selectable_bots import BOT_NAMES_HELP
from dottable.cli.arguments import (
    add_json_argument,
    add_matches_argument,
    add_worker_arguments,
    positive_int,
    worker_pool_from_arguments,
)
from dottable.cli.console import (
    EXIT_STATUS_INTERRUPTED,
    announce_bot_compilation,
    announce_policy_compilation,
    load_game,
    print_json,
    print_status,
    progress_bar,
    require_parent_folder,
    translate_write_errors,
)
from dottable.cli.deck_tune_output import print_trials, trials_as_json, write_tuning_page
from dottable.cli.interrupts import cleanup_on_interrupt
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.contract import TuningModule
    from dottable.core.game import Game
    from dottable.lab.deck_search import DeckCandidate, DeckTrial
    from dottable.lab.report.tuning_page import TuningRound


class TuningRoundConfig(NamedTuple):
    """How each deck is evaluated in one round of the search: bots, number of matches, steps of the search in decks."""

    bots: str
    matches: int
    steps: int = 0
    """Number of similar decks to try after the given decks (`--climb`)."""


def add_parser(actions: Any) -> None:
    tune = actions.add_parser(
        "tune",
        help="search seeds and knobs for a deck that meets the game's targets",
        description="Generate decks from seeds, play matches with each, and compare the results with the game's "
        "targets. Greedy bots screen the decks, since they are fast; then stronger bots play the best decks again "
        "to confirm them. A deck that greedy bots rank low is never confirmed: --bots sharp screens better, and takes "
        "longer. All decks play on the same seed. Ctrl-C keeps the decks done so far.",
    )
    add_candidate_arguments(tune)
    add_matches_argument(tune, 2000, "per deck")
    tune.add_argument(
        "--bots",
        default="greedy",
        metavar="BOT",
        help=f"bot that screens the decks (default: greedy): {BOT_NAMES_HELP}",
    )
    tune.add_argument(
        "--climb",
        type=int,
        default=0,
        metavar="N",
        help="then try N decks similar to the best one, by simulated annealing (default: 0)",
    )
    add_confirmation_arguments(tune)
    tune.add_argument("--seed", default="tune", metavar="S", help="seed of the matches (default: tune)")
    tune.add_argument("--out", metavar="FILE", help="write the best deck to this file")
    tune.add_argument("--report", metavar="FILE", help="write a page on the best decks and their trade-offs")
    add_worker_arguments(tune)
    add_json_argument(tune)
    tune.set_defaults(run=run)


def add_candidate_arguments(tune: argparse.ArgumentParser) -> None:
    """Add the arguments for the game, and for the seeds and knobs of the decks to try."""
    tune.add_argument("game", metavar="SLUG", help="a game whose decks can be generated")
    tune.add_argument("--seeds", default="1..12", metavar="A..B", help="seeds of decks to try (default: 1..12)")
    tune.add_argument(
        "--knob",
        action="append",
        default=[],
        metavar="NAME=V1,V2",
        help="values of a knob to try; may be repeated. 'NAME' alone tries all values that the game suggests",
    )


def add_confirmation_arguments(tune: argparse.ArgumentParser) -> None:
    """Add the arguments of the second round, which plays the best decks again."""
    tune.add_argument(
        "--confirm", type=int, default=3, metavar="N", help="best decks to confirm; 0 confirms none (default: 3)"
    )
    tune.add_argument("--confirm-bots", default="sharp", metavar="BOT", help="bot for these decks (default: sharp)")
    tune.add_argument(
        "--confirm-matches", type=positive_int, default=400, metavar="N", help="matches per deck (default: 400)"
    )


def run(args: argparse.Namespace) -> int:
    from dottable.bots.registry import require_bots
    from dottable.lab.deck_search import make_candidates, tuning_module_of

    if args.report:
        require_parent_folder(Path(args.report))
    game = load_game(args.game)
    candidates = make_candidates(game, read_seeds(args.seeds), read_knobs(tuning_module_of(game), args.knob))
    require_bots([args.bots, args.confirm_bots], game)
    announce_policy_compilation(game)
    rounds = [play_tuning_round(game, candidates, args, TuningRoundConfig(args.bots, args.matches, args.climb))]
    if not rounds[0].trials:
        return EXIT_STATUS_INTERRUPTED
    if args.confirm > 0 and rounds[0].is_complete:
        announce_bot_compilation(game)
        best = candidates_to_confirm(rounds[0], args.confirm)
        rounds.append(play_tuning_round(game, best, args, TuningRoundConfig(args.confirm_bots, args.confirm_matches)))
    print_and_write_results(game, args, rounds)
    return 0 if all(played.is_complete for played in rounds) else EXIT_STATUS_INTERRUPTED


def print_and_write_results(game: Game, args: argparse.Namespace, rounds: list[TuningRound]) -> None:
    """Print the results. Also write the best deck and the report if the arguments ask for them."""
    from dottable.lab.report.tuning_page import confirmation_sentences

    if args.json:
        print_json(trials_as_json(game, rounds))
    else:
        print_trials(game, rounds)
    if args.out:
        best = next(played for played in reversed(rounds) if played.trials).trials[0]
        write_deck_file(best.candidate, Path(args.out), confirmation_sentences(rounds))
    if args.report:
        write_tuning_page(game, args, Path(args.report), rounds)


def candidates_to_confirm(played: TuningRound, count: int) -> list[DeckCandidate]:
    """Return the `count` best decks of a round, and the house deck."""
    best = [trial.candidate for trial in played.trials[:count]]
    remaining = [trial.candidate for trial in played.trials[count:]]
    return best + [candidate for candidate in remaining if candidate.is_house_deck]


def read_seeds(text: str) -> list[int]:
    """Return the seeds in a text such as `3`, `1..12` or `1,5,9`."""
    first, dots, last = text.partition("..")
    try:
        seeds = list(range(int(first), int(last) + 1)) if dots else [int(part) for part in text.split(",")]
    except ValueError:
        seeds = []
    if not seeds:
        raise DottableError(f"'{text}' are not seeds. Write 7, 1..12 or 1,5,9.")
    return seeds


def read_knobs(tuning: TuningModule, texts: list[str]) -> dict[str, tuple[int, ...]]:
    """Return the values to try for each `--knob`."""
    from dottable.lab.deck_search import check_knob_names

    suggested = {knob.name: knob.values for knob in tuning.KNOBS}
    knobs: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        check_knob_names(tuning, [name])
        try:
            knobs[name] = tuple(int(value) for value in values.split(",")) if equals else suggested[name]
        except ValueError:
            raise DottableError(f"'{text}' is not a knob with values. Write {name}=1,2,3.") from None
    return knobs


def play_tuning_round(
    game: Game, candidates: list[DeckCandidate], args: argparse.Namespace, setup: TuningRoundConfig
) -> TuningRound:
    """Evaluate the candidates until the end or Ctrl-C. Return their trials, best first."""
    from dottable.lab.deck_search import anneal_decks, evaluate_candidate, rank_trials, total_matches
    from dottable.lab.report.tuning_page import TuningRound

    bots, matches, steps = setup
    trials: list[DeckTrial] = []
    planned = len(candidates) + steps
    with progress_bar(f"{planned} decks, {bots}", total_matches(game, planned, matches)) as advance:
        evaluate = partial(
            evaluate_candidate,
            game,
            matches=matches,
            bots=bots,
            seed=args.seed,
            pool=worker_pool_from_arguments(args),
            advance=advance,
        )
        with cleanup_on_interrupt(), interrupted_search(trials, planned):
            for candidate in candidates:
                trials.append(evaluate(candidate))
            for trial in anneal_decks(game, rank_trials(trials)[0], steps, evaluate, args.seed) if steps else ():
                trials.append(trial)
    return TuningRound(bots, matches, planned, tuple(rank_trials(trials)))


@contextmanager
def interrupted_search(trials: list[DeckTrial], planned: int) -> Iterator[None]:
    """End the search at Ctrl-C, keep the decks evaluated so far, and print their number."""
    try:
        yield
    except KeyboardInterrupt:
        print_status(f"Stopped after {len(trials)} of {planned} decks.")


def write_deck_file(candidate: DeckCandidate, out: Path, confirmation: str) -> None:
    """Write a deck to a file, with a comment that says whether it is confirmed."""
    comment = f"# The best deck of a search: seed {candidate.seed}. {confirmation}\n"
    with translate_write_errors("the deck", out):
        out.write_text(comment + candidate.deck.text, encoding="utf-8")
    print_status(f"Wrote the deck of seed {candidate.seed} to {out}. {confirmation}")
