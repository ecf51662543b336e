"""Turns an exception from a game's source into a GameMistake: file, line, what is wrong and what to do."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

from dottable.core.authoring.source_locations import SourcePlace, place_of_error
from dottable.core.errors import GameMistake
from dottable.core.game import Game

TRACEBACK_ENVIRONMENT_VARIABLE = "DOTTABLE_TRACEBACK"
"""Environment variable: if it is set, a mistake in a game is shown with its whole traceback."""
SENTENCE_BY_PATTERN = {
    r"SyntaxError: (.+?)(?: \(.*)?$": "Python cannot read this line: {0}.",
    r"NameError: name '(\w+)' is not defined": "The name '{0}' is not defined. Define or import it.",
    r"UnboundLocalError: .* variable '(\w+)'": "The variable '{0}' has no value here. Set it in every branch before.",
    r"ModuleNotFoundError: No module named '(.+)'": "There is no module '{0}'. Correct the import or install it.",
    r"ImportError: cannot import name '(\w+)' from '([\w.]+)'": "'{1}' has no name '{0}'. Correct the import.",
    r"IndexError: index (-?\d+) is out of bounds for axis \d+ with size (\d+)": (
        "Index {0} is outside an array of {1} numbers. Make the array larger or check the index first."
    ),
    r"OverflowError: Python integer (-?\d+) out of bounds for (\w+)": (
        "The value {0} does not fit a field of type {1}. Choose a wider type in the record (module 'state')."
    ),
    r"Untyped global name '(\w+)':.*<class 'function'>": "'{0}' is a plain function. Decorate it with @rule.",
    r"(?:TypingError|LoweringError|UnsupportedError|NumbaRuntimeError|UnsupportedBytecodeError):": (
        "Numba cannot compile this line. Use numbers, fields of the record, fixed arrays and loops;"
        " no lists, dicts, strings or allocation."
    ),
}
"""Sentence to show for an exception, by a regular expression over "TYPE: TEXT" of the exception. Its groups fill {0},
{1}."""
UNKNOWN_FIELD_PATTERN = re.compile(r"no field of name (\w+)|A record of this game has no '(\w+)'")
"""Matches the text of an exception about a field that the state record does not have; one group is its name."""
MAX_EXCEPTION_CHARACTERS = 200
"""Number of characters of an exception's own text that are shown."""


def mistake_at(place: SourcePlace, sentence: str) -> GameMistake:
    """Return a GameMistake (an exception) whose text is "file:line: sentence"."""
    return GameMistake(f"{place}: {sentence}")


def mistake_from_exception(error: Exception, game: Game, fallback: SourcePlace | None = None) -> GameMistake | None:
    """Return the GameMistake that explains an exception to the author of a game.

    None if neither its place in the game's source nor a fallback place is known.
    """
    if isinstance(error, GameMistake):
        return error
    place = place_of_error(error, game.folder) or fallback
    return None if place is None else mistake_at(place, explanation_of_exception(error, game))


def import_mistake(error: Exception, folder: Path) -> GameMistake:
    """Return the GameMistake that explains an exception during the import of a game's `__init__.py`."""
    return mistake_at(
        place_of_error(error, folder) or SourcePlace(folder / "__init__.py", 1), explanation_of_exception(error)
    )


def explanation_of_exception(error: Exception, game: Game | None = None) -> str:
    """Return the sentence that tells the author of a game what an exception means and what to do."""
    text = f"{type(error).__name__}: {error}"
    field = UNKNOWN_FIELD_PATTERN.search(text)
    if field and game is not None:
        return unknown_field_sentence(field[1] or field[2], game)
    for pattern, sentence in SENTENCE_BY_PATTERN.items():
        found = re.search(pattern, text, re.DOTALL if "Untyped" in pattern else 0)
        if found:
            return sentence.format(*found.groups())
    first_line = text.partition("\n")[0][:MAX_EXCEPTION_CHARACTERS].rstrip(".")
    return f"{first_line}."


def unknown_field_sentence(name: str, game: Game) -> str:
    """Return the sentence for a field that the state record lacks, with the nearest existing name or all names."""
    fields = [field for field in game.state.STATE.names or () if field != "rng"]
    near = difflib.get_close_matches(name, fields, n=1)
    hint = f"Did you mean '{near[0]}'?" if near else f"It has: {', '.join(fields)}."
    return f"The record has no field '{name}'. {hint}"
