"""Views read a match through record readers."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.matches.match import Match
from dottable.core.primitives.record import i1, i2, i8, record, u1, u4
from dottable.core.registry import find_game, installed_games
from dottable.core.views.state_record_reader import RecordReader, argument_of_build_view, read_record, reads_record

SHAPE = record(small=i1, wide=i8, row=(i2, 3), faces=(u1, (2, 3, 4)), big=(u4, (40, 10)), after=i2)


def filled() -> np.ndarray:
    states = np.zeros(1, SHAPE)
    states["small"], states["wide"], states["after"] = -7, -(2**40), 300
    states["row"] = [-1, 2, -300]
    states["faces"] = np.arange(24).reshape(2, 3, 4) + 200
    states["big"] = np.arange(400).reshape(40, 10) + 2**31
    return states


def as_tuples(value: object) -> object:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def test_a_reader_has_every_field_as_plain_numbers_in_tuples() -> None:
    states = filled()
    s = read_record(states)
    for name in SHAPE.names or ():
        assert getattr(s, name) == as_tuples(states[name][0].tolist()), name
        assert type(s.small) is int


def test_a_reader_decodes_the_records_of_every_game() -> None:
    for game in installed_games().values():
        match = Match(game, seed=bytes(32))
        s = read_record(match._states)
        for name in game.state.STATE.names or ():
            assert getattr(s, name) == as_tuples(match._states[name][0].tolist()), name


def test_a_missing_field_is_named_in_the_error() -> None:
    with pytest.raises(AttributeError, match="no 'colour'"):
        _ = read_record(filled()).colour


def test_a_changed_record_gives_a_new_reader_and_an_equal_one_the_same_reader() -> None:
    states = filled()
    first = read_record(states)
    assert read_record(filled()) is first
    states["row"][0, 2] += 1
    assert read_record(states).row == (-1, 2, -299)
    assert first.row == (-1, 2, -300)


def test_records_of_other_shapes_with_equal_bytes_are_not_mixed_up() -> None:
    one, other = record(first=i8), record(second=i8)
    assert read_record(np.zeros(1, one)).first == 0
    assert read_record(np.zeros(1, other)).second == 0


def test_what_a_reader_hands_to_rules_is_a_copy() -> None:
    match = Match(find_game("dots_72"), seed=bytes(32))
    before = match.state_bytes
    read_record(match._states).record.turn = 1 - int(match.state.turn)
    assert match.state_bytes == before


def test_a_part_for_all_viewers_is_computed_once() -> None:
    made = []
    s = read_record(filled())

    def part(seen: object) -> int:
        made.append(seen)
        return 5

    assert [s.once_for_all_viewers(part), s.once_for_all_viewers(part)] == [5, 5]
    assert made == [s]


def test_only_a_marked_build_view_takes_a_record_reader() -> None:
    def build_view(s: object, seat: int) -> None:
        pass

    assert not isinstance(argument_of_build_view(build_view, filled()), RecordReader)
    assert isinstance(argument_of_build_view(reads_record(build_view), filled()), RecordReader)
    for game in installed_games().values():
        assert isinstance(argument_of_build_view(game.view.build_view, np.zeros(1, game.state.STATE)), RecordReader)
