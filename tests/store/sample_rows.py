"""Rows with default values, for tests."""

from __future__ import annotations

from dottable.store import PlayerRow, TableRow


def table_row(id: str = "t1", **given) -> TableRow:
    facts = {
        "game": "dots_52",
        "rules_version": 1,
        "status": "live",
        "is_private": False,
        "seats": 2,
        "players": (("ann", "Ann"), (None, "Bot")),
        "created_at": 1000,
        "updated_at": 1000,
    }
    return TableRow(id, **{**facts, **given})


def player_row(id: str = "ann", **given) -> PlayerRow:
    facts = {"name": "Ann", "colour": "red", "token_hash": "hash-1", "created_at": 1, "seen_at": 2}
    return PlayerRow(id, **{**facts, **given})
