"""Views read a match through glances."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.glance import at_a_glance, glance_at
from dottable.core.match import Match
from dottable.core.record import i1, i2, i8, record, u1, u4
from dottable.core.registry import find, games

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


def test_a_glance_has_every_field_as_plain_numbers_in_tuples() -> None:
    states = filled()
    s = glance_at(states)
    for name in SHAPE.names or ():
        assert getattr(s, name) == as_tuples(states[name][0].tolist()), name
        assert type(s.small) is int


def test_a_glance_reads_the_records_of_every_game() -> None:
    for game in games().values():
        match = Match(game, seed=bytes(32))
        s = glance_at(match._states)
        for name in game.state.STATE.names or ():
            assert getattr(s, name) == as_tuples(match._states[name][0].tolist()), name


def test_a_field_that_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="no 'colour'"):
        _ = glance_at(filled()).colour


def test_a_changed_record_gives_a_new_glance_and_an_equal_one_the_same() -> None:
    states = filled()
    first = glance_at(states)
    assert glance_at(filled()) is first
    states["row"][0, 2] += 1
    assert glance_at(states).row == (-1, 2, -299)
    assert first.row == (-1, 2, -300)


def test_records_of_other_shapes_with_equal_bytes_are_not_mixed_up() -> None:
    one, other = record(first=i8), record(second=i8)
    assert glance_at(np.zeros(1, one)).first == 0
    assert glance_at(np.zeros(1, other)).second == 0


def test_what_a_glance_hands_to_rules_is_a_copy() -> None:
    match = Match(find("dots_72"), seed=bytes(32))
    before = match.state_bytes
    glance_at(match._states).record.turn = 1 - int(match.state.turn)
    assert match.state_bytes == before


def test_a_part_for_all_viewers_is_made_once() -> None:
    made = []
    s = glance_at(filled())

    def part(seen: object) -> int:
        made.append(seen)
        return 5

    assert [s.for_all(part), s.for_all(part)] == [5, 5]
    assert made == [s]


def test_only_a_look_that_is_marked_reads_glances() -> None:
    assert at_a_glance(lambda s, seat: None).reads_glances  # type: ignore[attr-defined]
    assert all(hasattr(game.view.look, "reads_glances") for game in games().values())
