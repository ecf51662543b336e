"""Menus for the game and the level of the bots."""

from __future__ import annotations

from rich.console import Console

from dottable.bots.level_names import DEFAULT_LEVEL, LEVEL_NAMES
from dottable.core.game import Game
from dottable.core.registry import games


def choose_game(console: Console | None = None) -> Game | None:
    """Ask which game to play. Return None if the player leaves."""
    console = console or Console(highlight=False)
    choices = list(games().values())
    console.print("[bold]Dottable[/] [red]●[/] [blue]●[/] [yellow]●[/] [green]●[/]\n")
    for n, game in enumerate(choices, start=1):
        console.print(f"  [bold]{n}[/]  {game.title} [dim]({game.min_seats}–{game.max_seats} players)[/]")
        console.print(f"     [dim]{game.summary}[/]")
    while True:
        answer = read_answer(console, "\nWhich game? (number or name, q to leave) ")
        if answer is None:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        found = [game for game in choices if answer and answer in (game.slug, game.title.lower())]
        if found:
            return found[0]
        console.print(f"Unknown game '{answer}'. Type a number from 1 to {len(choices)}.", markup=False)


def choose_level(console: Console | None = None) -> str | None:
    """Ask for the level of the bots. Return None if the player leaves."""
    console = console or Console(highlight=False)
    listed = "  ".join(f"[bold]{n}[/] {level}" for n, level in enumerate(LEVEL_NAMES, start=1))
    console.print(f"\nHow strong should the bots be?  {listed}")
    while True:
        answer = read_answer(console, f"Level? (number or name, Enter for {DEFAULT_LEVEL}, q to leave) ")
        if answer is None:
            return None
        if answer == "":
            return DEFAULT_LEVEL
        if answer.isdecimal() and 1 <= int(answer) <= len(LEVEL_NAMES):
            return LEVEL_NAMES[int(answer) - 1]
        if answer in LEVEL_NAMES:
            return answer
        console.print(f"Unknown level '{answer}'. Type a number from 1 to {len(LEVEL_NAMES)}.", markup=False)


def read_answer(console: Console, prompt: str) -> str | None:
    """Return the answer in lower case; None to leave."""
    try:
        answer = console.input(prompt).strip().lower()
    except (EOFError, KeyboardInterrupt):
        console.print()
        return None
    return None if answer in ("q", "quit", "exit") else answer
