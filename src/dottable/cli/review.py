"""`dottable review`: reviews a finished match, or estimates skill and luck from a folder of logs."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.cli.arguments import Subparsers, add_json_argument, add_worker_arguments, worker_pool_from_arguments
from dottable.cli.console import (
    print_json,
    print_status,
    progress_bar,
    require_parent_folder,
    translate_write_errors,
)
from dottable.cli.replay import hint_at_changed_rules, open_log
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dottable.core.matches.match import Match
    from dottable.study.review_types import MatchReview
    from dottable.study.skill_and_luck_estimates import CollectionReview, ShareEstimate

PROGRESS_STEPS = 100


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "review",
        help="judge a finished match: worst moves, luck and skill",
        description="Judge every decision of a finished match by what the player knew then, and tell luck from skill. "
        "With --many, tell skill from luck over all logs in a folder.",
    )
    command.add_argument("file", nargs="?", metavar="FILE", help="a log file of a finished match")
    command.add_argument("--game", metavar="FOLDER", help="folder of the log's game, if that is not installed")
    command.add_argument(
        "--html",
        metavar="FILE",
        help="also write a page: of one match with curve, boards and reasons, or with --many of all",
    )
    command.add_argument("--many", metavar="FOLDER", help="review all logs in this folder together")
    command.add_argument(
        "--decisions", action="store_true", help="with --many: also judge every decision, to see where errors happen"
    )
    add_worker_arguments(command)
    add_json_argument(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if (args.file is None) == (args.many is None):
        raise DottableError("Give either one log file, or --many with a folder of logs.")
    return review_folder(args) if args.many is not None else review_one_match(args)


def review_one_match(args: argparse.Namespace) -> int:
    """Review one match, print or write the result, and return the exit status."""
    if args.html is not None:
        require_parent_folder(Path(args.html))
    match, players = open_finished_match(args)
    review = review_with_progress(match, players)
    if args.html is not None:
        write_page(review, match, Path(args.html))
    if args.json:
        print_json(review)
    else:
        print_review(review, match)
    return 0


def open_finished_match(args: argparse.Namespace) -> tuple[Match, list[str]]:
    """Return the match of a log file and the names of its players. Raise UnfinishedMatch if the match is not over."""
    from dottable.core.matches.match_log import verify_log
    from dottable.study.review import require_finished

    log = open_log(args)
    with hint_at_changed_rules(log.game):
        match = verify_log(log)
    require_finished(match)
    return match, log.players


def review_with_progress(match: Match, players: Sequence[str]) -> MatchReview:
    """Return the complete review, with a progress bar on standard error."""
    from dottable.study.review import review_match

    done = 0
    with progress_bar("Reviewing", PROGRESS_STEPS, "%") as advance:
        for review in review_match(match, players=players):
            steps = int(PROGRESS_STEPS * review.progress)
            advance(steps - done)
            done = steps
    return review


def print_review(review: MatchReview, match: Match) -> None:
    """Print the summary of a review, then its errors."""
    from dottable.study.review_text import decision_lines, summary_lines

    print(f"{match.game.title}, {review.moves} moves")
    for line in summary_lines(review):
        print(line)
    errors = list(decision_lines(review))
    if errors:
        print("Decisions worth seeing:")
    for line in errors:
        print(line)


def write_page(review: MatchReview, match: Match, path: Path) -> None:
    """Write a review as an HTML page."""
    from dottable.study.review_page import review_page

    with translate_write_errors("the page", path):
        path.write_text(review_page(review, match), encoding="utf-8")
    print_status(f"Wrote {path}.")


def review_folder(args: argparse.Namespace) -> int:
    """Review all logs in a folder and print skill and luck over all matches of each game. Return the exit status."""
    from dottable.lab.worker_pool import run_jobs
    from dottable.study.skill_and_luck_estimates import figures_of_log, log_files, review_collection

    if args.html is not None:
        require_parent_folder(Path(args.html))
    files = log_files(Path(args.many))
    jobs = [(str(path), "decisions" if args.decisions else "ledger") for path in files]
    found = {}
    with progress_bar("Reviewing", len(jobs)) as advance:
        for index, figures in run_jobs(figures_of_log, jobs, worker_pool_from_arguments(args)):
            found[index] = figures
            advance(1)
    reviews = review_collection([found[index] for index in sorted(found)])
    if args.html is not None:
        write_collection_page(reviews, args)
    if args.json:
        print_json({"games": reviews})
        return 0
    for review in reviews:
        print_collection(review)
    for problem in reviews[0].left_out:
        print_status(f"Left out {problem}")
    return 0


def write_collection_page(reviews: Sequence[CollectionReview], args: argparse.Namespace) -> None:
    """Write the page of a collection, in the form of the lab's reports."""
    from dottable.lab.report.html_page import render_page
    from dottable.study.skill_and_luck_sections import collection_page

    words = ["dottable", "review", "--many", args.many, *(["--decisions"] if args.decisions else [])]
    page = collection_page(reviews, shlex.join([*words, "--html", args.html]))
    with translate_write_errors("the page", Path(args.html)):
        Path(args.html).write_text(render_page(page), encoding="utf-8")
    print_status(f"Wrote {args.html}.")


def share_text(estimate: ShareEstimate) -> str:
    """Return a share with its 95 % interval."""
    return f"{100 * estimate.share:.0f} % ({100 * estimate.low:.0f} to {100 * estimate.high:.0f})"


def print_collection(review: CollectionReview) -> None:
    """Print skill and luck in the matches of one game."""
    print(f"{review.game}: {review.matches} matches")
    print(
        f"  Choices explain {share_text(review.skill_share)} of the variance of results, the deal "
        f"{share_text(review.deal_share)}, later luck {share_text(review.chance_share)}."
    )
    print(f"  Luck-adjusted results need {review.matches_saved:.1f} times fewer matches.")
    for one in review.players:
        plain, fair = one.result, one.luck_adjusted_result
        print(
            f"  {one.name}: {100 * plain.mean:.1f} % ± {196 * plain.standard_error:.1f} of wins in {one.matches} "
            f"matches, luck-adjusted {100 * fair.mean:.1f} % ± {196 * fair.standard_error:.1f}"
        )
    for place in review.errors:
        print(f"  {place.errors} errors, {place.lost:.2f} wins lost: {place.place}")
