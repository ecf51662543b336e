"""Sentences for reviews and hints of Dot Allot, taken only from views."""

from __future__ import annotations

from dottable.core.views.narration import capitalized, join_with_and, name_for
from dottable.games.dot_allot.state import DEAL
from dottable.games.dot_allot.view.seat_view import Side, View


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[str, ...]:
    """Return clauses that say why `best` may be better than `played`, from the groups right after them."""
    if DEAL in (best, played):
        return ()
    (own, other), (own_played, other_played) = sides_of(after_best, view.seat), sides_of(after_played, view.seat)
    clauses = []
    if own.points - other.points > own_played.points - other_played.points:
        clauses.append(
            f"it leaves the round at {own.points} to {other.points} points for you, "
            f"after the other move at {own_played.points} to {other_played.points}"
        )
    lasting = lasting_gain(own, own_played)
    if lasting is not None:
        colour, size, less = lasting
        clauses.append(f"your {colour} group that no card can cover any more has {size} dots, not {less}")
    given = [dots_in_rows(after, other.rows) for after in (after_best, after_played)]
    if given[0] < given[1] and not clauses:
        name = name_for(view.seat, other.seat)
        clauses.append(f"it leaves {given[0]} dots in the rows of {name}, after the other move {given[1]}")
    if own.reverse_left and not own_played.reverse_left:
        clauses.append("it keeps the reverse side for a later card")
    return tuple(clauses) or group_clause(own, other, own_played, other_played)


def group_clause(own: Side, other: Side, own_played: Side, other_played: Side) -> tuple[str, ...]:
    """Return a clause on the colour whose largest groups favour the best move most; empty if there is none.

    `own` and `other` are the sides after the best move, `own_played` and `other_played` those after the played move.
    """
    leads = {
        name: (size - other.groups[name], own_played.groups[name] - other_played.groups[name])
        for name, size in own.groups.items()
    }
    gain, name = max((best - played, name) for name, (best, played) in leads.items())
    if gain <= 0:
        return ()
    sizes = f"{own.groups[name]} to {other.groups[name]}"
    return (
        f"the {name} groups are then {sizes}, after the other move "
        f"{own_played.groups[name]} to {other_played.groups[name]}",
    )


def dots_in_rows(view: View, rows: tuple[int, ...]) -> int:
    """Return the number of visible dots in some rows."""
    return sum(cell != "." for row in rows for cell in view.visible[row - 1])


def lasting_gain(own: Side, own_played: Side) -> tuple[str, int, int] | None:
    """Return a colour, the size of its lasting group in `own`, and the size in `own_played`.

    It is the colour with the largest difference between both sizes. None if no group is larger in `own`.
    """
    gains = [(size - own_played.lasting_groups[name], name, size) for name, size in own.lasting_groups.items()]
    gain, name, size = max(gains)
    return (name, size, size - gain) if gain > 0 else None


def sides_of(view: View, seat: int) -> tuple[Side, Side]:
    """Return the side of the track that a seat plays, then the other side."""
    first, second = view.sides
    return (first, second) if first.seat == seat else (second, first)


def known_facts(view: View) -> tuple[str, ...]:
    """Return sentences on what the seat saw.

    They tell the largest groups of both sides, the own groups that no card can cover any more, and the cards in the
    opponent's hand.
    """
    own, other = sides_of(view, view.seat)
    name = capitalized(name_for(view.seat, other.seat))
    facts = [
        f"Your largest groups were {groups_text(own.groups)}, those of {name} {groups_text(other.groups)}.",
        f"No card could cover {groups_text(own.lasting_groups)} of yours any more.",
    ]
    if other.hand_count:
        held = "1 card" if other.hand_count == 1 else f"{other.hand_count} cards"
        known = "which you knew" if other.hand is not None else "which you did not know"
        facts.append(f"{name} had {held} left, {known}{', and a reverse side to use' if other.reverse_left else ''}.")
    return tuple(facts)


def groups_text(groups: dict[str, int]) -> str:
    """Return the sizes of groups by colour: "red 4 and blue 2"."""
    return join_with_and([f"{name} {size}" for name, size in groups.items() if size]) or "none"
