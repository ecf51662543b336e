"""The line client with scripted answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from dottable.core.game import Game
from dottable.core.matches.seeded_series import seed_from
from dottable.core.options import read_options
from dottable.terminal.lines.keyboard_reader import LineReader
from dottable.terminal.lines.line_client import LineClient
from dottable.terminal.tables.local_table import LocalTable, LocalTableSetup
from dottable.terminal.tables.match_log_file import MatchLogFile
from dottable.terminal.tables.table_connection import TableConnection

TIMEOUT_S = 60


def local_table(game: Game, tmp_path: Any, *, seats: int = 2, bots: str = "random", **options: str) -> LocalTable:
    """Return a table in this process."""
    chosen = read_options(game.state.Options, {name.replace("_", "-"): value for name, value in options.items()})
    setup = LocalTableSetup(game, chosen, "Ann", [bots] * (seats - 1), seed=seed_from("terminal"))
    return LocalTable(setup, MatchLogFile(game, str(tmp_path / "match.log")))


class ScriptedLines:
    """Gives the scripted answers in order and repeats the last answer."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = list(answers)

    def read(self) -> str:
        return f"{self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]}\n"


def play_lines(table: TableConnection, *answers: str) -> tuple[LineClient, str]:
    """Play with these answers. Return the client and all text that it wrote."""
    shown: list[str] = []

    async def play() -> LineClient:
        client = LineClient(table, write=shown.append, reader=LineReader(ScriptedLines(answers).read))
        await asyncio.wait_for(client.play(), TIMEOUT_S)
        return client

    try:
        return asyncio.run(play()), "\n".join(shown)
    finally:
        table.close()
