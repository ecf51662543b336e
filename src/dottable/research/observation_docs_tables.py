"""Writes the Markdown tables of observation fields for `docs/research.md`.

Run it with `python -m dottable.research.observation_docs_tables`.
"""

from __future__ import annotations

import sys

from dottable.core.game import Game
from dottable.core.registry import installed_games
from dottable.core.views.observation_field import field_offsets, observation_fields_of

TABLE_HEADER = ("| at | field | shape | values | meaning |", "|---|---|---|---|---|")


def field_rows(game: Game) -> list[str]:
    """Return one Markdown table row per observation field: offset, name, shape, bounds and meaning."""
    return [
        f"| {_index_range_text(at, field.size)} | `{field.name}` | {' × '.join(map(str, field.shape)) or 1} "
        f"| {field.low} … {field.high} | {field.meaning} |"
        for at, field in field_offsets(observation_fields_of(game))
    ]


def _index_range_text(at: int, size: int) -> str:
    return str(at) if size == 1 else f"{at}–{at + size - 1}"


def omissions_sentence(game: Game) -> str:
    """Return a sentence that lists what a view shows and an observation omits, with the reasons."""
    left_out = game.observation_fields.OMITTED_FIELDS if game.observation_fields else {}
    return "Left out: " + "; ".join(f"`{name}` ({why})" for name, why in left_out.items()) + "."


def main() -> None:
    for slug, game in installed_games().items():
        numbers = f"{game.knowledge.OBSERVATION_SIZE} numbers, {game.state.ACTIONS.size} actions."
        lines = (
            f"#### `{slug}`",
            "",
            numbers,
            "",
            *TABLE_HEADER,
            *field_rows(game),
            "",
            omissions_sentence(game),
            "",
            "",
        )
        sys.stdout.write("\n".join(lines))


if __name__ == "__main__":
    main()
