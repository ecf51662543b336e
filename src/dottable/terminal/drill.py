"""The drill of Dobble Connect (E13) at a terminal: pairs of cards against the clock, own times kept."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from platformdirs import user_data_path
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dottable.core.decks import Deck
from dottable.games.dobble_connect import drill
from dottable.terminal.play import DATA_VARIABLE

DAY = "%Y-%m-%d"


def default_times_file() -> Path:
    """Where a player's own times are kept."""
    wished = os.environ.get(DATA_VARIABLE)
    return (Path(wished) if wished else user_data_path("dottable")) / "drill.json"


class Drill:
    """One run: so many pairs, each with a time; who leaves early keeps what was done."""

    def __init__(
        self,
        deck: Deck,
        *,
        seed: str,
        times_file: Path,
        console: Console | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pairs = drill.pairs(deck, seed)
        self.times_file = times_file
        self.console = console or Console(highlight=False)
        self.clock = clock

    def run(self, count: int) -> drill.Summary:
        """Ask `count` pairs, tell how it went, and add the run to the record."""
        record = drill.load(self.times_file)
        self.console.print("Which symbol is on both cards? Its number or name; q to stop.")
        answers: list[drill.Answer] = []
        for pair in islice(self.pairs, count):
            answer = self.ask(pair)
            if answer is None:
                break
            answers.append(answer)
            self.console.print(self.verdict(pair, answer))
        drill.save(self.times_file, drill.with_run(record, time.strftime(DAY), answers))
        self.tell(drill.summary(answers), record)
        return drill.summary(answers)

    def ask(self, pair: drill.Pair) -> drill.Answer | None:
        """Show a pair and time the answer; None if the player stops."""
        table = Table(show_header=False, box=None, padding=(0, 3))
        for n, (left, right) in enumerate(zip(pair.left_symbols, pair.right_symbols, strict=True), start=1):
            table.add_row(f"{n:2}", escape(left), escape(right))
        self.console.print()
        self.console.print(table)
        start = self.clock()
        while True:
            try:
                text = self.console.input("? ")
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return None
            if text.strip().lower() in ("q", "quit", "exit"):
                return None
            symbol = drill.understand(pair, text)
            if symbol is not None:
                return drill.judge(pair, symbol, round(1000 * (self.clock() - start)))
            self.console.print("Name a symbol of the left card, by its number or its name.")

    def verdict(self, pair: drill.Pair, answer: drill.Answer) -> str:
        if answer.right:
            return f"[green]Right[/], {answer.took_ms / 1000:.2f} s."
        return f"[red]No[/], it is the {escape(pair.shared)}."

    def tell(self, summary: drill.Summary, record: drill.Record) -> None:
        """This run, beside the best one so far."""
        self.console.print(f"\n{summary.right} right, {summary.wrong} wrong.")
        if summary.median_ms is None or summary.best_ms is None:
            return
        self.console.print(f"Quickest {summary.best_ms / 1000:.2f} s, in the middle {summary.median_ms / 1000:.2f} s.")
        if record.best_median_ms is None:
            self.console.print("Your first run: that is the time to beat.")
        elif summary.median_ms < record.best_median_ms:
            self.console.print(f"[bold]Your best run so far[/] (before: {record.best_median_ms / 1000:.2f} s).")
        else:
            self.console.print(f"Your best run: {record.best_median_ms / 1000:.2f} s.")
