"""Writes the findings of a report as sentences, for readers who do not want to interpret intervals."""

from __future__ import annotations

from collections.abc import Mapping

from dottable.lab.report.number_format import (
    difference_for_sentence,
    estimate_for_sentence,
    share_for_sentence,
    value_for_sentence,
)
from dottable.lab.statistics.estimates import Estimate, estimate_ratio
from dottable.lab.statistics.metrics import MatchStatistics, MeasuredMetric

MIN_CLEAR_ADVANTAGE, MIN_LARGE_ADVANTAGE = 0.02, 0.05
"""Distances from the fair share of wins at which an advantage is called "clear" and "large".

A smaller one is called "slight".
"""


def metric_text(metric: MeasuredMetric) -> str:
    """Return the value and the interval of a metric, as part of a sentence."""
    found = metric.estimate
    return "not measured" if found is None else estimate_for_sentence(found, is_share=metric.is_share)


def advantage_adjective(edge: float) -> str:
    """Return "slight", "clear" or "large" for a distance from the fair share of wins."""
    return "slight" if abs(edge) < MIN_CLEAR_ADVANTAGE else "clear" if abs(edge) < MIN_LARGE_ADVANTAGE else "large"


def players_text(statistics: MatchStatistics) -> str:
    """Return a text that names the bots that played the matches, such as "greedy bots" or "sharp and steady bots"."""
    return f"{' and '.join(dict.fromkeys(getattr(statistics.series, 'bots', ('random',))))} bots"


def first_turn_finding(statistics: MatchStatistics) -> str:
    """Return a sentence on whether the first player has an advantage, in matches between the bots that played."""
    metric = statistics.metrics.get("opener_wins")
    found = metric.estimate if metric else None
    if statistics.game.statistics is None:
        return "It is not known who begins, because the game has no module 'lab' with opening_seat."
    if metric is None or found is None:
        return "There are no turns, so no player begins."
    fair = 1 / statistics.seats
    players = players_text(statistics)
    wins = f"that player wins {estimate_for_sentence(found, is_share=True)} of the decided matches"
    if found.low <= fair <= found.high:
        return f"Between {players}, it does not matter who begins: {wins}; {share_for_sentence(fair)} would be fair."
    edge = found.value - fair
    verdict = f"{advantage_adjective(edge)} {'advantage' if edge > 0 else 'disadvantage'}"
    return f"Between {players}, beginning is a {verdict}: {wins}; {share_for_sentence(fair)} would be fair."


def first_turn_by_level_finding(statistics_by_level: Mapping[str, MatchStatistics]) -> str:
    """Return a sentence on how often the first player wins at each level; empty if no turn order was measured."""
    found = {level: statistics.metrics.get("opener_wins") for level, statistics in statistics_by_level.items()}
    parts = [f"{level} {metric_text(metric)}" for level, metric in found.items() if metric is not None]
    return f"By level of the players, the one who begins wins: {', '.join(parts)}." if parts else ""


def seat_finding(statistics: MatchStatistics) -> str:
    """Return a sentence on the seat whose wins are furthest from its fair share, or that there is no such seat."""
    fair = 1 / statistics.seats
    ratios = statistics.seat_win_ratios()
    shares = [found for ratio in ratios if (found := estimate_ratio(ratio, is_share=True)) is not None]
    unfair = [seat for seat, share in enumerate(shares) if not share.low <= fair <= share.high]
    if not unfair:
        return "No seat wins more or less than its fair share."
    worst = max(unfair, key=lambda seat: abs(shares[seat].value - fair))
    share = estimate_for_sentence(shares[worst], is_share=True)
    return (
        f"Seat {worst + 1} is furthest from its fair share of {share_for_sentence(fair)}: "
        f"it wins {share} of the decided matches."
    )


def tie_finding(statistics: MatchStatistics) -> str:
    """Return a sentence on how many matches are tied."""
    ties = statistics.metrics["ties"]
    if ties.estimate is not None and ties.estimate.value == 0:
        return "Every match has a winner."
    return f"{metric_text(ties)} of the matches end without a single winner."


def lead_finding(statistics: MatchStatistics) -> str:
    """Return a sentence on changes of the lead and comebacks."""
    changes, comebacks = statistics.metrics["lead_changes"], statistics.metrics["comebacks"]
    text = f"The lead changes {metric_text(changes)} times per match."
    if comebacks.estimate is not None:
        text += f" The leader halfway through does not win {metric_text(comebacks)} of the matches."
    return text


def legal_moves_finding(statistics: MatchStatistics) -> str:
    """Return a sentence on the number of legal moves."""
    choices, forced = statistics.metrics["choices"], statistics.metrics["forced"]
    return (
        f"A player has {metric_text(choices)} legal moves to choose from; "
        f"{metric_text(forced)} of the decisions have only one."
    )


def change_finding(metric: MeasuredMetric, before: Estimate, after: Estimate, change: Estimate) -> str:
    """Return a sentence on how a variant changed a metric."""
    direction = "up" if change.value > 0 else "down"
    first, second = (value_for_sentence(found.value, is_share=metric.is_share) for found in (before, after))
    by = difference_for_sentence(change, is_share=metric.is_share)
    label = metric.label[0].upper() + metric.label[1:]
    return f"{label}: {direction} from {first} to {second} ({by})."
