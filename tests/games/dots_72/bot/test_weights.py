"""The weights file, and the script that fits it."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from dottable.games.dots_72.bot import weights
from dottable.games.dots_72.bot.fitting.__main__ import START_WEIGHTS_FILE, run_fit
from dottable.games.dots_72.bot.fitting.parameters import (
    INITIAL_TABLES,
    PARAMETER_COUNT,
    parameter_cells,
    parameters_from_tables,
    tables_from_parameters,
)
from tests.sizes import full_only

CHOICES, BATCH = 64, 16


def test_the_file_has_every_table_in_its_shape() -> None:
    tables = weights.check_table_shapes(tomllib.loads(weights.WEIGHTS_FILE.read_text()))
    assert {section: set(names) for section, names in tables.items()} == {
        section: set(shapes) for section, shapes in weights.TABLE_SHAPES_BY_SECTION.items()
    }


def test_a_table_of_another_shape_is_refused() -> None:
    tables = tomllib.loads(weights.WEIGHTS_FILE.read_text())
    tables["take"]["own_total"].pop()
    with pytest.raises(ValueError, match=r"\[take\] own_total must have the shape \(5,\)"):
        weights.check_table_shapes(tables)


def test_writing_and_reading_give_the_same_tables() -> None:
    tables = tomllib.loads(weights.WEIGHTS_FILE.read_text())
    assert tomllib.loads(weights.weights_file_text(tables, "A heading.")) == tables


def test_parameters_and_tables_are_inverse() -> None:
    tables = tomllib.loads(START_WEIGHTS_FILE.read_text())
    again = tables_from_parameters(parameters_from_tables(tables))
    assert {section: {name: table.tolist() for name, table in again[section].items()} for section in again} == tables


@full_only("compiling the fit takes 20 s")
def test_a_fit_is_deterministic_and_writes_a_file_of_the_right_form() -> None:
    text = run_fit(CHOICES, BATCH, seed=5)
    assert text == run_fit(CHOICES, BATCH, seed=5)
    assert text != run_fit(CHOICES, BATCH, seed=6)
    assert text != run_fit(CHOICES, BATCH, seed=5, from_scratch=True)
    assert "fit --choices 64 --batch 16 --seed 5" in text
    assert weights.check_table_shapes(tomllib.loads(text))["evaluation"] != {
        name: np.rint(table).tolist() for name, table in INITIAL_TABLES["evaluation"].items()
    }


@pytest.mark.parametrize("period", range(weights.PERIOD_COUNT))
def test_every_parameter_of_the_evaluation_has_its_own_cell(period: int) -> None:
    """Raising one parameter changes exactly the cell that `parameter_cells` names."""
    before, cells = np.zeros(1, weights.WEIGHTS_RECORD), parameter_cells()
    weights.set_fitted_weights(before[0], tables_from_parameters(np.zeros(PARAMETER_COUNT)))
    for parameter, cell, is_points in zip(
        cells.parameters[period], cells.offsets[period], cells.is_points, strict=True
    ):
        vector, after = np.zeros(PARAMETER_COUNT), before.copy()
        vector[parameter] = 0.5
        weights.set_fitted_weights(after[0], tables_from_parameters(vector))
        (changed,) = np.nonzero(after.view(np.int64) != before.view(np.int64))
        if is_points:
            rows, columns = np.divmod(changed - cells.plan_value, len(weights.SCORE_UNITS_OF_PLAN))
            assert set(columns) == {cell}
            assert set(rows // weights.WINNING_SCORE_UNITS**2) == {period}
        else:
            assert changed.tolist() == [cell]
