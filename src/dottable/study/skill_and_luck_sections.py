"""Report sections on skill and luck in a game: shares of the variance, luck-adjusted results, where errors happen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dottable.bots.bot import Budget
from dottable.bots.registry import find_bot
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.registry import find_game
from dottable.lab.report.balance_page import BOTS_ARE_NOT_PEOPLE_NOTE
from dottable.lab.report.page_model import BarPlot, ReportBlock, ReportPage, ReportSection
from dottable.lab.series.match_runner import run_match
from dottable.lab.statistics.estimates import Z_95, Estimate
from dottable.lab.tournament import line_up_and_deal_index
from dottable.study.result_ledger import make_ledger
from dottable.study.review import review_seed
from dottable.study.review_types import REVIEW_VERSION, MeanEstimate
from dottable.study.rollouts import seed_of
from dottable.study.skill_and_luck_estimates import (
    SETTINGS_WITHOUT_DECISIONS,
    CollectionReview,
    ErrorPlace,
    MatchFigures,
    ShareEstimate,
)

METHOD_NOTE = (
    f"Evaluation version {REVIEW_VERSION}. Choices are compared with those of a standard bot, by what the player knew "
    "then; later luck is the rest: cards drawn later, and hidden cards."
)

MIN_MATCHES_SAVED_FACTOR = 1.1
"""Minimum factor of matches saved by luck adjustment that the section mentions."""


def figures_of_played_match(config: SeriesConfig, levels: tuple[str, ...], index: int) -> MatchFigures:
    """Play a match of a series between bots of several levels, and return its figures. Called in worker processes."""
    line_up, deal = line_up_and_deal_index(levels, config.seats, index)
    match, _ = Series(config).match(deal)
    bots = {level: find_bot(level, config.game) for level in levels}
    run_match(
        match, [bots[level] for level in line_up], [Budget()] * config.seats, seed_of(config.seed, "skill", index)
    )
    book = make_ledger(match, seed_of(review_seed(match), "ledger"), SETTINGS_WITHOUT_DECISIONS)
    return MatchFigures(match.game.slug, line_up, book.seats)


def skill_section(review: CollectionReview) -> ReportSection:
    """Return the report section on skill and luck in the matches of one game."""
    return ReportSection(
        "luck", "How much is skill, how much luck?", tuple(answer_sentences(review)), tuple(plot_blocks(review))
    )


def answer_sentences(review: CollectionReview) -> Iterator[str]:
    """Yield the sentences that answer how much skill and luck decide the game."""
    names = ", ".join(player.name for player in review.players)
    yield (
        f"In {review.matches} matches between {names}, choices explain {percent(review.skill_share)} of the differences"
        f" in results, the deal {percent(review.deal_share)}, later luck {percent(review.chance_share)}."
    )
    if review.matches_saved > MIN_MATCHES_SAVED_FACTOR:
        yield f"With luck taken out, {review.matches_saved:.1f} times fewer matches tell as much."
    worst = next((one for one in review.errors if one.place.startswith("action ")), None)
    if worst is not None:
        yield f"Most is lost at the action {action_name(worst)}: {worst.lost_per_match.mean:.2f} wins a match."


def percent(share: ShareEstimate) -> str:
    return f"{100 * share.share:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def action_name(place: ErrorPlace) -> str:
    """Return the verb of an action as text."""
    return place.place.removeprefix("action ").strip("_").replace("_", " ")


def plot_blocks(review: CollectionReview) -> Iterator[ReportBlock]:
    """Yield the plots of the section on skill and luck."""
    shares = (review.skill_share, review.deal_share, review.chance_share)
    yield BarPlot(
        "Where results come from",
        "Share of the differences between results that choices, the deal and later luck explain.",
        ("choices", "deal", "later luck"),
        ("share of the variance",),
        (tuple(Estimate(one.share, one.low, one.high) for one in shares),),
        is_share=True,
        note=METHOD_NOTE,
    )
    yield BarPlot(
        "Results with and without luck",
        "Mean share of wins of every player, as played and with the luck taken out.",
        tuple(player.name for player in review.players),
        ("as played", "without luck"),
        (
            tuple(mean_with_interval(player.result) for player in review.players),
            tuple(mean_with_interval(player.luck_adjusted_result) for player in review.players),
        ),
        is_share=True,
    )
    for title, places in (("when", errors_by_third(review)), ("at which actions", errors_by_action(review))):
        if places:
            yield BarPlot(
                f"Errors: {title}",
                f"Win chance that errors lose in a match, by {title.removeprefix('at which ')}.",
                tuple(action_name(one) for one in places),
                ("wins lost a match",),
                (tuple(mean_with_interval(one.lost_per_match) for one in places),),
            )


def errors_by_third(review: CollectionReview) -> list[ErrorPlace]:
    return [one for one in review.errors if not one.place.startswith("action ")]


def errors_by_action(review: CollectionReview) -> list[ErrorPlace]:
    return [one for one in review.errors if one.place.startswith("action ")]


def mean_with_interval(estimate: MeanEstimate) -> Estimate:
    """Return a mean with its 95 % interval."""
    half_width = Z_95 * estimate.standard_error
    return Estimate(estimate.mean, estimate.mean - half_width, estimate.mean + half_width)


def collection_page(reviews: Sequence[CollectionReview], command: str) -> ReportPage:
    """Return the page of a collection of logs, with one section per game."""
    matches = sum(one.matches for one in reviews)
    found = [skill_section(one) for one in reviews]
    titles = [find_game(one.game).title for one in reviews]
    sections = [
        ReportSection(f"{one.slug}-{review.game}", title if len(reviews) > 1 else one.title, one.answer, one.blocks)
        for one, review, title in zip(found, reviews, titles, strict=True)
    ]
    return ReportPage(
        title=f"Skill and luck: {', '.join(titles)}",
        subtitle=f"Results of {matches:,} matches",
        parameters=(("matches", f"{matches:,}"), ("left out", str(len(reviews[0].left_out)))),
        findings=tuple(section.answer[0] for section in sections),
        sections=tuple(sections),
        command=command,
        notes=(METHOD_NOTE, BOTS_ARE_NOT_PEOPLE_NOTE),
    )
