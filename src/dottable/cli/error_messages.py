"""Reports errors of a command in one sentence: invalid input, and mistakes in the source of a game."""

from __future__ import annotations

import os
import sys

from dottable.core.authoring.exception_explanations import TRACEBACK_ENVIRONMENT_VARIABLE, mistake_from_exception
from dottable.core.errors import DottableError, GameMistake
from dottable.core.optional_packages import missing_extra_from
from dottable.core.registry import folder_games

EXIT_STATUS_BAD_INPUT = 2


def print_error(error: Exception) -> int:
    """Print an error as one sentence and return the exit status.

    Raise the error again if it is a bug of Dottable itself.
    """
    described = error if isinstance(error, DottableError) else missing_extra_from(error) or find_mistake(error)
    if described is None or os.environ.get(TRACEBACK_ENVIRONMENT_VARIABLE):
        raise error
    print(f"dottable: {described}", file=sys.stderr)
    if isinstance(described, GameMistake) and sys.stderr.isatty():
        print(f"({TRACEBACK_ENVIRONMENT_VARIABLE}=1 shows the whole traceback.)", file=sys.stderr)
    return EXIT_STATUS_BAD_INPUT


def find_mistake(error: Exception) -> GameMistake | None:
    """Return the mistake in a game's source code that caused an exception; None if the cause is something else."""
    return next(filter(None, (mistake_from_exception(error, game) for game in folder_games())), None)
