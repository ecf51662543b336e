"""`dottable serve`: run the server for browsers and network bots."""

from __future__ import annotations

import argparse

from dottable.cli.arguments import Subparsers, positive_int

DEFAULT_PORT = 7252


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "serve",
        help="run the server for browsers and network bots",
        description="Run the server for browsers and network bots. Matches are saved and survive a restart.",
    )
    add_address_arguments(command)
    command.add_argument("--data", metavar="FOLDER", help="folder of saved matches (default: your data folder)")
    command.add_argument("--store", metavar="URL", help="another database: a file or postgresql://HOST/DATABASE")
    command.add_argument("--open", action="store_true", help="open the page in a browser")
    add_access_arguments(command)
    command.set_defaults(run=run)


def add_address_arguments(command: argparse.ArgumentParser) -> None:
    """Add the address and the port to listen on."""
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    command.add_argument(
        "--lan", action="store_true", help="listen on the local network, and show a QR code for phones"
    )
    command.add_argument(
        "--port", type=port_number, default=DEFAULT_PORT, help=f"port (default: {DEFAULT_PORT}; 0: any free port)"
    )


def add_access_arguments(command: argparse.ArgumentParser) -> None:
    """Add names of this server, other allowed origins, and the message rate limit."""
    command.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="name of this server in its address, like play.example.org; localhost and IP addresses always work",
    )
    command.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="origin of another web page that may use this server",
    )
    command.add_argument(
        "--rate",
        type=positive_int,
        default=30,
        metavar="N",
        help="messages per second allowed for one connection (default: 30)",
    )


def port_number(text: str) -> int:
    """Return a port number; 0 lets the system choose: a `type` for argparse."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port from 0 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    from dottable.server.access.limits import Limits
    from dottable.server.serving import ServerConfig, serve
    from dottable.terminal.data_folder import data_folder

    limits = Limits(messages_per_s=args.rate, messages_burst=2 * args.rate)
    return serve(
        ServerConfig(
            host="0.0.0.0" if args.lan else args.host,
            port=args.port,
            store=args.store or str(data_folder(args.data) / "dottable.db"),
            host_names=frozenset(args.host_name),
            origins=frozenset(origin.rstrip("/") for origin in args.origin),
            limits=limits,
            opens_browser=args.open,
        )
    )
