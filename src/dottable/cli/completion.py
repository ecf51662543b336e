"""`dottable completion`: completes commands, games, bots and options in bash, zsh and fish."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from typing import Any

from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.cli.arguments import Subparsers
from dottable.core.registry import installed_games

SHELLS = ("bash", "zsh", "fish")
INSTALLATION_TEXT = """\
Add one line to the start file of your shell:

  bash, in ~/.bashrc:                     eval "$(dottable completion bash)"
  zsh, in ~/.zshrc:                       eval "$(dottable completion zsh)"
  fish, in ~/.config/fish/config.fish:    dottable completion fish | source
"""
BOT_NAMES = ("random", "greedy", *LEVEL_NAMES)


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "completion",
        help="print the completion script for bash, zsh or fish",
        description="Print the script that completes commands, games, bots and options in your shell.",
        epilog=INSTALLATION_TEXT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("shell", choices=SHELLS, help="your shell")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["dottable"], shell=args.shell))
    return 0


def answer_completion_request() -> None:
    """Answer a shell's request for completions (argcomplete), then exit. The request is in environment variables."""
    import argcomplete

    from dottable.cli import COMMANDS, make_parser

    words = os.environ.get("COMP_LINE", "").split()[1:]
    parser = make_parser(next((word for word in words if word in COMMANDS), ""))
    for action in arguments_of_parser(parser):
        completer = completer_of_argument(action)
        if completer is not None:
            action.completer = completer  # type: ignore[attr-defined]
    argcomplete.autocomplete(parser)


def arguments_of_parser(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield every argument of a parser and of its subcommands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from arguments_of_parser(command)


def completer_of_argument(action: argparse.Action) -> Callable[..., list[str]] | None:
    """Return the function that suggests values for an argument; None for file names and fixed choices."""
    completers: dict[str, Callable[..., list[str]]] = {
        "game": game_names,
        "games": game_names,
        "option": game_options,
        "vs": game_options,
        "bots": bot_names,
        "levels": bot_names,
    }
    return completers.get(action.dest)


def game_names(**_: Any) -> list[str]:
    return list(installed_games())


def bot_names(prefix: str, **_: Any) -> list[str]:
    """Return the completions for the last item of a comma-separated list of bots."""
    before, comma, _last = prefix.rpartition(",")
    return [before + comma + name for name in BOT_NAMES]


def game_options(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """Return `NAME=VALUE` for every option of the game that is on the command line."""
    from dottable.core.options import format_value, list_options

    game = installed_games().get(getattr(parsed_args, "game", None) or "")
    if game is None:
        return []
    return [f"{o.name}={format_value(v)}" for o in list_options(game.state.Options) for v in o.choices]
