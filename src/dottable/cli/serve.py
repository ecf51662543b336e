"""`dottable serve`: tables for people in a browser, and for bots over the network."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from dottable.cli.shared import Commands, whole_number

DATA_VARIABLE = "DOTTABLE_DATA"
DEFAULT_PORT = 7252


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "serve",
        help="open tables for browsers and network bots",
        description="Open tables for browsers and network bots. Matches are kept in a file and survive a restart.",
    )
    command.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    command.add_argument("--lan", action="store_true", help="listen to the whole network, and show a code for phones")
    command.add_argument("--port", type=port_number, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: any free")
    command.add_argument("--data", metavar="FOLDER", help="where matches are kept (default: your data folder)")
    command.add_argument("--store", metavar="URL", help="another store: a file or postgresql://HOST/DATABASE")
    command.add_argument("--open", action="store_true", help="open the page in a browser")
    command.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="a page elsewhere that may use this server"
    )
    command.add_argument(
        "--rate", type=whole_number, default=30, metavar="N", help="messages a second of one socket (default 30)"
    )
    command.set_defaults(run=run)


def port_number(text: str) -> int:
    """A port; 0 leaves the choice to the system."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port from 0 to 65535")
    return int(text)


def run(given: argparse.Namespace) -> int:
    from dottable.server.limits import Limits
    from dottable.server.serving import Serving, serve

    limits = Limits(messages_per_s=given.rate, messages_burst=2 * given.rate)
    return serve(
        Serving(
            host="0.0.0.0" if given.lan else given.host,
            port=given.port,
            store=given.store or str(data_folder(given.data) / "dottable.db"),
            origins=frozenset(origin.rstrip("/") for origin in given.origin),
            limits=limits,
            opens_browser=given.open,
        )
    )


def data_folder(wished: str | None) -> Path:
    """Where matches are kept: as asked for, `DOTTABLE_DATA`, or the user's data folder."""
    from platformdirs import user_data_path

    chosen = wished or os.environ.get(DATA_VARIABLE)
    return Path(chosen) if chosen else user_data_path("dottable")
