"""A test oracle: DOT: Dice or Tiles in plain Python, written from the rulings C1-C13 alone.

It imports nothing from dottable. A tile is a text like `r4`, a move is `r4:run` or `b2:burn`. Brute force decides which
tiles a group accepts: a tile fits if a complete group contains the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement

TILES = tuple(colour + number for number in "123456" for colour in "rb")
GROUP_SIZES = {"1k": 1, "2k": 2, "3k": 3, "4k": 4, "odds": 3, "evens": 3, "flush": 5, "house": 5, "run": 4}
COPIES_BY_SEATS = {2: 5, 3: 8, 4: 10}
VALID_RUNS = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})

Tiles = tuple[str, ...]
Sheet = dict[str, Tiles]


def pips(tile: str) -> int:
    return int(tile[1])


def is_one_colour(tiles: Tiles) -> bool:
    return len({tile[0] for tile in tiles}) == 1


def is_complete_group(group: str, tiles: Tiles) -> bool:
    """Return whether these tiles make a complete group (C9)."""
    numbers = [pips(tile) for tile in tiles]
    if len(tiles) != GROUP_SIZES[group]:
        return False
    if group == "flush":
        return is_one_colour(tiles)
    if group == "house":
        return sorted(Counter(numbers).values()) == [2, 3]
    if group == "run":
        return set(numbers) in VALID_RUNS
    if group in ("odds", "evens"):
        return sorted(numbers) == ([1, 3, 5] if group == "odds" else [2, 4, 6])
    return len(set(numbers)) == 1


@cache
def completable_selections(group: str) -> frozenset[Tiles]:
    """Return every sorted selection of tiles that some complete group contains (C10)."""
    found: set[Tiles] = set()
    for filled in combinations_with_replacement(sorted(TILES), GROUP_SIZES[group]):
        if is_complete_group(group, filled):
            for size in range(GROUP_SIZES[group] + 1):
                found.update(combinations(filled, size))
    return frozenset(found)


def fits(sheet: Sheet, group: str, tile: str) -> bool:
    return tuple(sorted((*sheet[group], tile))) in completable_selections(group)


def placements(sheet: Sheet, tile: str) -> set[str]:
    """Return all placements of the tile, as moves."""
    return {f"{tile}:{group}" for group in GROUP_SIZES if fits(sheet, group, tile)}


def empty_sheet() -> Sheet:
    return dict.fromkeys(GROUP_SIZES, ())


def group_points(group: str, tiles: Tiles, *, single_colour_bonus: bool) -> int:
    """Return the points of a group (C12)."""
    if len(tiles) < GROUP_SIZES[group]:
        return 0
    doubles = is_one_colour(tiles) and (single_colour_bonus or group not in ("1k", "flush"))
    return sum(map(pips, tiles)) * (2 if doubles else 1)


def sheet_points(sheet: Sheet, *, single_colour_bonus: bool) -> int:
    """Return the points of a sheet (C12, C13)."""
    points = sum(group_points(g, t, single_colour_bonus=single_colour_bonus) for g, t in sheet.items())
    return points + (50 if sum(map(len, sheet.values())) == 30 else 0)


@dataclass(frozen=True)
class Position:
    """The position of a match without its random generator. `drawn` is None until the player to move has drawn."""

    phase: str
    turn: int
    starter: int
    hot: str | None
    drawn: str | None
    bag: Tiles
    hands: tuple[Tiles, ...]
    sheets: tuple[Sheet, ...]
    burned: Tiles = ()

    @property
    def awaits_draw(self) -> bool:
        return self.phase == "standard" and self.drawn is None

    @property
    def sheet(self) -> Sheet:
        return self.sheets[self.turn]


def tiles_without(tiles: Tiles, tile: str) -> Tiles:
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def legal(p: Position) -> set[str]:
    """Return every legal move of the player to move (C5-C8)."""
    if p.phase == "planning":
        return set().union(*(placements(p.sheet, tile) for tile in p.hands[p.turn]))
    if p.phase == "standard":
        assert p.drawn is not None
        assert p.hot is not None
        drawn_placements = placements(p.sheet, p.drawn)
        burns = set() if drawn_placements else {f"{p.drawn}:burn", f"{p.hot}:burn"}
        return drawn_placements | placements(p.sheet, p.hot) | burns
    if p.phase == "last turn":
        assert p.hot is not None
        return placements(p.sheet, p.hot) or {f"{p.hot}:burn"}
    return set()


def play(p: Position, move: str) -> Position:
    """Return the position after a move, before the next player draws."""
    tile, destination = move.split(":")
    if destination == "burn":
        p = replace(p, burned=(*p.burned, tile))
    else:
        sheet = {**p.sheet, destination: (*p.sheet[destination], tile)}
        p = replace(p, sheets=(*p.sheets[: p.turn], sheet, *p.sheets[p.turn + 1 :]))
    if p.phase == "planning":
        hand = tiles_without(p.hands[p.turn], tile)
        p = replace(p, hands=(*p.hands[: p.turn], hand, *p.hands[p.turn + 1 :]))
        return p if hand else pass_turn(p)
    if p.phase == "last turn":
        return replace(p, hot=None, phase="over")
    left = p.hot if tile == p.drawn else p.drawn
    return pass_turn(replace(p, hot=left, drawn=None))


def pass_turn(p: Position) -> Position:
    """Pass the turn. Planning ends after one turn each; the last turn begins when the bag is empty."""
    turn = (p.turn + 1) % len(p.sheets)
    phase = p.phase
    if phase == "planning" and turn == p.starter:
        phase = "standard"
    if phase == "standard" and not p.bag:
        phase = "last turn"
    return replace(p, turn=turn, phase=phase)


def draw_tile(p: Position, tile: str) -> Position:
    return replace(p, drawn=tile, bag=tiles_without(p.bag, tile))


def positions_after_draw(p: Position) -> Iterator[Position]:
    """Yield every position that the next draw can lead to; equal tiles count once."""
    if p.awaits_draw:
        yield from (draw_tile(p, tile) for tile in sorted(set(p.bag)))
    else:
        yield p
