"""The fields of observations as a table for `docs/research.md`: `python -m dottable.research.observations`."""

from __future__ import annotations

import sys

from dottable.core.game import Game
from dottable.core.observation import fields_of, places
from dottable.core.registry import games

HEAD = ("| at | field | shape | values | meaning |", "|---|---|---|---|---|")


def field_lines(game: Game) -> list[str]:
    """The rows of a game's table: where a field stands, its name, shape and bounds, and what it means."""
    return [
        f"| {_span(at, field.size)} | `{field.name}` | {' × '.join(map(str, field.shape)) or 1} "
        f"| {field.low} … {field.high} | {field.meaning} |"
        for at, field in places(fields_of(game))
    ]


def _span(at: int, size: int) -> str:
    return str(at) if size == 1 else f"{at}–{at + size - 1}"


def left_out_line(game: Game) -> str:
    """What a view shows and an observation does not, in one sentence."""
    left_out = game.observation.LEFT_OUT if game.observation else {}
    return "Left out: " + "; ".join(f"`{name}` ({why})" for name, why in left_out.items()) + "."


def main() -> None:
    for slug, game in games().items():
        numbers = f"{game.knowledge.OBSERVATION} numbers, {game.state.ACTIONS.size} actions."
        lines = (f"#### `{slug}`", "", numbers, "", *HEAD, *field_lines(game), "", left_out_line(game), "", "")
        sys.stdout.write("\n".join(lines))


if __name__ == "__main__":
    main()
