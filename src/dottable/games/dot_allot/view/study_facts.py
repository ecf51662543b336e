"""Sentences for reviews and hints of Dot Allot, taken only from views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dottable.core.views.move_reason import MoveReason, how_often, mean_text, significant_gain
from dottable.core.views.narration import capitalized, join_with_and, name_for
from dottable.games.dot_allot.state import DEAL
from dottable.games.dot_allot.view.seat_view import Side, View, sides_of

MIN_SHARE_APART = 0.08
"""Minimum difference between two shares of simulated rounds that is worth a reason."""
MAX_COLOUR_REASONS = 2
"""Maximum number of reasons on colours and the bonus point."""


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[MoveReason, ...]:
    """Return reasons why `best` may be better than `played`, from the groups right after them."""
    if DEAL in (best, played):
        return ()
    (own, other), (own_played, other_played) = sides_of(after_best, view.seat), sides_of(after_played, view.seat)
    name = name_for(view.seat, other.seat)
    reasons = [*safe_group_reasons(own, own_played), *smaller_group_reasons(name, other, other_played)]
    if own.points - other.points > own_played.points - other_played.points:
        better = f"the round stands at {own.points} for you to {other.points} for {name} right after it"
        reasons.append(MoveReason(better, f"at {own_played.points} to {other_played.points}", is_tentative=True))
    given = [dots_in_rows(after, other.rows) for after in (after_best, after_played)]
    if given[0] < given[1] and not reasons:
        better = f"{name} has only {given[0]} dots right after it"
        reasons.append(MoveReason(better, f"{given[1]}", is_tentative=True))
    reasons += group_reason(name, (own, other), (own_played, other_played)) if not reasons else ()
    if own.reverse_left and not own_played.reverse_left:
        reasons.append(MoveReason("you can still flip a later card", "you have flipped one"))
    return tuple(reasons)


def safe_group_reasons(own: Side, own_played: Side) -> Iterator[MoveReason]:
    """Yield a reason on the own group that no card can cover any more, for the colour that gains most dots."""
    gains = [(size - own_played.lasting_groups[name], name, size) for name, size in own.lasting_groups.items()]
    gain, name, size = max(gains)
    if gain > 0:
        yield MoveReason(f"{size} dots of your {name} group can never be covered", f"{size - gain or 'none'}")


def smaller_group_reasons(name: str, other: Side, other_played: Side) -> Iterator[MoveReason]:
    """Yield a reason on the opponent's group that the better move makes smaller, for the colour that loses most."""
    drops = [(other_played.groups[colour] - size, colour, size) for colour, size in other.groups.items()]
    drop, colour, size = max(drops)
    if drop > 0:
        better = f"the largest {colour} group of {name} has only {size} {'dot' if size == 1 else 'dots'} right after it"
        yield MoveReason(better, f"{size + drop}", is_tentative=True)


def group_reason(name: str, best: tuple[Side, Side], played: tuple[Side, Side]) -> tuple[MoveReason, ...]:
    """Return a reason on the colour whose largest groups favour the best move most; empty if there is none.

    `best` and `played` hold the own side and the other side after the two moves.
    """
    leads = {
        colour: (size - best[1].groups[colour], played[0].groups[colour] - played[1].groups[colour])
        for colour, size in best[0].groups.items()
    }
    gain, colour = max((after_best - after_played, colour) for colour, (after_best, after_played) in leads.items())
    if gain <= 0:
        return ()
    sizes, sizes_played = ([side.groups[colour] for side in sides] for sides in (best, played))
    better = f"your {colour} group has {sizes[0]} dots against {sizes[1]} of {name} right after it"
    return (MoveReason(better, f"{sizes_played[0]} against {sizes_played[1]}", is_tentative=True),)


def reasons_from_simulations(
    view: View, best: int, played: int, best_ends: Sequence[View], played_ends: Sequence[View]
) -> tuple[MoveReason, ...]:
    """Return reasons from the ends of simulated rounds: who wins the colours and the bonus point, and the points."""
    found = sorted(
        [*colour_reasons(view, best_ends, played_ends), *bonus_reasons(view, best_ends, played_ends)],
        key=lambda each: -each[0],
    )
    reasons = [reason for _, reason in found]
    return (*reasons[:MAX_COLOUR_REASONS], *(points_reason(view, best_ends, played_ends) if reasons else ()))


def colour_reasons(
    view: View, best_ends: Sequence[View], played_ends: Sequence[View]
) -> Iterator[tuple[float, MoveReason]]:
    """Yield reasons on colours that a side wins more or less often, each with the mean gain in points.

    A colour has one reason at most. It tells of the viewer's point if that is gained as often as the other's is lost.
    """
    seats = sorted([side.seat for side in view.sides], key=lambda one: one != view.seat)
    for colour in view.sides[0].groups:
        found = []
        for seat in seats:
            best, played = ([wins_colour(end, seat, colour) for end in ends] for ends in (best_ends, played_ends))
            gain = significant_gain(best, played) if seat == view.seat else significant_gain(played, best)
            if gain >= MIN_SHARE_APART:
                sizes = [group_sizes(view, seat, colour, ends) for ends in (best_ends, played_ends)]
                better = f"{larger_group_phrase(view, seat, colour)} {how_often(best)} simulated rounds ({sizes[0]})"
                found.append((gain, MoveReason(better, f"{how_often(played)} ({sizes[1]})")))
        if found:
            yield max(found, key=lambda each: each[0])


def larger_group_phrase(view: View, seat: int, colour: str) -> str:
    """Return the beginning of a sentence on who has the larger group of a colour."""
    name = name_for(view.seat, seat)
    return f"you win the point for {colour}" if seat == view.seat else f"{name} wins the point for {colour}"


def group_sizes(view: View, seat: int, colour: str, ends: Sequence[View]) -> str:
    """Return the sizes of both sides' largest groups of a colour: "5.6 dots against 4 of yours on average".

    They are means over simulated ends of the round.
    """
    own, other = (mean_text([sides_of(end, seat)[k].groups[colour] for end in ends]) for k in (0, 1))
    rival = next(side.seat for side in view.sides if side.seat != seat)
    whose = "yours" if rival == view.seat else name_for(view.seat, rival)
    return f"{own} dots against {other} of {whose} on average"


def wins_colour(view: View, seat: int, colour: str) -> float:
    """Return 1.0 if a seat has the larger group of a colour, else 0.0."""
    own, other = sides_of(view, seat)
    return float(own.groups[colour] > other.groups[colour])


def bonus_reasons(
    view: View, best_ends: Sequence[View], played_ends: Sequence[View]
) -> Iterator[tuple[float, MoveReason]]:
    """Yield a reason on the bonus point of a tied round, if the viewer gets it more often, with the mean gain."""
    best, played = (
        [float(end.result is not None and end.result.bonus == view.seat) for end in ends]
        for ends in (best_ends, played_ends)
    )
    gain = significant_gain(best, played)
    if gain >= MIN_SHARE_APART:
        yield (
            gain,
            MoveReason(
                f"you get the bonus point of a tied round {how_often(best)} simulated rounds", how_often(played)
            ),
        )


def points_reason(view: View, best_ends: Sequence[View], played_ends: Sequence[View]) -> Iterator[MoveReason]:
    """Yield the mean points of the round for both sides, if the viewer's lead is larger after the better move."""
    leads, texts = [], []
    for ends in (best_ends, played_ends):
        pairs = [[side.points for side in sides_of(end, view.seat)] for end in ends]
        leads.append([float(own - other) for own, other in pairs])
        own, other = (mean_text([pair[k] for pair in pairs]) for k in (0, 1))
        texts.append((own, other))
    name = name_for(view.seat, next(side.seat for side in view.sides if side.seat != view.seat))
    if significant_gain(leads[0], leads[1]):
        (own, other), (own_played, other_played) = texts
        better = f"you get {own} and {name} {other} points in the round on average"
        yield MoveReason(better, f"{own_played} and {other_played}")


def dots_in_rows(view: View, rows: tuple[int, ...]) -> int:
    """Return the number of visible dots in some rows of the track."""
    return sum(cell != "." for row in rows for cell in view.visible[row - 1])


def known_facts(view: View) -> tuple[str, ...]:
    """Return sentences on what the seat saw.

    They tell the largest groups of both sides, the own groups that no card can cover any more, and the cards in the
    opponent's hand.
    """
    own, other = sides_of(view, view.seat)
    name = capitalized(name_for(view.seat, other.seat))
    facts = [
        f"Your largest groups were {groups_text(own.groups)}, those of {name} {groups_text(other.groups)}.",
        f"Of yours, {groups_text(own.lasting_groups)} could never be covered.",
    ]
    if other.hand_count:
        held = "1 card" if other.hand_count == 1 else f"{other.hand_count} cards"
        known = "which you knew" if other.hand is not None else "which you did not know"
        facts.append(f"{name} had {held} left, {known}{', and could still flip one' if other.reverse_left else ''}.")
    return tuple(facts)


def groups_text(groups: dict[str, int]) -> str:
    """Return the sizes of groups by colour: "red 4 and blue 2"."""
    return join_with_and([f"{name} {size}" for name, size in groups.items() if size]) or "none"
