"""`dottable report`: writes a page that answers a designer's questions about a game."""

from __future__ import annotations

import argparse
import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.bots.selectable_bots import BOT_NAMES_HELP, LEVEL_NAMES
from dottable.cli.arguments import (
    Subparsers,
    add_game_arguments,
    add_json_argument,
    add_matches_argument,
    add_seed_argument,
    add_worker_arguments,
    positive_int,
    read_deck,
    read_options,
    series_config_from_arguments,
    worker_pool_from_arguments,
)
from dottable.cli.console import (
    announce_bot_compilation,
    announce_policy_compilation,
    print_json,
    print_status,
    progress_bar,
    require_parent_folder,
)
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.deck_files import Deck
    from dottable.core.matches.seeded_series import SeriesConfig
    from dottable.core.options import Options
    from dottable.lab.report.page_model import ReportPage
    from dottable.lab.report.play_experiment import ExperimentPlan, ReportVariant

DEFAULT_BOTS = "greedy"
DEFAULT_LEVELS = "newcomer,casual,steady,sharp"
NO_LEVELS_KEYWORD = "none"


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "report",
        help="write a page on fairness, length, lead changes and choices of a game",
        description="Play many matches and write one self-contained page with metrics, intervals and plots. "
        "With --vs or --vs-deck, compare two variants on the same deals.",
    )
    add_game_arguments(command)
    add_comparison_arguments(command)
    command.add_argument("--out", metavar="FILE", help="where to write the page (default: report-SLUG.html)")
    command.add_argument("--plots", metavar="FOLDER", help="also write every plot as an SVG file into this folder")
    add_matches_argument(command, 20_000)
    add_bot_arguments(command)
    add_ledger_argument(command)
    add_seed_argument(command)
    add_worker_arguments(command)
    add_json_argument(command, "also print the page as one JSON object")
    command.set_defaults(run=run)


def add_comparison_arguments(command: argparse.ArgumentParser) -> None:
    """Add the options and the deck of a second variant."""
    command.add_argument("--vs", action="append", default=[], metavar="NAME=VALUE", help="compare with this option")
    command.add_argument("--vs-deck", metavar="FILE", help="compare with this deck")


def add_bot_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for the bots of the matches and of the comparison of levels."""
    command.add_argument(
        "--bots",
        default=DEFAULT_BOTS,
        metavar="A[,B...]",
        help=f"one bot for all seats or one per seat (default: {DEFAULT_BOTS}): {BOT_NAMES_HELP}",
    )
    add_level_arguments(command)


def add_level_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for matches between bot levels: which levels, and how many matches."""
    command.add_argument(
        "--levels",
        default=DEFAULT_LEVELS,
        metavar="A,B[,C...]",
        help=(
            "bot levels; each plays against itself and against the next "
            f"(default: {DEFAULT_LEVELS}; '{NO_LEVELS_KEYWORD}' leaves them out)"
        ),
    )
    command.add_argument(
        "--level-matches",
        type=positive_int,
        default=60,
        metavar="N",
        help="matches of each level against itself, and per pair of neighbouring levels (default: 60)",
    )


def add_ledger_argument(command: argparse.ArgumentParser) -> None:
    """Add the number of matches for the section on skill and luck."""
    command.add_argument(
        "--ledger-matches",
        type=positive_int,
        default=24,
        metavar="N",
        help="matches between the levels for the section on skill and luck (default: 24; left out with --levels none)",
    )


def run(args: argparse.Namespace) -> int:
    out = Path(args.out or f"report-{Path(args.game).name}.html")
    require_parent_folder(out)
    if args.seed is None:
        args.seed = secrets.token_hex(8)
    plan = plan_from_arguments(args)
    page = play_and_build_page(plan, args, rerun_command(args, out))
    page = with_skill_section(page, plan, args)
    write_page(page, out, args.plots and Path(args.plots))
    if args.json:
        print_json(page)
    else:
        print("\n".join(page.findings))
    return 0


def plan_from_arguments(args: argparse.Namespace) -> ExperimentPlan:
    """Return the plan of matches to play and compare that the arguments describe."""
    from dottable.bots.registry import read_bot_names, require_bots
    from dottable.lab.report.play_experiment import ExperimentPlan

    config = series_config_from_arguments(args)
    bots = read_bot_names(args.bots, config.seats)
    require_bots(bots, config.game)
    levels = read_levels(args.levels)
    announce_policy_compilation(config.game)
    if levels:
        announce_bot_compilation(config.game)
    level_matches = args.level_matches if levels else 0
    variants = variants_from_arguments(config, args)
    return ExperimentPlan(
        config.game, config.seats, variants, tuple(bots), config.seed, args.matches, levels, level_matches
    )


def read_levels(text: str) -> tuple[str, ...]:
    """Return the levels in the text of `--levels`; empty for "none"."""
    if text == NO_LEVELS_KEYWORD:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    unknown = [name for name in names if name not in LEVEL_NAMES]
    if unknown or len(names) < 2:
        raise DottableError(
            f"'{text}' are not levels. Name two or more of {', '.join(LEVEL_NAMES)}, or write {NO_LEVELS_KEYWORD}."
        )
    return names


def variants_from_arguments(config: SeriesConfig, args: argparse.Namespace) -> tuple[ReportVariant, ...]:
    """Return the configured variant and, if `--vs` or `--vs-deck` is given, the second variant."""
    from dottable.lab.report.play_experiment import ReportVariant

    game, options, deck = config.game, config.options, config.deck
    if not args.vs and args.vs_deck is None:
        return (ReportVariant("value", options, deck),)
    vs_options = [*args.option, *args.vs]
    other_options = read_options(game, vs_options)
    other_deck = read_deck(game, args.vs_deck, vs_options) if args.vs_deck else deck
    if other_options == options and other_deck == deck:
        raise DottableError("Both variants are the same. Change an option with --vs, or the deck with --vs-deck.")
    names = [option.partition("=")[0] for option in args.vs]
    return tuple(
        ReportVariant(variant_name(chosen, names, own if args.vs_deck else None), chosen, own)
        for chosen, own in ((options, deck), (other_options, other_deck))
    )


def variant_name(options: Options, names: list[str], deck: Deck | None) -> str:
    """Return the name of a variant: its values of the options in `names`, and the name of its deck if given."""
    import msgspec

    from dottable.core.options import format_value

    values = msgspec.to_builtins(options)
    parts = [f"{name}={format_value(values[name])}" for name in names]
    return ", ".join([*parts, f"deck {deck.name}"] if deck is not None else parts)


def play_and_build_page(plan: ExperimentPlan, args: argparse.Namespace, command: str) -> ReportPage:
    """Play all matches with a progress bar, and return the page."""
    from dottable.lab.report.balance_page import build_balance_page
    from dottable.lab.report.play_experiment import run_experiment

    with progress_bar(plan.game.title, plan.total_matches) as advance:
        results = run_experiment(plan, worker_pool_from_arguments(args), advance)
    return build_balance_page(plan, results, command)


def with_skill_section(page: ReportPage, plan: ExperimentPlan, args: argparse.Namespace) -> ReportPage:
    """Return the page with a section on skill and luck, from matches between the levels of the plan."""
    from dataclasses import replace

    from dottable.lab.report.play_experiment import series_config
    from dottable.lab.worker_pool import run_jobs
    from dottable.study.skill_and_luck_estimates import review_collection
    from dottable.study.skill_and_luck_sections import figures_of_played_match, skill_section

    if not plan.levels:
        return page
    config = series_config(plan, plan.variants[0], plan.seats)
    jobs = [(config, plan.levels, index) for index in range(args.ledger_matches)]
    found = {}
    with progress_bar("Skill and luck", len(jobs)) as advance:
        for index, figures in run_jobs(figures_of_played_match, jobs, worker_pool_from_arguments(args)):
            found[index] = figures
            advance(1)
    (review,) = review_collection([found[index] for index in sorted(found)])
    return replace(page, sections=(*page.sections, skill_section(review)))


def rerun_command(args: argparse.Namespace, out: Path) -> str:
    """Return the command that creates the report again."""
    words = ["dottable", "report", args.game, "--matches", str(args.matches), "--seed", args.seed, "--out", str(out)]
    words += ["--seats", str(args.seats)] if args.seats else []
    words += [word for option in args.option for word in ("--option", option)]
    words += [word for option in args.vs for word in ("--vs", option)]
    for name, value in (("--deck", args.deck), ("--vs-deck", args.vs_deck)):
        words += [name, value] if value else []
    words += ["--bots", args.bots] if args.bots != DEFAULT_BOTS else []
    words += ["--levels", args.levels] if args.levels != DEFAULT_LEVELS else []
    if args.levels != NO_LEVELS_KEYWORD:
        words += ["--level-matches", str(args.level_matches), "--ledger-matches", str(args.ledger_matches)]
    return shlex.join(words)


def write_page(page: ReportPage, out: Path, plots: Path | None = None) -> None:
    """Write the page, and its plots as SVG files if a folder is given."""
    from dottable.lab.report.html_page import render_page
    from dottable.lab.report.svg_files import write_svg_files

    try:
        out.write_text(render_page(page), encoding="utf-8")
        if plots is not None:
            print_status(f"Wrote {write_svg_files(page, plots)} plots to {plots}.")
    except OSError as error:
        raise DottableError(f"Cannot write '{error.filename}': {error.strerror}.") from None
    print_status(f"Wrote the report to {out}.")
