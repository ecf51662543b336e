"""Positions for the tests, built from notation: a sheet is `r4:run b5:run`, a row of tiles `r1 b6`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dottable.core.match import Match
from dottable.core.registry import find
from dottable.games.dot_tiles import notation
from dottable.games.dot_tiles.pieces import COPIES, FACES, FIRST_BOX, GROUPS, NO_TILE, SIZES
from dottable.games.dot_tiles.placement import lay_tile, takes
from dottable.games.dot_tiles.state import LAST_TURN, PLANNING, STANDARD, WAYS, Options
from dottable.games.dot_tiles.view import PHASE_WORDS

from . import oracle

GAME = find("dot_tiles")

KINDS = "b6:1k b6:2k b6:2k b6:3k b6:3k b6:3k b6:4k b6:4k b6:4k b6:4k"
STUCK = f"{KINDS} b1:odds b6:evens b6:flush b6:flush b6:flush b6:flush b6:flush r5:house r6:house r3:run r5:run"
"""A sheet with no place for a 1; a 4 goes to Evens or the Run."""


def new_match(seats: int = 2, *, seed: int = 0, single_colour_bonus: bool = True) -> Match:
    """A match at its beginning, the same for the same number."""
    options = Options(single_colour_bonus=single_colour_bonus)
    return Match(GAME, seats=seats, options=options, seed=seed.to_bytes(32, "little"), salt=b"")


def table(
    *sheets: str,
    hot: str = "r1",
    drawn: str = "",
    hands: tuple[str, ...] = (),
    bag: str = "",
    seats: int = 2,
    **options: bool,
) -> Match:
    """Seat 0 to move: a planning turn if there are hands, a standard turn if there is a drawn tile, else the last."""
    match = new_match(seats, **options)
    s = match.state
    s.turn = s.starter = 0
    s.phase = PLANNING if hands else STANDARD if drawn else LAST_TURN
    s.hot = notation.TILES[hot]
    s.drawn = notation.TILES[drawn] if drawn else NO_TILE
    fill_bag(match, bag)
    for seat in range(seats):
        set_hand(match, seat, hands[seat] if hands else "")
    for seat, sheet in enumerate(sheets):
        lay(match, seat, sheet)
    note_seen(match)
    return match


def fill_bag(match: Match, tiles: str) -> None:
    faces = [notation.TILES[tile] for tile in tiles.split()]
    match.state.bag[: len(faces)] = faces
    match.state.bag_left = len(faces)


def note_seen(match: Match) -> None:
    """What is neither in the bag nor in a hand, nor just drawn, everybody has seen."""
    s = match.state
    for face in range(FACES):
        hidden = bag_faces(match).count(face) + int(s.hand[:, face].sum()) + int(s.drawn == face)
        s.seen[face] = COPIES[match.seats] - hidden


def bag_faces(match: Match) -> list[int]:
    """The faces in the bag, sorted."""
    return sorted(match.state.bag[: match.state.bag_left].tolist())


def set_hand(match: Match, seat: int, tiles: str) -> None:
    faces = [notation.TILES[tile] for tile in tiles.split()]
    for face in range(FACES):
        match.state.hand[seat, face] = faces.count(face)
    match.state.hand_left[seat] = len(faces)


def lay(match: Match, seat: int, sheet: str) -> None:
    """Fill a sheet tile by tile; a position that no play can reach is a mistake in the test."""
    for text in sheet.split():
        face, group = divmod(notation.read(text), WAYS)
        assert takes(match.state, seat, group, face), f"{text} does not fit"
        lay_tile(match.state, seat, group, face)


def moves(match: Match, seat: int | None = None) -> list[str]:
    """The legal moves of a seat, or of the one to move."""
    return [notation.write(action) for action in match.legal(match.to_act[0] if seat is None else seat)]


def play(match: Match, *texts: str) -> Match:
    """Make these moves, each by the seat to move."""
    for text in texts:
        refused = match.apply(match.to_act[0], notation.read(text))
        assert refused is None, refused
    return match


def refusal(match: Match, text: str) -> int | None:
    """The reason code for a move of the seat to move; None if it would be accepted."""
    refused = match.refusal(match.to_act[0], notation.read(text))
    return refused.code if refused else None


def taken_by(group: str, sheet: str) -> list[str]:
    """Every tile that a group of a sheet takes, found by offering each as the drawn tile."""
    offers = ((tile, table(sheet, drawn=tile, hot=tile)) for tile in notation.TILES)
    return [tile for tile, match in offers if f"{tile}:{group}" in moves(match)]


def numbers_taken_by(group: str, sheet: str) -> str:
    """The numbers that a group takes in both colours, as digits."""
    tiles = taken_by(group, sheet)
    return "".join(number for number in "123456" if {f"r{number}", f"b{number}"} <= set(tiles))


def play_randomly(match: Match, luck: Random) -> Iterator[tuple[int, int]]:
    """Random legal moves to the end, each yielded just before it is made."""
    while not match.is_over:
        seat = match.to_act[0]
        action = luck.choice(match.legal(seat))
        yield seat, action
        assert match.apply(seat, action) is None


def tiles_of(match: Match, seat: int, group: int) -> oracle.Tiles:
    """What lies in a group of a sheet."""
    first = int(FIRST_BOX[group])
    faces = match.state.boxes[seat].tolist()[first : first + int(SIZES[group])]
    return tuple(notation.write_tile(face) for face in faces if face != NO_TILE)


def sheet_of(match: Match, seat: int) -> oracle.Sheet:
    """A sheet as the referee keeps it."""
    return {notation.WAY_WORDS[group]: tiles_of(match, seat, group) for group in range(GROUPS)}


def counted(counts: list[int]) -> oracle.Tiles:
    return tuple(notation.write_tile(face) for face, count in enumerate(counts) for _ in range(count))


def tile_or_none(face: int) -> str | None:
    return None if face == NO_TILE else notation.write_tile(int(face))


def for_oracle(match: Match) -> oracle.Position:
    """The position of a match as the referee keeps it."""
    s = match.state
    return oracle.Position(
        phase=PHASE_WORDS[s.phase],
        turn=int(s.turn),
        starter=int(s.starter),
        hot=tile_or_none(s.hot),
        drawn=tile_or_none(s.drawn),
        bag=tuple(map(notation.write_tile, bag_faces(match))),
        hands=tuple(counted(s.hand[seat].tolist()) for seat in range(match.seats)),
        sheets=tuple(sheet_of(match, seat) for seat in range(match.seats)),
        burned=counted(s.burned.tolist()),
    )
