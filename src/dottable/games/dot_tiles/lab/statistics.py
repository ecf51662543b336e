"""Statistics of a match for game designers: counts, and the metrics and charts computed from them."""

from __future__ import annotations

from typing import Any

from dottable.core.lab.statistics_definitions import Chart, Count, Metric, offsets_by_count_name
from dottable.core.primitives.rule import rule
from dottable.games.dot_tiles.pieces import (
    BOX_COUNT,
    FACE_COUNT,
    GROUP_COUNT,
    GROUP_NAMES,
    NO_TILE,
    NUMBER_COUNT,
    tile_name,
)
from dottable.games.dot_tiles.rules.placement import is_full_sheet
from dottable.games.dot_tiles.rules.scoring import group_points, is_group_doubled
from dottable.games.dot_tiles.state import BURN_DESTINATION, DESTINATION_COUNT, OVER, PLANNING_TURN, is_group_complete

LOWEST_WINS = False

COUNTS = (
    Count("sheets", "Score sheets, one per player."),
    Count("turns", "Turns after the planning turn."),
    Count("swaps", "Turns in which the HOT SWAP tile was placed (C6)."),
    Count("stuck", "Turns in which the drawn tile fitted nowhere (C7)."),
    Count("burns", "Tiles burned (C7, C8)."),
    Count("boxes", "Boxes left empty at the end."),
    Count("full_sheets", "Sheets without an empty box (C13)."),
    Count("complete", "Groups complete at the end.", (GROUP_COUNT,)),
    Count("doubled", "Groups that were doubled (C12).", (GROUP_COUNT,)),
    Count("points", "Points by group.", (GROUP_COUNT,)),
    Count("burned", "Burned tiles by face.", (FACE_COUNT,)),
    Count("placed", "Tiles by number and group.", (NUMBER_COUNT, GROUP_COUNT)),
)
COUNT_INDEX = offsets_by_count_name(COUNTS)
"""Index of each count in the array of counts."""
SHEETS_INDEX = COUNT_INDEX["sheets"]
TURNS_INDEX = COUNT_INDEX["turns"]
SWAP_TURNS_INDEX = COUNT_INDEX["swaps"]
STUCK_TURNS_INDEX = COUNT_INDEX["stuck"]
BURNS_INDEX = COUNT_INDEX["burns"]
EMPTY_BOXES_INDEX = COUNT_INDEX["boxes"]
FULL_SHEETS_INDEX = COUNT_INDEX["full_sheets"]
COMPLETE_GROUPS_INDEX = COUNT_INDEX["complete"]
DOUBLED_GROUPS_INDEX = COUNT_INDEX["doubled"]
POINTS_BY_GROUP_INDEX = COUNT_INDEX["points"]
BURNED_BY_FACE_INDEX = COUNT_INDEX["burned"]
TILES_BY_NUMBER_AND_GROUP_INDEX = COUNT_INDEX["placed"]

METRICS = (
    Metric("swaps", "turns that place the HOT SWAP tile", "swaps", over="turns", is_share=True, rule="C6"),
    Metric("stuck", "turns in which the drawn tile fits nowhere", "stuck", over="turns", is_share=True, rule="C7"),
    Metric("burns", "tiles burned in a match", "burns", rule="C7"),
    Metric("empty", "boxes left empty on a sheet", "boxes", over="sheets", rule="C2"),
    Metric("full_sheets", "sheets filled to the last box", "full_sheets", over="sheets", is_share=True, rule="C13"),
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
        row_labels=tuple(str(number) for number in range(1, NUMBER_COUNT + 1)),
        note="A column is a group of the sheet, a row the number of a tile.",
    ),
    Chart("burned", "Burned tiles in a match, by face", "burned", tuple(tile_name(face) for face in range(FACE_COUNT))),
)


@rule
def opening_seat(s: Any) -> int:
    """Return the seat with the first turn."""
    return s.starter


@rule
def count_before_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count placements, swaps and burns from the state before a move."""
    face, destination = action // DESTINATION_COUNT, action % DESTINATION_COUNT
    if destination == BURN_DESTINATION:
        counts[BURNS_INDEX] += 1
        counts[BURNED_BY_FACE_INDEX + face] += 1
    else:
        counts[TILES_BY_NUMBER_AND_GROUP_INDEX + (face >> 1) * GROUP_COUNT + destination] += 1
    if s.phase != PLANNING_TURN and s.drawn != NO_TILE:
        counts[TURNS_INDEX] += 1
        counts[STUCK_TURNS_INDEX] += s.open_groups[seat, s.drawn] == 0
        counts[SWAP_TURNS_INDEX] += destination != BURN_DESTINATION and face != s.drawn


@rule
def count_after_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count the sheets when the match is over."""
    if s.phase != OVER:
        return
    for player in range(s.seats):
        counts[SHEETS_INDEX] += 1
        counts[FULL_SHEETS_INDEX] += is_full_sheet(s, player)
        for box in range(BOX_COUNT):
            counts[EMPTY_BOXES_INDEX] += s.boxes[player, box] == NO_TILE
        for group in range(GROUP_COUNT):
            count_group(s, player, group, counts)


@rule
def count_group(s: Any, player: int, group: int, counts: Any) -> None:
    """Count a group of a player's sheet, with its points, if it is complete."""
    if is_group_complete(s, player, group):
        counts[COMPLETE_GROUPS_INDEX + group] += 1
        counts[DOUBLED_GROUPS_INDEX + group] += is_group_doubled(s, player, group)
        counts[POINTS_BY_GROUP_INDEX + group] += group_points(s, player, group)
