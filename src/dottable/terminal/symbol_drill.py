"""The drill of Dobble Connect (ruling E13) in the terminal: find the symbol that two cards share, against the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dottable.core.deck_files import Deck
from dottable.games.dobble_connect.deck.drill_pairs import CardPair, card_pairs, read_symbol
from dottable.terminal import symbol_drill_times
from dottable.terminal.data_folder import data_folder
from dottable.terminal.symbol_drill_times import DrillAnswer, DrillRecord, DrillSummary

DATE_FORMAT = "%Y-%m-%d"


def default_times_file() -> Path:
    """Return the path of the file with the player's answer times."""
    return data_folder() / "drill.json"


class Drill:
    """One run of the drill. If the player leaves early, the answers so far are kept."""

    def __init__(
        self,
        deck: Deck,
        *,
        seed: str,
        times_file: Path,
        console: Console | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pairs = card_pairs(deck, seed)
        self.times_file = times_file
        self.console = console or Console(highlight=False)
        self.clock = clock

    def run_drill(self, count: int) -> DrillSummary:
        """Show `count` pairs of cards, print the result, and add it to the player's record. Return the summary."""
        record = symbol_drill_times.load_drill_record(self.times_file)
        self.console.print("Which symbol is on both cards? Type its number or name; q to stop.")
        answers: list[DrillAnswer] = []
        for pair in islice(self.pairs, count):
            answer = self.ask_pair(pair)
            if answer is None:
                break
            answers.append(answer)
            self.console.print(self.verdict_text(pair, answer))
        symbol_drill_times.save_record(
            self.times_file, symbol_drill_times.add_run(record, time.strftime(DATE_FORMAT), answers)
        )
        self.print_result(symbol_drill_times.summarize_run(answers), record)
        return symbol_drill_times.summarize_run(answers)

    def ask_pair(self, pair: CardPair) -> DrillAnswer | None:
        """Show a pair of cards. Return the timed answer, or None if the player stops."""
        self.print_pair(pair)
        start = self.clock()
        while True:
            try:
                text = self.console.input("? ")
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return None
            if text.strip().lower() in ("q", "quit", "exit"):
                return None
            symbol = read_symbol(pair, text)
            if symbol is not None:
                return DrillAnswer(is_right=symbol == pair.shared, took_ms=round(1000 * (self.clock() - start)))
            self.console.print("Unknown symbol. Type the number or name of a symbol on the left card.")

    def print_pair(self, pair: CardPair) -> None:
        """Print the symbols of two cards side by side, with numbers for those of the left card."""
        table = Table(show_header=False, box=None, padding=(0, 3))
        for n, (left, right) in enumerate(zip(pair.left_symbols, pair.right_symbols, strict=True), start=1):
            table.add_row(f"{n:2}", escape(left), escape(right))
        self.console.print()
        self.console.print(table)

    def verdict_text(self, pair: CardPair, answer: DrillAnswer) -> str:
        """Return whether the answer was right, with its time or with the right symbol."""
        if answer.is_right:
            return f"[green]Right[/], {answer.took_ms / 1000:.2f} s."
        return f"[red]Wrong[/], it is the {escape(pair.shared)}."

    def print_result(self, summary: DrillSummary, record: DrillRecord) -> None:
        """Print the result of this run next to the best result."""
        self.console.print(f"\n{summary.right} right, {summary.wrong} wrong.")
        if summary.median_ms is None or summary.best_ms is None:
            return
        self.console.print(f"Fastest {summary.best_ms / 1000:.2f} s, median {summary.median_ms / 1000:.2f} s.")
        if record.best_median_ms is None:
            self.console.print("Your first run: that is the time to beat.")
        elif summary.median_ms < record.best_median_ms:
            self.console.print(f"[bold]Your best run so far[/] (before: {record.best_median_ms / 1000:.2f} s).")
        else:
            self.console.print(f"Your best run: {record.best_median_ms / 1000:.2f} s.")
