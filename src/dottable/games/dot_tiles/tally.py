"""What designers want to see counted in a match of tiles."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.core.tally import Chart, Count, Figure, offsets
from dottable.games.dot_tiles.pieces import BOXES, FACES, GROUP_NAMES, GROUPS, NO_TILE, NUMBERS, tile_name
from dottable.games.dot_tiles.placement import is_full_sheet
from dottable.games.dot_tiles.scoring import group_points, is_doubled
from dottable.games.dot_tiles.state import BURN, OVER, PLANNING, WAYS, is_complete

LOWEST_WINS = False

COUNTS = (
    Count("sheets", "Score sheets: one a player."),
    Count("turns", "Turns after the planning."),
    Count("swaps", "Turns in which the HOT SWAP tile was placed (C6)."),
    Count("stuck", "Turns in which the drawn tile fitted nowhere (C7)."),
    Count("burns", "Tiles burned (C7, C8)."),
    Count("boxes", "Boxes left empty at the end."),
    Count("full_sheets", "Sheets without an empty box (C13)."),
    Count("complete", "Groups complete at the end.", (GROUPS,)),
    Count("doubled", "Groups that were doubled (C12).", (GROUPS,)),
    Count("points", "Points by group.", (GROUPS,)),
    Count("burned", "Burned tiles by face.", (FACES,)),
    Count("placed", "Tiles by number and group.", (NUMBERS, GROUPS)),
)
AT = offsets(COUNTS)
SHEETS, TURNS, SWAPS, STUCK, BURNS = AT["sheets"], AT["turns"], AT["swaps"], AT["stuck"], AT["burns"]
EMPTY, FULL_SHEETS, COMPLETE, DOUBLED = AT["boxes"], AT["full_sheets"], AT["complete"], AT["doubled"]
POINTS, BURNED, PLACED = AT["points"], AT["burned"], AT["placed"]

FIGURES = (
    Figure("swaps", "turns that place the HOT SWAP tile", "swaps", over="turns", is_share=True, rule="C6"),
    Figure("stuck", "turns in which the drawn tile fits nowhere", "stuck", over="turns", is_share=True, rule="C7"),
    Figure("burns", "tiles burned in a match", "burns", rule="C7"),
    Figure("empty", "boxes left empty on a sheet", "boxes", over="sheets", rule="C2"),
    Figure("full_sheets", "sheets filled to the last box", "full_sheets", over="sheets", is_share=True, rule="C13"),
)

CHARTS = (
    Chart("complete", "How often each group is completed", "complete", GROUP_NAMES, over="sheets", is_share=True),
    Chart("points", "Points that each group brings to a sheet", "points", GROUP_NAMES, over="sheets"),
    Chart("doubled", "How often a complete group is doubled", "doubled", GROUP_NAMES, over="complete", is_share=True),
    Chart(
        "placed",
        "Tiles on a sheet, by number and group",
        "placed",
        GROUP_NAMES,
        over="sheets",
        kind="grid",
        row_labels=tuple(str(number) for number in range(1, NUMBERS + 1)),
        note="A column is a group of the sheet, a row the number of a tile.",
    ),
    Chart("burned", "Burned tiles in a match, by face", "burned", tuple(tile_name(face) for face in range(FACES))),
)


@rule
def opener(s: Any) -> int:
    return s.starter


@rule
def before(s: Any, seat: int, action: int, tally: Any) -> None:
    """Swaps and burns show in the move itself."""
    face, way = action // WAYS, action % WAYS
    if way == BURN:
        tally[BURNS] += 1
        tally[BURNED + face] += 1
    else:
        tally[PLACED + (face >> 1) * GROUPS + way] += 1
    if s.phase != PLANNING and s.drawn != NO_TILE:
        tally[TURNS] += 1
        tally[STUCK] += s.takers[seat, s.drawn] == 0
        tally[SWAPS] += way != BURN and face != s.drawn


@rule
def after(s: Any, seat: int, action: int, tally: Any) -> None:
    """At the end: what lies on the sheets."""
    if s.phase != OVER:
        return
    for player in range(s.seats):
        tally[SHEETS] += 1
        tally[FULL_SHEETS] += is_full_sheet(s, player)
        for box in range(BOXES):
            tally[EMPTY] += s.boxes[player, box] == NO_TILE
        for group in range(GROUPS):
            count_group(s, player, group, tally)


@rule
def count_group(s: Any, player: int, group: int, tally: Any) -> None:
    if is_complete(s, player, group):
        tally[COMPLETE + group] += 1
        tally[DOUBLED + group] += is_doubled(s, player, group)
        tally[POINTS + group] += group_points(s, player, group)
