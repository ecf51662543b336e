"""The questions before a match: the game, the number of players, the level of the bots."""

from __future__ import annotations

import re
from typing import NamedTuple

from dottable.bots.selectable_bots import DEFAULT_LEVEL, LEVEL_NAMES
from dottable.core.game import Game
from dottable.core.options import Option, format_value, list_options
from dottable.core.registry import installed_games

LEVEL_TEXTS = {
    "newcomer": "for a first match",
    "casual": "plays along",
    "steady": "makes few mistakes",
    "sharp": "hard to beat",
    "master": "as strong as we have",
}


class Question(NamedTuple):
    """A question with its answers, and the index of the default answer (Enter)."""

    text: str
    answers: tuple[str, ...]
    default: int = 0
    pattern: str = ""
    """Regular expression for further answers, which can be typed; empty if there are none."""

    def typed_answer(self, text: str) -> str | None:
        """Return a typed text if it matches the pattern; else None."""
        typed = text.strip().upper()
        return typed if self.pattern and re.fullmatch(self.pattern, typed) else None


class MatchSetup(NamedTuple):
    """The settings that the player chose before a match."""

    game: Game
    seats: int
    level: str
    options: dict[str, str]


def game_question() -> tuple[Question, list[Game]]:
    """Return the question for the game, and the games in the order of the answers."""
    choices = list(installed_games().values())
    answers = tuple(f"{game.title}, {seats_text(game)}: {game.summary}" for game in choices)
    return Question("Which game?", answers), choices


def seats_text(game: Game) -> str:
    """Return the possible numbers of players of a game as text."""
    return f"{game.min_seats}–{game.max_seats} players"


def seats_question(game: Game) -> tuple[Question, list[int]]:
    """Return the question for the number of players, and the numbers in the order of the answers."""
    counts = list(game.seat_counts)
    return Question("How many players, you included?", tuple(f"{count} players" for count in counts)), counts


def level_question() -> tuple[Question, tuple[str, ...]]:
    """Return the question for the level of the bots, and the levels in the order of the answers."""
    answers = tuple(f"{level}: {LEVEL_TEXTS[level]}" for level in LEVEL_NAMES)
    return Question("How strong should the bots be?", answers, LEVEL_NAMES.index(DEFAULT_LEVEL)), LEVEL_NAMES


def options_question(game: Game, chosen: dict[str, str]) -> tuple[Question, list[Option]]:
    """Return the question about options. The first answer starts the match, each other answer changes an option."""
    options = list(list_options(game.state.Options))
    answers = [
        f"{option.name} = {chosen.get(option.name, format_value(option.default))}: {option.help}" for option in options
    ]
    return Question("Start the match, or change an option?", ("Start the match", *answers)), options


def value_question(option: Option) -> tuple[Question, list[str]]:
    """Return the question for the value of an option, and the values in the order of the answers.

    An option with a `form` (a description of further values) also accepts typed values.
    """
    choices = range(option.choices[0], option.choices[-1] + 1) if option.is_number else option.choices
    values = [format_value(choice) for choice in choices]
    default = values.index(format_value(option.default))
    typed = f" Or type {option.form}." if option.form else ""
    return Question(f"{option.name}: {option.help}{typed}", tuple(values), default, option.pattern), values
