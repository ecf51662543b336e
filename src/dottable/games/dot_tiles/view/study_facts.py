"""Sentences for reviews and hints of DOT: Dice or Tiles, taken only from views."""

from __future__ import annotations

from collections import Counter

from dottable.core.views.narration import capitalized, name_for
from dottable.games.dot_tiles.pieces import COPIES_PER_FACE_BY_SEATS, tile_name
from dottable.games.dot_tiles.state import BURN_DESTINATION, DESTINATION_COUNT
from dottable.games.dot_tiles.view.notation import FACE_BY_NOTATION
from dottable.games.dot_tiles.view.seat_view import TILE_NOTATIONS, Group, View

MAX_FACTS = 4


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[str, ...]:
    """Return clauses that say why `best` may be better than `played`, from the two sheets after them."""
    clauses = (
        *completion_clause(view, best, after_best),
        *opening_clause(view, after_best, after_played),
        *hot_swap_clause(after_best, after_played),
    )
    return clauses or place_clause(view, best, played, after_best, after_played)


def place_clause(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[str, ...]:
    """Return a clause that compares the groups in which two actions place a tile.

    Empty if an action burns its tile or both choose the same group.
    """
    places = [action % DESTINATION_COUNT for action in (best, played)]
    if BURN_DESTINATION in places or places[0] == places[1]:
        return ()
    groups = [after.sheets[view.seat].groups[k] for after, k in zip((after_best, after_played), places, strict=True)]
    unseen = unseen_tiles(view)
    own, other = (outlook(one, unseen) for one in groups)
    return (f"{group_name(groups[0])} then {own}, after the other move {group_name(groups[1])} {other}",)


def outlook(group: Group, unseen: Counter[str]) -> str:
    """Return a text on what a group still needs, such as "lacks 2 tiles and takes 9 of the 40 unseen ones"."""
    if group.full:
        return f"is complete for {group.points} points"
    missing = group.tiles.count(None)
    lacks = "1 tile" if missing == 1 else f"{missing} tiles"
    return f"lacks {lacks} and takes {count_fitting(group, unseen) or 'none'} of the {sum(unseen.values())} unseen ones"


def completion_clause(view: View, action: int, after: View) -> tuple[str, ...]:
    """Return a clause if an action completes a group."""
    destination = action % DESTINATION_COUNT
    if destination == BURN_DESTINATION or not (group := after.sheets[view.seat].groups[destination]).full:
        return ()
    return (f"it completes {group_name(group)} for {group.points} points",)


def opening_clause(view: View, after_best: View, after_played: View) -> tuple[str, ...]:
    """Return a clause on a begun group that accepts more unseen tiles after the best move; empty if there is none.

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
    kept = f"{count_fitting(one, unseen)} of the {total} unseen tiles"
    return (f"{group_name(one)} then takes {kept}, after the other move {left or 'none'}",)


def hot_swap_clause(after_best: View, after_played: View) -> tuple[str, ...]:
    """Return a clause if a move leaves a tile in HOT SWAP that completes a group of the next player; else empty."""
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
    return (f"the other move leaves the {tile} in HOT SWAP, which completes {group_name(group)} of {whose}",)


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
