"""The guide for a first match. It shows one lesson at a time, until the player's next move."""

from __future__ import annotations

from pathlib import Path

import msgspec

from dottable.core.contract import Guide
from dottable.core.game import Game
from dottable.terminal.data_folder import data_folder
from dottable.terminal.match.table_state import TableState


class GuideProgress:
    """Tracks the lessons that a player has read. The guide is on in the first match of a game."""

    def __init__(self, game: Game, path: Path | None = None) -> None:
        self.game = game
        self._path = path or data_folder() / "guide.json"
        self._finished = load_finished(self._path)
        self.is_on = game.slug not in self._finished
        self._seen: set[str] = set()
        self._current: tuple[str, int] | None = None
        """Id of the lesson on the screen, and the number of the player's moves when it appeared."""

    def current_lesson(self, state: TableState) -> str | None:
        """Return the text of the lesson to show; None if the guide is off or nothing new applies."""
        if not self.is_on or state.view is None or not isinstance(self.game.view, Guide):
            return None
        if self._current is not None and self._current[1] < state.own_moves:
            self._seen.add(self._current[0])
            self._current = None
        actions = self.game.state.ACTIONS
        verbs = frozenset(actions.decode(action)[0] for action in state.legal)
        for lesson in self.game.view.lessons(state.view, verbs):
            if lesson.id not in self._seen:
                if self._current is None or self._current[0] != lesson.id:
                    self._current = (lesson.id, state.own_moves)
                return lesson.text
        return None

    def toggle(self) -> None:
        """Turn the guide on from its first lesson, or off."""
        self.is_on = not self.is_on
        self._seen.clear()
        self._current = None

    def record_finished_match(self) -> None:
        """Record that a match of this game was finished, so that the next match starts without the guide."""
        finished = load_finished(self._path) | {self.game.slug}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_bytes(msgspec.json.encode(sorted(finished)))
        except OSError:
            return


def load_finished(path: Path) -> set[str]:
    """Return the slugs of the games of which a match was finished in the terminal."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=set[str])
    except (OSError, msgspec.MsgspecError):
        return set()
