"""Sentences for reviews and hints of DOT: Dice or Tiles, taken only from views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dottable.core.views.move_reason import MoveReason, how_often, mean_text, significant_gain
from dottable.core.views.narration import capitalized, join_with_and, name_for
from dottable.games.dot_tiles.pieces import COPIES_PER_FACE_BY_SEATS, tile_name
from dottable.games.dot_tiles.state import BURN_DESTINATION, DESTINATION_COUNT
from dottable.games.dot_tiles.view.notation import FACE_BY_NOTATION
from dottable.games.dot_tiles.view.seat_view import TILE_NOTATIONS, Group, View

MAX_FACTS = 4
ALWAYS_ONE_COLOUR = ("1 of a Kind", "Flush")
"""Names of the groups whose tiles always have one colour."""
MIN_POINTS_APART = 1.0
"""Minimum difference of mean points that is worth a reason."""
MIN_SHARE_APART = 0.08
"""Minimum difference between two shares of simulated matches that is worth a reason."""


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[MoveReason, ...]:
    """Return reasons why `best` may be better than `played`, from the two sheets after them."""
    clear = (*completion_reason(view, best, after_best), *hot_swap_reason(after_best, after_played))
    return (*clear, *open_group_reason(view, after_best, after_played))


def completion_reason(view: View, action: int, after: View) -> tuple[MoveReason, ...]:
    """Return a reason if the better action completes a group."""
    destination = action % DESTINATION_COUNT
    if destination == BURN_DESTINATION or not (group := after.sheets[view.seat].groups[destination]).full:
        return ()
    return (MoveReason(better=f"you complete {group_name(group)} for {group.points} points"),)


def open_group_reason(view: View, after_best: View, after_played: View) -> tuple[MoveReason, ...]:
    """Return a reason on a begun group that accepts more unseen tiles after the best move; empty if there is none.

    Of several such groups, it is the one with the largest difference to the played move.
    """
    unseen = unseen_tiles(view)
    pairs = zip(after_best.sheets[view.seat].groups, after_played.sheets[view.seat].groups, strict=True)
    apart = [
        (count_fitting(one, unseen) - count_fitting(other, unseen), one, other)
        for one, other in pairs
        if any(one.tiles) and any(other.tiles) and not one.full and not other.full
    ]
    fewer, one, other = max(apart, key=lambda each: each[0], default=(0, None, None))
    if fewer <= 0 or one is None or other is None:
        return ()
    left, total = count_fitting(other, unseen), sum(unseen.values())
    better = f"{group_name(one)} takes {count_fitting(one, unseen)} of the {total} unseen tiles"
    return (MoveReason(better, f"it takes {left or 'none'}", is_tentative=True),)


def hot_swap_reason(after_best: View, after_played: View) -> tuple[MoveReason, ...]:
    """Return a reason if a move leaves a tile in HOT SWAP that completes a group of the next player; else empty."""
    if after_played.hot is None or after_played.hot == after_best.hot or after_played.turn in (None, after_best.seat):
        return ()
    turn = after_played.turn
    assert turn is not None
    useful = [
        group
        for group in after_played.sheets[turn].groups
        if group.tiles.count(None) == 1 and after_played.hot in group.takes
    ]
    if not useful:
        return ()
    group, tile = max(useful, key=lambda each: each.size), tile_name(FACE_BY_NOTATION[after_played.hot])
    whose = name_for(after_played.seat, turn)
    return (MoveReason(played=f"the {tile} stays in HOT SWAP, where it completes {group_name(group)} of {whose}"),)


def reasons_from_simulations(
    view: View, best: int, played: int, best_ends: Sequence[View], played_ends: Sequence[View]
) -> tuple[MoveReason, ...]:
    """Return reasons from the sheets at the ends of simulated matches: points, one-colour groups, completed groups.

    The groups in which the two moves place a tile are compared together, because a tile in one is missing in the other.
    """
    groups = view.sheets[view.seat].groups
    places = sorted({action % DESTINATION_COUNT for action in (best, played)} - {BURN_DESTINATION})
    named = join_with_and([group_name(groups[k]) for k in places])
    direct_names = f"your {'group' if len(places) == 1 else 'groups'} {named}"
    others = [k for k in range(len(groups)) if k not in places]
    besides = f"all your groups except {named}" if named else "all your groups"
    direct = list(points_reason(view, places, direct_names, best_ends, played_ends))
    compared = range(len(groups)) if direct else others
    return (
        *direct,
        *group_reason(view, compared, best_ends, played_ends, in_one_colour=True),
        *group_reason(view, compared, best_ends, played_ends, in_one_colour=False),
        *points_reason(view, others, besides, best_ends, played_ends),
    )


def points_at_ends(view: View, groups: Sequence[int], ends: Sequence[View]) -> list[float]:
    """Return the viewer's points for some groups together at every end."""
    return [float(sum(end.sheets[view.seat].groups[k].points for k in groups)) for end in ends]


def points_reason(
    view: View, groups: Sequence[int], names: str, best_ends: Sequence[View], played_ends: Sequence[View]
) -> Iterator[MoveReason]:
    """Yield a reason if some groups together bring clearly more points after the better move."""
    best, played = (points_at_ends(view, groups, ends) for ends in (best_ends, played_ends))
    if significant_gain(best, played) >= MIN_POINTS_APART:
        bring = "brings" if len(groups) == 1 else "together bring"
        yield MoveReason(f"{names} {bring} you {mean_text(best)} points on average", mean_text(played))


def group_reason(
    view: View, groups: Sequence[int], best_ends: Sequence[View], played_ends: Sequence[View], *, in_one_colour: bool
) -> Iterator[MoveReason]:
    """Yield a reason on the group that gains most points by being completed clearly more often."""
    found, how = [], " in one colour, for double points," if in_one_colour else ""
    for k in groups:
        group = view.sheets[view.seat].groups[k]
        best, played = (
            [is_complete(end.sheets[view.seat].groups[k], in_one_colour=in_one_colour) for end in ends]
            for ends in (best_ends, played_ends)
        )
        gain = significant_gain(points_at_ends(view, [k], best_ends), points_at_ends(view, [k], played_ends))
        if gain and significant_gain(best, played) >= MIN_SHARE_APART:
            better = f"you complete {group_name(group)}{how} {how_often(best)} simulated matches"
            found.append((gain, MoveReason(better, how_often(played))))
    if found:
        yield max(found, key=lambda each: each[0])[1]


def is_complete(group: Group, *, in_one_colour: bool) -> float:
    """Return 1.0 if a group is complete, and has one colour if that is asked for, else 0.0.

    A group that always has one colour is never complete in one colour.
    """
    if not in_one_colour:
        return float(group.full)
    colours = {tile[0] for tile in group.tiles if tile is not None}
    return float(group.full and len(colours) == 1 and group.name not in ALWAYS_ONE_COLOUR)


def known_facts(view: View) -> tuple[str, ...]:
    """Return sentences on what the seat saw: how many tiles are unseen, and how many of them complete its groups."""
    unseen = unseen_tiles(view)
    total = sum(unseen.values())
    hands = sum(view.hand_counts) - len(view.hand)
    facts = [
        f"{view.bag_left} of the {total} unseen tiles were in the bag{', the rest in other hands' if hands else ''}."
    ]
    for group in sorted(view.sheets[view.seat].groups, key=lambda each: -each.size):
        missing = group.tiles.count(None)
        if 0 < missing <= 2 < group.size:
            lacks = "lacked one tile" if missing == 1 else "lacked two tiles"
            fitting = count_fitting(group, unseen) or "None"
            facts.append(f"{capitalized(group_name(group))} {lacks}. {fitting} of the {total} fitted.")
    return tuple(facts[:MAX_FACTS])


def unseen_tiles(view: View) -> Counter[str]:
    """Return how many tiles of each face the viewer has not seen. They are in the bag or in other hands."""
    copies = int(COPIES_PER_FACE_BY_SEATS[view.seats])
    seen = Counter([*view.burned, *view.hand, *(tile for tile in (view.hot, view.drawn) if tile is not None)])
    for sheet in view.sheets:
        seen.update(tile for group in sheet.groups for tile in group.tiles if tile is not None)
    return Counter({tile: copies - seen[tile] for tile in TILE_NOTATIONS})


def count_fitting(group: Group, unseen: Counter[str]) -> int:
    """Return how many unseen tiles a group that has begun accepts."""
    return sum(unseen[tile] for tile in group.takes) if any(group.tiles) else 0


def group_name(group: Group) -> str:
    """Return the name of a group for a sentence: "the Run", "Odds", "3 of a Kind"."""
    return f"the {group.name}" if group.name in ("Flush", "Full House", "Run") else group.name
