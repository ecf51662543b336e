"""The log file of a match in the terminal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.matches.match_log import write_log
from dottable.terminal.data_folder import data_folder


class MatchLogFile:
    """The log file of a match: the given path, or a new file in the data folder."""

    def __init__(self, game: Game, path: str | None = None) -> None:
        self.game = game
        self.path = Path(path) if path else default_log_file(game)

    def save_log(self, match: Match, names: Sequence[str]) -> str:
        """Write the log, even if the match is not over. Return a sentence that says where it is."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(write_log(match, list(names)), encoding="utf-8")
        except OSError as error:
            raise DottableError(f"Cannot write the log to '{self.path}': {error.strerror}.") from None
        folder = "" if self.game.is_built_in else f" --game {self.game.folder}"
        return f"Log: {self.path} (dottable replay / verify{folder})"


def default_log_file(game: Game) -> Path:
    """Return the path of a new log file in the data folder."""
    name = f"{game.slug}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.log"
    return data_folder() / "logs" / name
