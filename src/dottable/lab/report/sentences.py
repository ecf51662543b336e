"""Plain sentences about figures, for people who do not read intervals."""

from __future__ import annotations

from dottable.lab.estimates import Estimate, estimate
from dottable.lab.figures import Known, Noted
from dottable.lab.report.wording import plain_amount, plain_difference, plain_said, plain_share

SLIGHT, CLEAR = 0.02, 0.05
"""Distances from a fair share: below the first an edge is slight, from the second on it is large."""


def told(known: Known) -> str:
    """A figure as a part of a sentence."""
    found = known.estimate
    return "not measured" if found is None else plain_said(found, is_share=known.is_share)


def size_of(edge: float) -> str:
    return "slight" if abs(edge) < SLIGHT else "clear" if abs(edge) < CLEAR else "large"


def about_turns(noted: Noted) -> str:
    """Whether it matters who begins."""
    known = noted.known.get("opener_wins")
    found = known.estimate if known else None
    if known is None or found is None:
        return "There are no turns, so nobody begins."
    fair = 1 / noted.seats
    share = f"{plain_said(found, is_share=True)} of the decided matches"
    if found.low <= fair <= found.high:
        return f"It does not matter who begins: that player wins {share}, and {plain_share(fair)} would be fair."
    edge = found.value - fair
    kind = "advantage" if edge > 0 else "disadvantage"
    return f"To begin is a {size_of(edge)} {kind}: that player wins {share}, where {plain_share(fair)} would be fair."


def about_seats(noted: Noted) -> str:
    """Whether a seat wins more than its part."""
    fair = 1 / noted.seats
    shares = [found for measure in noted.seat_measures() if (found := estimate(measure)) is not None]
    unfair = [seat for seat, share in enumerate(shares) if not share.low <= fair <= share.high]
    if not unfair:
        return "No seat wins more or less than its part."
    worst = max(unfair, key=lambda seat: abs(shares[seat].value - fair))
    share = plain_said(shares[worst], is_share=True)
    return f"Seat {worst + 1} is furthest from its part of {plain_share(fair)}: it wins {share}."


def about_ties(noted: Noted) -> str:
    known = noted.known["ties"]
    if known.estimate is not None and known.estimate.value == 0:
        return "Every match has a winner."
    return f"{told(known)} of the matches end without a single winner."


def about_drama(noted: Noted) -> str:
    changes, comebacks = noted.known["lead_changes"], noted.known["comebacks"]
    text = f"The lead changes {told(changes)} times in a match."
    if comebacks.estimate is not None:
        text += f" In {told(comebacks)} of the matches with a leader halfway, somebody else wins."
    return text


def about_choices(noted: Noted) -> str:
    choices, forced = noted.known["choices"], noted.known["forced"]
    return f"A player has {told(choices)} legal moves to choose from; {told(forced)} of the moves leave no choice."


def about_change(known: Known, before: Estimate, after: Estimate, change: Estimate) -> str:
    """What a variant changed in a figure."""
    verb = "rise" if change.value > 0 else "fall"
    first, second = (plain_amount(found.value, is_share=known.is_share) for found in (before, after))
    by = plain_difference(change, is_share=known.is_share)
    words = known.words[0].upper() + known.words[1:]
    return f"{words} {verb} from {first} to {second} ({by})."
