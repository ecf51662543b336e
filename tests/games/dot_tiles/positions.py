"""Positions for the tests, built from notation: a sheet is `r4:run b5:run`, a row of tiles `r1 b6`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.games.dot_tiles.pieces import (
    COPIES_PER_FACE_BY_SEATS,
    FACE_COUNT,
    FIRST_BOX_OF_GROUP,
    GROUP_COUNT,
    GROUP_SIZES,
    NO_TILE,
)
from dottable.games.dot_tiles.rules.placement import group_accepts_tile, place_tile
from dottable.games.dot_tiles.state import DESTINATION_COUNT, LAST_TURN, PLANNING_TURN, STANDARD_TURN, Options
from dottable.games.dot_tiles.view import notation
from dottable.games.dot_tiles.view.seat_view import PHASES

from . import oracle

GAME = find_game("dot_tiles")

FULL_KINDS_SHEET = "b6:1k b6:2k b6:2k b6:3k b6:3k b6:3k b6:4k b6:4k b6:4k b6:4k"
SHEET_WITHOUT_PLACE_FOR_1 = (
    f"{FULL_KINDS_SHEET} b1:odds b6:evens b6:flush b6:flush b6:flush b6:flush b6:flush r5:house r6:house r3:run r5:run"
)
"""A sheet that takes no 1. A 4 fits into Evens or the Run."""


def new_match(seats: int = 2, *, seed: int = 0, single_colour_bonus: bool = True) -> Match:
    """Return a new match; equal seeds give equal matches."""
    options = Options(single_colour_bonus=single_colour_bonus)
    return Match(GAME, seats=seats, options=options, seed=seed.to_bytes(32, "little"), salt=b"")


def match_at(
    *sheets: str,
    hot: str = "r1",
    drawn: str = "",
    hands: tuple[str, ...] = (),
    bag: str = "",
    seats: int = 2,
    **options: bool,
) -> Match:
    """Return a match with seat 0 to move: planning if hands are given, standard if `drawn` is, else the last turn."""
    match = new_match(seats, **options)
    s = match.state
    s.turn = s.starter = 0
    s.phase = PLANNING_TURN if hands else STANDARD_TURN if drawn else LAST_TURN
    s.hot = notation.FACE_BY_NOTATION[hot]
    s.drawn = notation.FACE_BY_NOTATION[drawn] if drawn else NO_TILE
    fill_bag(match, bag)
    for seat in range(seats):
        set_hand(match, seat, hands[seat] if hands else "")
    for seat, sheet in enumerate(sheets):
        place_sheet_tiles(match, seat, sheet)
    mark_seen_tiles(match)
    return match


def fill_bag(match: Match, tiles: str) -> None:
    """Put exactly these tiles into the bag."""
    faces = [notation.FACE_BY_NOTATION[tile] for tile in tiles.split()]
    match.state.bag[: len(faces)] = faces
    match.state.bag_left = len(faces)


def mark_seen_tiles(match: Match) -> None:
    """Mark every tile as seen that is neither in the bag nor in a hand nor just drawn."""
    s = match.state
    for face in range(FACE_COUNT):
        hidden = bag_faces(match).count(face) + sum(s.hand[:, face].tolist()) + int(s.drawn == face)
        s.seen[face] = COPIES_PER_FACE_BY_SEATS[match.seats] - hidden


def bag_faces(match: Match) -> list[int]:
    """Return the faces in the bag, sorted."""
    return sorted(match.state.bag[: match.state.bag_left].tolist())


def set_hand(match: Match, seat: int, tiles: str) -> None:
    """Give a seat exactly these tiles."""
    faces = [notation.FACE_BY_NOTATION[tile] for tile in tiles.split()]
    for face in range(FACE_COUNT):
        match.state.hand[seat, face] = faces.count(face)
    match.state.hand_left[seat] = len(faces)


def place_sheet_tiles(match: Match, seat: int, sheet: str) -> None:
    """Place tiles on a sheet; fail if one does not fit, since no match could reach such a position."""
    for text in sheet.split():
        face, group = divmod(notation.read_action(text), DESTINATION_COUNT)
        assert group_accepts_tile(match.state, seat, group, face), f"{text} does not fit"
        place_tile(match.state, seat, group, face)


def legal_moves(match: Match, seat: int | None = None) -> list[str]:
    """Return the legal moves of a seat, by default of the seat to move."""
    return [notation.write_action(action) for action in match.legal(match.to_act[0] if seat is None else seat)]


def play(match: Match, *texts: str) -> Match:
    """Make these moves, each by the seat to move, and return the match."""
    for text in texts:
        refused = match.apply(match.to_act[0], notation.read_action(text))
        assert refused is None, refused
    return match


def refusal_code(match: Match, text: str) -> int | None:
    """Return the reason code for a move of the seat to move; None if the move is legal."""
    refused = match.refusal(match.to_act[0], notation.read_action(text))
    return refused.code if refused else None


def tiles_taken_by(group: str, sheet: str) -> list[str]:
    """Return every tile that a group of a sheet takes, found by trying each as the drawn tile."""
    offers = ((tile, match_at(sheet, drawn=tile, hot=tile)) for tile in notation.FACE_BY_NOTATION)
    return [tile for tile, match in offers if f"{tile}:{group}" in legal_moves(match)]


def numbers_taken_by(group: str, sheet: str) -> str:
    """Return the numbers that a group takes in both colours, as digits."""
    tiles = tiles_taken_by(group, sheet)
    return "".join(number for number in "123456" if {f"r{number}", f"b{number}"} <= set(tiles))


def play_randomly(match: Match, rng: Random) -> Iterator[tuple[int, int]]:
    """Play random legal moves to the end, and yield each move before it is made."""
    while not match.is_over:
        seat = match.to_act[0]
        action = rng.choice(match.legal(seat))
        yield seat, action
        assert match.apply(seat, action) is None


def tiles_in_group(match: Match, seat: int, group: int) -> oracle.Tiles:
    """Return the tiles in a group of a sheet."""
    first = int(FIRST_BOX_OF_GROUP[group])
    faces = match.state.boxes[seat].tolist()[first : first + int(GROUP_SIZES[group])]
    return tuple(notation.write_tile(face) for face in faces if face != NO_TILE)


def oracle_sheet(match: Match, seat: int) -> oracle.Sheet:
    """Return a sheet in the form of the oracle."""
    return {notation.DESTINATION_CODES[group]: tiles_in_group(match, seat, group) for group in range(GROUP_COUNT)}


def tiles_from_counts(counts: list[int]) -> oracle.Tiles:
    """Return tiles given as a count per face."""
    return tuple(notation.write_tile(face) for face, count in enumerate(counts) for _ in range(count))


def tile_notation_or_none(face: int) -> str | None:
    """Return the notation of a face, or None for NO_TILE."""
    return None if face == NO_TILE else notation.write_tile(int(face))


def oracle_position(match: Match) -> oracle.Position:
    """Return the position of a match in the form of the oracle."""
    s = match.state
    return oracle.Position(
        phase=PHASES[s.phase],
        turn=int(s.turn),
        starter=int(s.starter),
        hot=tile_notation_or_none(s.hot),
        drawn=tile_notation_or_none(s.drawn),
        bag=tuple(map(notation.write_tile, bag_faces(match))),
        hands=tuple(tiles_from_counts(s.hand[seat].tolist()) for seat in range(match.seats)),
        sheets=tuple(oracle_sheet(match, seat) for seat in range(match.seats)),
        burned=tiles_from_counts(s.burned.tolist()),
    )
