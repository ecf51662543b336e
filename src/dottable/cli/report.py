"""`dottable report`: one page that answers a designer's questions about a game."""

from __future__ import annotations

import argparse
import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.bots.names import CHOICES, LEVELS
from dottable.cli.shared import (
    Commands,
    add_crew_arguments,
    add_game_arguments,
    announce_bots,
    announce_policies,
    chosen_crew,
    chosen_deck,
    chosen_options,
    chosen_seats,
    load,
    note,
    progress_bar,
    show_json,
    whole_number,
    with_rate,
)
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.decks import Deck
    from dottable.core.game import Game
    from dottable.core.options import Options
    from dottable.lab.report.contents import Page
    from dottable.lab.report.study import Plan, Variant

USUAL_LEVELS = "newcomer,casual,steady,sharp"


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "report",
        help="a page on how fair, long and lively a game is",
        description="Play many matches and write one self-contained page with figures, intervals and plots; with --vs "
        "or --vs-deck it compares two variants on the same deals.",
    )
    add_game_arguments(command)
    command.add_argument("--vs", action="append", default=[], metavar="NAME=VALUE", help="compare with this option")
    command.add_argument("--vs-deck", metavar="FILE", help="compare with this deck")
    command.add_argument("--out", metavar="FILE", help="where to write the page (default: report-SLUG.html)")
    command.add_argument("--plots", metavar="DIR", help="also write every plot as an SVG file into this folder")
    command.add_argument("--matches", type=whole_number, default=20_000, metavar="N", help="default: 20000")
    command.add_argument("--bots", default="greedy", metavar="A[,B...]", help=f"who plays (default: greedy): {CHOICES}")
    command.add_argument(
        "--levels",
        default=USUAL_LEVELS,
        metavar="A,B[,C...]",
        help=f"levels that play against their neighbours (default: {USUAL_LEVELS}; 'none' leaves them out)",
    )
    command.add_argument(
        "--level-matches", type=whole_number, default=60, metavar="N", help="for each two neighbours (default: 60)"
    )
    command.add_argument("--seed", metavar="S", help="any text or number (default: a new one, which is shown)")
    add_crew_arguments(command)
    command.add_argument("--json", action="store_true", help="also print all of it as one JSON object")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    out = chosen_place(given.out or f"report-{Path(given.game).name}.html")
    seed = given.seed if given.seed is not None else secrets.token_hex(8)
    plan = chosen_plan(given, seed)
    page = played_page(plan, given, command_of(given, seed, out))
    write_page(page, out, given.plots and Path(given.plots))
    note(f"The report is in {out}.")
    if given.json:
        show_json(page)
    else:
        print("\n".join(page.findings))
    return 0


def chosen_place(text: str) -> Path:
    """Where a page is to be written; said before anything is played if that cannot be."""
    out = Path(text)
    if not out.parent.is_dir():
        raise DottableError(f"There is no folder '{out.parent}'.")
    return out


def chosen_plan(given: argparse.Namespace, seed: str) -> Plan:
    """What the arguments ask for."""
    from dottable.bots.registry import read_names, require_bots
    from dottable.core.series import seed_from
    from dottable.lab.report.study import Plan

    game = load(given.game)
    seats = chosen_seats(game, given)
    bots = read_names(given.bots, seats)
    require_bots(bots, game)
    levels = chosen_levels(given.levels)
    announce_policies(game)
    if levels:
        announce_bots(game)
    return Plan(
        game=game,
        seats=seats,
        variants=chosen_variants(game, given),
        bots=tuple(bots),
        seed=seed_from(seed),
        matches=given.matches,
        levels=levels,
        level_matches=given.level_matches if levels else 0,
    )


def chosen_levels(text: str) -> tuple[str, ...]:
    if text == "none":
        return ()
    names = tuple(name.strip() for name in text.split(","))
    unknown = [name for name in names if name not in LEVELS]
    if unknown or len(names) < 2:
        raise DottableError(f"Give two or more levels out of {', '.join(LEVELS)}, or none; not '{text}'.")
    return names


def chosen_variants(game: Game, given: argparse.Namespace) -> tuple[Variant, ...]:
    """The game as asked for, and what it is to be compared with."""
    from dottable.lab.report.study import Variant

    options, deck = chosen_options(game, given.option), chosen_deck(game, given.deck, given.option)
    if not given.vs and given.vs_deck is None:
        return (Variant("value", options, deck),)
    changed = chosen_options(game, [*given.option, *given.vs])
    changed_deck = chosen_deck(game, given.vs_deck, [*given.option, *given.vs]) if given.vs_deck else deck
    if changed == options and changed_deck == deck:
        raise DottableError("There is nothing to compare: both variants are the same.")
    names = [option.partition("=")[0] for option in given.vs]
    decks = [name_of(deck), name_of(changed_deck)] if given.vs_deck else ["", ""]
    return tuple(
        Variant(variant_name(chosen, names, deck_name), chosen, own)
        for chosen, own, deck_name in ((options, deck, decks[0]), (changed, changed_deck, decks[1]))
    )


def name_of(deck: Deck | None) -> str:
    return f"deck {deck.name}" if deck is not None else ""


def variant_name(options: Options, names: list[str], deck_name: str) -> str:
    """What sets a variant apart: its values of the options that differ, and its deck."""
    import msgspec

    from dottable.core.options import spell

    values = msgspec.to_builtins(options)
    return ", ".join([*(f"{name}={spell(values[name])}" for name in names), *([deck_name] if deck_name else [])])


def played_page(plan: Plan, given: argparse.Namespace, command: str) -> Page:
    from dottable.lab.report.build import build
    from dottable.lab.report.study import play_plan

    with progress_bar(plan.game.title, plan.total) as advance:
        studies = play_plan(plan, chosen_crew(given), with_rate(advance))
    return build(plan, studies, command)


def command_of(given: argparse.Namespace, seed: str, out: Path) -> str:
    """The command that makes the same report again."""
    words = ["dottable", "report", given.game, "--matches", str(given.matches), "--seed", seed, "--out", str(out)]
    words += ["--seats", str(given.seats)] if given.seats else []
    words += [word for option in given.option for word in ("--option", option)]
    words += [word for option in given.vs for word in ("--vs", option)]
    for name, value in (("--deck", given.deck), ("--vs-deck", given.vs_deck)):
        words += [name, value] if value else []
    words += ["--bots", given.bots] if given.bots != "greedy" else []
    words += ["--levels", given.levels] if given.levels != USUAL_LEVELS else []
    words += ["--level-matches", str(given.level_matches)] if given.levels != "none" else []
    return shlex.join(words)


def write_page(page: Page, out: Path, plots: Path | None = None) -> None:
    from dottable.lab.report.page import render
    from dottable.lab.report.pictures import write_pictures

    try:
        out.write_text(render(page), encoding="utf-8")
        if plots is not None:
            note(f"{write_pictures(page, plots)} plots are in {plots}.")
    except OSError as error:
        raise DottableError(f"'{error.filename}' cannot be written: {error.strerror}.") from None
