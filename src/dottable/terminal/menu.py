"""The menu of games and levels."""

from __future__ import annotations

from rich.console import Console

from dottable.bots.names import LEVELS, USUAL_LEVEL
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
        answer = read(console, "\nWhich game? (number or name, q to leave) ")
        if answer is None:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        found = [game for game in choices if answer and answer in (game.slug, game.title.lower())]
        if found:
            return found[0]
        console.print(f"Please answer with a number from 1 to {len(choices)}.")


def choose_level(console: Console | None = None) -> str | None:
    """Ask how well the bots should play; None if the person would rather leave."""
    console = console or Console(highlight=False)
    listed = "  ".join(f"[bold]{n}[/] {level}" for n, level in enumerate(LEVELS, start=1))
    console.print(f"\nHow well should the others play?  {listed}")
    while True:
        answer = read(console, f"Level? (number or name, Enter for {USUAL_LEVEL}, q to leave) ")
        if answer is None:
            return None
        if answer == "":
            return USUAL_LEVEL
        if answer.isdecimal() and 1 <= int(answer) <= len(LEVELS):
            return LEVELS[int(answer) - 1]
        if answer in LEVELS:
            return answer
        console.print(f"Please answer with a number from 1 to {len(LEVELS)}.")


def read(console: Console, prompt: str) -> str | None:
    """An answer in small letters; None to leave."""
    try:
        answer = console.input(prompt).strip().lower()
    except (EOFError, KeyboardInterrupt):
        console.print()
        return None
    return None if answer in ("q", "quit", "exit") else answer
