"""The vector of fitted parameters, and its conversion to and from the tables of `weights.toml`.

Parameters of the evaluation are logarithms of factors on the initial tables. Penalties are natural logarithms too,
added to the initial tables. So the same step size suits all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log, prod
from typing import Any

import numpy as np

from dottable.core.primitives.record import Array, rule_array
from dottable.games.dots_72.bot import weights
from dottable.games.dots_72.bot.fitting.gradient import WeightCells
from dottable.games.dots_72.pieces import DECK_SIZE

WeightTables = dict[str, dict[str, Array]]

EVALUATION_TABLE_OFFSETS = weights.table_offsets(weights.EVALUATION_TABLE_SHAPES)
DISCARD_START = EVALUATION_TABLE_OFFSETS["end"]
TAKE_START = DISCARD_START + weights.DISCARD_TABLE_OFFSETS["end"]
PARAMETER_COUNT = TAKE_START + weights.TAKE_TABLE_OFFSETS["end"]
TABLES_BY_PERIOD = ("draws_ahead", "missing_factor", "points_factor")
"""Tables of the evaluation whose first index is the period of the hand."""
FIELD_STARTS = {name: field[1] // 8 for name, field in (weights.WEIGHTS_RECORD.fields or {}).items()}
"""Index of each field in a weights record that is viewed as an array of 64-bit integers."""


def initial_tables() -> WeightTables:
    """Return the tables with which a fit starts: similar to those of `greedy`, with penalties only for taking."""
    tables = {
        section: {name: np.zeros(shape) for name, shape in shapes.items()}
        for section, shapes in weights.TABLE_SHAPES_BY_SECTION.items()
    }
    evaluation = tables["evaluation"]
    evaluation["draws_ahead"][:] = 1.5 * weights.PROBABILITY_UNIT
    evaluation["outs"][:] = weights.OUT_UNIT * np.arange(1, weights.MAX_FITTED_OUTS + 1)
    for name in ("both_missing", "either_likelier", "missing_factor"):
        evaluation[name][:] = weights.FACTOR_UNIT
    evaluation["either_other"][:] = weights.FACTOR_UNIT // 2
    evaluation["points_factor"][:] = weights.POINTS_FACTOR_UNIT
    tables["take"]["period_missing"][:] = weights.PENALTY_UNIT * log(4 / 3)
    return tables


INITIAL_TABLES = initial_tables()


def tables_from_parameters(parameters: Array) -> WeightTables:
    """Return the tables for a vector of parameters, rounded to integers."""
    tables: WeightTables = {}
    at = 0
    for section, shapes in weights.TABLE_SHAPES_BY_SECTION.items():
        tables[section] = {}
        for name, shape in shapes.items():
            part = parameters[at : at + prod(shape)].reshape(shape)
            at += prod(shape)
            first = INITIAL_TABLES[section][name]
            table = first * np.exp(part) if section == "evaluation" else first + weights.PENALTY_UNIT * part
            tables[section][name] = np.rint(table).astype(np.int64)
    return tables


def parameters_from_tables(tables: Mapping[str, Mapping[str, Any]]) -> Array:
    """Return the vector of parameters for tables. This is the inverse of `tables_from_parameters`."""
    parts = []
    for section, shapes in weights.TABLE_SHAPES_BY_SECTION.items():
        for name in shapes:
            first, table = INITIAL_TABLES[section][name], np.array(tables[section][name], np.float64)
            part = np.log(table / first) if section == "evaluation" else (table - first) / weights.PENALTY_UNIT
            parts.append(part.ravel())
    return np.concatenate(parts)


def cells_of_period(period: int) -> Iterator[tuple[int, int, bool]]:
    """Yield each parameter of the evaluation that matters in a period, its cell, and whether it is a points factor."""
    for name, shape in weights.EVALUATION_TABLE_SHAPES.items():
        for index in np.ndindex(shape):
            if name in TABLES_BY_PERIOD and index[0] != period:
                continue
            flat = int(np.ravel_multi_index(index, shape))
            cell = FIELD_STARTS.get(name, 0) + flat
            if name == "points_factor":
                cell = weights.FITTED_SCORE_INDEXES[index[1]]
            elif name == "outs":
                cell = FIELD_STARTS[name] + index[0] * (DECK_SIZE + 1) + index[1] + 1
            yield EVALUATION_TABLE_OFFSETS[name] + flat, cell, name == "points_factor"


def parameter_cells() -> WeightCells:
    """Return the positions of the parameters in a weights record."""
    periods = np.array([list(cells_of_period(period)) for period in range(weights.PERIOD_COUNT)], np.int64)
    return WeightCells(
        rule_array(periods[:, :, 0].copy()),
        rule_array(periods[:, :, 1].copy()),
        rule_array(periods[0, :, 2].copy()),
        FIELD_STARTS["plan_value"],
        DISCARD_START,
        TAKE_START,
    )
