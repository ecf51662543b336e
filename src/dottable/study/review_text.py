"""A review as plain text: each player's worst move, why it was bad, and the balance of luck and skill."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.study.reasons import ERRORS, percent
from dottable.study.review_types import DecisionReview, MatchReview, RaceReview, SeatSummary

MIN_LUCK = 0.05
"""Minimum change of win chance by luck for which a player is called lucky or unlucky.

It must also exceed two standard errors.
"""


def signed_percent(share: float) -> str:
    """Return a change of win chance as a percentage with its sign."""
    return f"{100 * share:+.0f} %" if round(100 * share) else "0 %"


def player_names(review: MatchReview) -> list[str]:
    """Return the names of the players. Equal names get the number of the seat."""
    names = review.players
    return [name if names.count(name) == 1 else f"{name} (player {n})" for n, name in enumerate(names, 1)]


def errors_of(review: MatchReview, seat: int) -> list[DecisionReview]:
    """Return the errors of a seat, the largest loss first."""
    own = [one for one in review.decisions if one.seat == seat and one.verdict in ERRORS]
    return sorted(own, key=lambda one: one.loss.mean, reverse=True)


def cost_text(one: DecisionReview) -> str:
    """Return the win chance that a decision lost, as the difference of the two whole percentages that are shown."""
    return f"{round(100 * one.best.win_chance.mean) - round(100 * one.played.win_chance.mean)} %"


def worst_move_sentence(review: MatchReview, seat: int) -> str:
    """Return sentences on a seat's worst move: what was played, what was better, and why."""
    errors = errors_of(review, seat)
    if errors:
        worst = errors[0]
        return (
            f"Worst move: number {worst.move + 1}, “{worst.played.words}”. It was {with_article(worst.verdict)} and "
            f"cost {cost_text(worst)} of win chance. Better: “{worst.best.words}”. Why? {worst.reason}"
        )
    if any(one.seat == seat for one in review.decisions):
        return "Worst move: none that lost more than chance can explain."
    return worst_claim_sentence([one for one in review.races if one.seat == seat])


def worst_claim_sentence(races: list[RaceReview]) -> str:
    """Return a sentence on a seat's worst claim, in a game of races alone: a wrong claim, or else the slowest claim."""
    wrong = [one for one in races if not one.was_right]
    if wrong:
        more = f" {len(wrong)} of {len(races)} claims were wrong." if len(wrong) > 1 else ""
        return f"Worst move: number {wrong[0].move + 1}. {wrong[0].reason}{more}"
    slowest = max(races, key=lambda one: one.reaction_ms or 0, default=None)
    if slowest is None or slowest.reaction_ms is None:
        return "Worst move: none, since there was nothing to choose."
    return (
        f"Worst move: no claim was wrong. The slowest was number {slowest.move + 1}, after "
        f"{slowest.reaction_ms / 1000:.1f} s."
    )


def with_article(noun: str) -> str:
    """Return a verdict with its article: "a mistake", "an inaccuracy"."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def luck_sentence(one: SeatSummary) -> str:
    """Return a sentence that says whether a player was lucky, in the deal and later."""
    ledger = one.ledger
    luck = ledger.deal + ledger.chance
    least = max(MIN_LUCK, 2 * ledger.standard_error)
    verdict = "lucky" if luck >= least else "unlucky" if luck <= -least else "neither lucky nor unlucky"
    noise = 200 * ledger.standard_error
    changed = f"{signed_percent(luck)}{f' ± {noise:.0f}' if round(noise) else ''}"
    text = (
        f"Luck: {verdict}. The deal changed the win chance by {signed_percent(ledger.deal)}, later draws and hidden "
        f"cards by {signed_percent(ledger.chance)}, together {changed}. {skill_sentence(one)}"
    )
    worth = ledger.luck_adjusted_result
    return f"{text} With even luck this play was worth {percent(worth)} of a win." if 0 <= worth <= 1 else text


def skill_sentence(one: SeatSummary) -> str:
    """Return a sentence on how choices changed the win chance, or on how speed did if there were no decisions."""
    ledger = one.ledger
    if not one.decisions:
        return f"Being quicker or slower changed it by {signed_percent(ledger.own_errors + ledger.other_errors)}."
    return (
        f"Skill: own choices changed it by {signed_percent(ledger.own_errors)}, others' choices by "
        f"{signed_percent(ledger.other_errors)}, next to those of a standard bot."
    )


def accuracy_sentence(one: SeatSummary) -> str:
    """Return a sentence with the accuracy and the number of errors of a player."""
    if not one.decisions:
        return "Accuracy: no decisions to judge."
    counts = (one.blunders, "blunder"), (one.mistakes, "mistake"), (one.inaccuracies, "inaccuracy")
    errors = ", ".join(f"{count} {pluralized(name, count)}" for count, name in counts)
    return f"Accuracy: {one.accuracy:.1f} of 100 in {one.decisions} decisions ({errors})."


def pluralized(name: str, count: int) -> str:
    """Return a noun in the singular for a count of 1, otherwise in the plural."""
    return name if count == 1 else name[:-1] + "ies" if name.endswith("y") else name + "s"


def race_sentence(review: MatchReview, seat: int) -> str:
    """Return a sentence on a seat's claims in races: reaction time, wrong and missed claims; empty without races."""
    own = [one for one in review.races if one.seat == seat]
    if not own:
        return ""
    claims = [one for one in own if one.reaction_ms is not None]
    wrong, missed = sum(not one.was_right for one in claims), len(own) - len(claims)
    times = sorted(one.reaction_ms for one in claims if one.reaction_ms is not None)
    median = f", median reaction {times[len(times) // 2] / 1000:.2f} s" if times else ""
    return f"Races: {len(claims)} {pluralized('claim', len(claims))}{median}, {wrong} wrong, {missed} missed."


def outcome_text(one: SeatSummary) -> str:
    """Return whether a player won: "won", "lost", or "shared the win"."""
    share = one.ledger.result
    return "won" if share == 1 else "lost" if share == 0 else f"shared the win ({percent(share)})"


def summary_lines(review: MatchReview) -> Iterator[str]:
    """Yield the lines of a review's summary, player by player."""
    for one in review.seats:
        yield f"{player_names(review)[one.seat]} {outcome_text(one)}."
        sentences = (
            worst_move_sentence(review, one.seat),
            luck_sentence(one),
            accuracy_sentence(one),
            race_sentence(review, one.seat),
        )
        yield from (f"  {sentence}" for sentence in sentences if sentence)
    if review.turning_points:
        moves = ", ".join(str(move + 1) for move in review.turning_points)
        yield f"Turning points: {pluralized('move', len(review.turning_points))} {moves}."


def decision_lines(review: MatchReview) -> Iterator[str]:
    """Yield every error and every wrong or missed claim, in the order of the match."""
    found: list[DecisionReview | RaceReview] = [one for one in review.decisions if one.verdict in ERRORS]
    found += [one for one in review.races if not one.was_right]
    for one in sorted(found, key=lambda one: one.move):
        name = player_names(review)[one.seat]
        if isinstance(one, RaceReview):
            kind = "missed claim" if one.reaction_ms is None else "wrong claim"
            yield f"{one.move + 1:4}. {name}, {kind}. {one.reason}"
        else:
            better = f"Better: “{one.best.words}”."
            yield f"{one.move + 1:4}. {name}, {one.verdict}: “{one.played.words}”. {better} {one.reason}"
