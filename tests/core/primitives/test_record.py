"""Records in interpreted rules: integers do not overflow, and values are not silently truncated."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.primitives.record import InterpretedArray, InterpretedRecord, i1, record

SHAPE = record(turn=i1, cards=(i1, (2, 3)))


def plain_state() -> InterpretedRecord:
    return InterpretedArray(np.zeros(1, SHAPE))[0]


def test_small_numbers_do_not_overflow_in_sums():
    s = plain_state()
    s.turn = 100
    assert s.turn + s.turn == 200


def test_a_value_that_does_not_fit_raises():
    s = plain_state()
    with pytest.raises(OverflowError):
        s.turn = 200
    with pytest.raises(OverflowError):
        s.cards[0, 1] = -129


def test_writes_reach_the_record():
    states = np.zeros(1, SHAPE)
    InterpretedArray(states)[0].cards[1, 2] = 7
    assert states[0].cards[1, 2] == 7


def test_an_index_out_of_range_raises():
    with pytest.raises(IndexError):
        plain_state().cards[0, 3] = 1


def test_a_reserved_field_name_is_refused():
    with pytest.raises(ValueError, match="'round'"):
        record(round=i1)
    with pytest.raises(ValueError, match="'seats'"):
        record(seats=i1)
