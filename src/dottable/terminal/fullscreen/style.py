"""Layout and colours of the full-screen client."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.text import Text

from dottable.core.contract import BoardColours
from dottable.core.game import Game

COLOUR_STYLES = {
    "red": "bright_red",
    "blue": "bright_blue",
    "yellow": "bright_yellow",
    "green": "bright_green",
    "magenta": "bright_magenta",
    "orange": "dark_orange",
    "grey": "grey70",
}

CSS = """
Screen { layout: vertical; background: ansi_default; color: ansi_default; }
#head { height: 1; text-style: reverse; }
#main { height: 1fr; layout: vertical; }
#board { height: 1fr; scrollbar-size: 0 0; }
#side { height: 8; layout: vertical; }
#story { height: 3; }
#prompt { height: 1; text-style: bold; }
#choices { height: 1fr; }
#keys { height: 1; }
.-tall #side { height: 16; }
.-tall #story { height: 6; }
.-wide #main { layout: horizontal; }
.-wide #board { width: 82; height: 1fr; }
.-wide #side { width: 1fr; height: 1fr; padding-left: 1; }
.-wide #story { height: 10; }
#introduction { height: 4; padding: 0 1; }
#page { height: 1fr; }
#page-text { padding: 0 1; }
"""
"""Style sheet of Textual. On a screen of 24 rows, the board gets 14."""


def coloured_board(game: Game, lines: Iterable[str]) -> Text:
    """Return the lines of a board as text in the game's colours."""
    text = Text("\n".join(lines), no_wrap=True, overflow="crop")
    if isinstance(game.view, BoardColours):
        for pattern, colour in game.view.BOARD_COLOURS.items():
            text.highlight_regex(re.compile(pattern), COLOUR_STYLES[colour])
    return text
