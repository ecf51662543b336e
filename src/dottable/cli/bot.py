"""`dottable bot`: let a bot of one's own take a seat at a table over the network."""

from __future__ import annotations

import argparse
from typing import Any

from dottable.cli.shared import Commands, note


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "bot",
        help="let your bot take a seat over the network",
        description="Let a bot of your own take a seat at a table of any Dottable server, like a person. The class "
        "needs one method, choose(position), which returns one of position.legal.",
    )
    command.add_argument("url", metavar="URL", help="the link of the table")
    command.add_argument("bot", metavar="MODULE:CLASS", help="your bot: a module or path/to/file.py, and its class")
    command.add_argument("--name", default="Bot", help="its name at the table")
    command.add_argument("--token", help="play as this player instead of a new guest")
    command.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    import asyncio

    from dottable.server.visitor import Visitor, come_in, read_address

    bot = load_bot(given.bot)
    address = read_address(given.url)
    token = given.token or come_in(address.server, given.name)
    result = asyncio.run(Visitor(address, token, bot, note).play())
    scores = " ".join(map(str, result["scores"]))
    print(f"{result['reason']}: {scores}" if scores else result["reason"])
    return 0


def load_bot(name: str) -> Any:
    """An instance of the class that `module:Class` or `path/to/file.py:Class` names."""
    import importlib
    import importlib.util
    import sys
    from pathlib import Path

    from dottable.core.errors import DottableError

    place, _, kind = name.rpartition(":")
    if not place or not kind.isidentifier():
        raise DottableError(f"'{name}' names no bot; write module:Class or path/to/file.py:Class.")
    try:
        if place.endswith(".py"):
            spec = importlib.util.spec_from_file_location(Path(place).stem, place)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            sys.path.insert(0, "")
            module = importlib.import_module(place)
        return getattr(module, kind)()
    except Exception as error:
        raise DottableError(f"The bot '{name}' cannot be loaded: {error}.") from error
