"""The menu of games."""

from __future__ import annotations

from rich.console import Console

from dottable.core.game import Game
from dottable.core.registry import games


def choose_game(console: Console | None = None) -> Game | None:
    """Ask which game to play; None if the person would rather leave."""
    console = console or Console(highlight=False)
    choices = list(games().values())
    console.print("[bold]Dottable[/] [red]●[/] [blue]●[/] [yellow]●[/] [green]●[/]\n")
    for n, game in enumerate(choices, start=1):
        console.print(f"  [bold]{n}[/]  {game.title} [dim]({game.min_seats}–{game.max_seats} players)[/]")
        console.print(f"     [dim]{game.summary}[/]")
    while True:
        try:
            answer = console.input("\nWhich game? (number or name, q to leave) ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if answer in ("q", "quit", "exit"):
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        found = [game for game in choices if answer and answer in (game.slug, game.title.lower())]
        if found:
            return found[0]
        console.print(f"Please answer with a number from 1 to {len(choices)}.")
