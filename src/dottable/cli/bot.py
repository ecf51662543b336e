"""`dottable bot`: connect your own bot to a table over the network."""

from __future__ import annotations

import argparse
from types import ModuleType
from typing import Any

from dottable.cli.arguments import Subparsers
from dottable.cli.console import print_status


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "bot",
        help="connect your own bot to a table",
        description="Connect your own bot to a table of any Dottable server, where it plays like a person. The class "
        "needs one method, choose(position), which returns one of position.legal.",
    )
    command.add_argument("url", metavar="URL", help="link of the table")
    command.add_argument("bot", metavar="MODULE:CLASS", help="a module or path/to/file.py, and the class in it")
    command.add_argument("--name", default="Bot", help="name of the bot at the table")
    command.add_argument("--token", help="play as this player instead of a new guest")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import asyncio

    from dottable.server.bot_client import BotClient, create_player, parse_table_url

    bot = load_bot(args.bot)
    address = parse_table_url(args.url)

    async def play() -> dict[str, Any]:
        token = args.token or await create_player(address.server_url, args.name, print_status)
        return await BotClient(address, token, bot, print_status).play()

    result = asyncio.run(play())
    scores = " ".join(map(str, result["scores"]))
    print(f"{result['reason']}: {scores}" if scores else result["reason"])
    return 0


def load_bot(name: str) -> Any:
    """Return a new instance of the bot class named `module:Class` or `path/to/file.py:Class`."""
    from dottable.core.errors import DottableError

    place, _, class_name = name.rpartition(":")
    if not place or not class_name.isidentifier():
        raise DottableError(f"'{name}' is not a bot. Write module:Class or path/to/file.py:Class.")
    try:
        return getattr(load_module(place), class_name)()
    except Exception as error:
        raise DottableError(f"Cannot load the bot '{name}': {error}.") from error


def load_module(place: str) -> ModuleType:
    """Import and return a module, given by its name or by a path that ends in .py."""
    import importlib
    import importlib.util
    import sys
    from pathlib import Path

    if not place.endswith(".py"):
        sys.path.insert(0, "")
        return importlib.import_module(place)
    spec = importlib.util.spec_from_file_location(Path(place).stem, place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
