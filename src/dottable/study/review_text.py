"""A review as plain text: each player's worst move, why it was bad, and the balance of luck and skill."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dottable.core.views.narration import unique_names
from dottable.study.reasons import ERROR_VERDICTS, percent, quoted
from dottable.study.review_types import DecisionReview, MatchReview, RaceReview, SeatSummary

MIN_LUCK = 0.05
"""Minimum change of win chance by luck for which a player is called lucky or unlucky.

It must also exceed two standard errors.
"""


REASON_BREAK = re.compile(r"(?<=\.) (?=With the better move |With your move |On average your |You win )")
"""Place between two sentences of a reason. Full stops inside the words of a move are none."""


def signed(number: int) -> str:
    """Return an integer with its sign: "+12", "-3", "0"."""
    return f"{number:+d}" if number else "0"


def signed_points(share: float) -> str:
    """Return a change of win chance in whole points with its sign."""
    return signed(round(100 * share))


def signed_percent(share: float) -> str:
    """Return a change of win chance as a percentage with its sign."""
    return f"{100 * share:+.0f} %" if round(100 * share) else "0 %"


def player_names(review: MatchReview) -> list[str]:
    """Return the unique names of the players."""
    return unique_names(review.players)


def errors_of(review: MatchReview, seat: int) -> list[DecisionReview]:
    """Return the errors of a seat, the largest loss first; of equal whole percentages, the largest loss in points."""
    own = [one for one in review.decisions if one.seat == seat and one.verdict in ERROR_VERDICTS]
    return sorted(own, key=lambda one: (cost_of(one), points_apart(one), one.loss.mean), reverse=True)


def cost_of(one: DecisionReview) -> int:
    """Return the points of win chance that a decision lost, as the difference of the two percentages that are shown."""
    return round(100 * one.best.win_chance.mean) - round(100 * one.played.win_chance.mean)


def points_apart(one: DecisionReview) -> float:
    """Return by how many points the results of the played and the best move differ."""
    if one.best.points is None or one.played.points is None:
        return 0.0
    return abs(one.best.points.mean - one.played.points.mean)


def cost_text(one: DecisionReview) -> str:
    """Return the loss of a decision: "6 points of win chance (6 % → under 1 %)", from the better to the played move."""
    chances = f"{percent(one.best.win_chance.mean)} → {percent(one.played.win_chance.mean)}"
    return f"{count_text(cost_of(one), 'point')} of win chance ({chances})"


def count_text(count: int, noun: str) -> str:
    """Return a count with its noun: "1 point", "6 points"."""
    return f"{count} {singular_or_plural(noun, count)}"


def worst_move_sentence(review: MatchReview, seat: int) -> str:
    """Return sentences on a seat's worst move: what was played, what was better, and why."""
    errors = errors_of(review, seat)
    if errors:
        worst = errors[0]
        return (
            f"Worst move: number {worst.move + 1}, {quoted(worst.played.words)}. It was {with_article(worst.verdict)} "
            f"and cost {cost_text(worst)}. Better: {quoted(worst.best.words)}. Why? {worst.reason}"
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


def reason_sentences(reason: str) -> list[str]:
    """Return the sentences of a reason, the strongest first."""
    return REASON_BREAK.split(reason)


def with_article(noun: str) -> str:
    """Return a verdict with its article: "a mistake", "an inaccuracy"."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def luck_sentence(review: MatchReview, one: SeatSummary) -> str:
    """Return sentences that say whether a player was lucky, in the first deal and later, and the result without it."""
    ledger, name = one.ledger, player_names(review)[one.seat]
    luck = ledger.deal + ledger.chance
    least = max(MIN_LUCK, 2 * ledger.standard_error)
    verdict = "lucky" if luck >= least else "unlucky" if luck <= -least else "neither lucky nor unlucky"
    margin = round(200 * ledger.standard_error)
    parts = [round(100 * part) for part in (ledger.deal, ledger.chance)]
    rounded = "" if sum(parts) == round(100 * luck) else " (rounded)"
    text = (
        f"Luck: {name} was {verdict}. Luck changed {name}'s win chance by {signed_points(luck)} points"
        f"{f', give or take {margin}' if margin else ''}: the first deal by {signed(parts[0])}, "
        f"everything after it by {signed(parts[1])}{rounded}."
    )
    average = ledger.luck_adjusted_result
    if not 0 <= average <= 1:
        return text
    return f"{text} With average luck: {percent(average)} of a win, instead of {percent(ledger.result)}."


def skill_sentence(review: MatchReview, one: SeatSummary) -> str:
    """Return sentences on what marked errors cost, and what all choices changed next to a standard bot's."""
    ledger = one.ledger
    if not one.decisions:
        speed = signed_points(ledger.own_errors + ledger.other_errors)
        return f"Skill: being quicker or slower changed the win chance by {speed} points."
    cost = sum(cost_of(error) for error in errors_of(review, one.seat))
    own = round(100 * ledger.own_errors)
    marked = f"the marked errors cost {count_text(cost, 'point')} of win chance. " if cost else "no error is marked. "
    name = player_names(review)[one.seat]
    compared = f"{name} {compared_text(own)}{others_text(review, one)}"
    return f"Skill: {marked}All choices together, next to a standard bot's: {compared}."


def compared_text(points: int) -> str:
    """Return how choices compare with those of a standard bot: "6 points better", "equal"."""
    if points == 0:
        return "equal"
    return f"{count_text(abs(points), 'point')} {'better' if points > 0 else 'worse'}"


def others_text(review: MatchReview, one: SeatSummary) -> str:
    """Return a clause on the choices of the other players next to those of a standard bot."""
    others = round(100 * one.ledger.other_errors)
    if len(review.seats) == 2:
        return f", {player_names(review)[1 - one.seat]} {compared_text(-others)}"
    return f"; the others' choices together changed the win chance by {signed(others)}"


def accuracy_sentence(one: SeatSummary) -> str:
    """Return a sentence with the accuracy and the number of errors of a player."""
    if not one.decisions:
        return "Accuracy: no decisions to judge."
    counts = (one.blunders, "blunder"), (one.mistakes, "mistake"), (one.inaccuracies, "inaccuracy")
    errors = ", ".join(f"{count} {singular_or_plural(name, count)}" for count, name in counts)
    return f"Accuracy: {one.accuracy:.1f} of 100 in {one.decisions} decisions ({errors})."


def singular_or_plural(name: str, count: int) -> str:
    """Return a noun in the singular for a count of 1, otherwise in the plural."""
    return name if count == 1 else name[:-1] + "ies" if name.endswith("y") else name + "s"


def reasons_note(review: MatchReview) -> str:
    """Return a note on whose "you" reasons mean, and who plays simulated rounds; empty without errors."""
    if not any(one.verdict in ERROR_VERDICTS for one in review.decisions):
        return ""
    return (
        "“You” is the player whose move is told. With a win chance of 40 % the player would win 40 of 100 matches from "
        "there; one point is one of these 100. Simulated rounds have hidden cards that fit what this player knew, and "
        "standard bots play them to the end."
    )


def race_sentence(review: MatchReview, seat: int) -> str:
    """Return a sentence on a seat's claims in races: reaction time, wrong and missed claims; empty without races."""
    own = [one for one in review.races if one.seat == seat]
    if not own:
        return ""
    claims = [one for one in own if one.reaction_ms is not None]
    wrong, missed = sum(not one.was_right for one in claims), len(own) - len(claims)
    times = sorted(one.reaction_ms for one in claims if one.reaction_ms is not None)
    median = f", median reaction {times[len(times) // 2] / 1000:.2f} s" if times else ""
    return f"Races: {len(claims)} {singular_or_plural('claim', len(claims))}{median}, {wrong} wrong, {missed} missed."


def outcome_text(one: SeatSummary) -> str:
    """Return whether a player won: "won", "lost", or "shared the win"."""
    share = one.ledger.result
    return "won" if share == 1 else "lost" if share == 0 else f"shared the win ({percent(share)})"


def summary_lines(review: MatchReview) -> Iterator[str]:
    """Yield the lines of a review's summary, player by player."""
    if reasons_note(review):
        yield reasons_note(review)
    for one in review.seats:
        yield f"{player_names(review)[one.seat]} {outcome_text(one)}."
        sentences = (
            worst_move_sentence(review, one.seat),
            luck_sentence(review, one),
            skill_sentence(review, one),
            accuracy_sentence(one),
            race_sentence(review, one.seat),
        )
        yield from (f"  {sentence}" for sentence in sentences if sentence)
    if review.turning_points:
        yield "Turning points (win chance with all cards known; the figures above use only what the player knew):"
        yield from (f"  Move {move + 1}: {turning_point_text(review, move)}" for move in review.turning_points)


def turning_point_text(review: MatchReview, move: int) -> str:
    """Return how a move changed the win chances, and how much of that was luck: "Ada 38 % → 20 % (luck -18, ...)".

    Of two players only the first is told, because the second has the rest.
    """
    chances = {point.move: point.win_chances for point in review.curve}
    seats = range(1 if len(review.seats) == 2 else len(review.seats))
    return ", ".join(
        chance_change_text(review, move, seat, chances[move - 1][seat], chances[move][seat]) for seat in seats
    )


def chance_change_text(review: MatchReview, move: int, seat: int, before: float, after: float) -> str:
    """Return the change of a seat's win chance by a move, split into luck and choice. The parts add up as shown."""
    names = player_names(review)
    made = [one for one in review.ledger if one.move == move and one.kind == "choice"]
    choice = round(100 * sum(one.change[seat] for one in made))
    luck = round(100 * after) - round(100 * before) - choice
    whose = f"the choice of {names[made[0].seat]}" if made and made[0].seat is not None else "the choice"
    return f"{names[seat]} {percent(before)} → {percent(after)} (luck {signed(luck)}, {whose} {signed(choice)})"


def decision_lines(review: MatchReview) -> Iterator[str]:
    """Yield every error and every wrong or missed claim, in the order of the match."""
    found: list[DecisionReview | RaceReview] = [one for one in review.decisions if one.verdict in ERROR_VERDICTS]
    found += [one for one in review.races if not one.was_right]
    for one in sorted(found, key=lambda one: one.move):
        name = player_names(review)[one.seat]
        if isinstance(one, RaceReview):
            kind = "missed claim" if one.reaction_ms is None else "wrong claim"
            yield f"{one.move + 1:4}. {name}, {kind}. {one.reason}"
        else:
            cost = f"Cost {cost_text(one)}. Better: {quoted(one.best.words)}."
            yield f"{one.move + 1:4}. {name}, {one.verdict}: {quoted(one.played.words)}. {cost} {one.reason}"
