"""`dottable serve`: run the server for browsers and network bots."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dottable.cli.arguments import Subparsers, positive_int
from dottable.cli.console import install_game_folders, print_status
from dottable.cli.interrupts import interrupts_left_to_server

if TYPE_CHECKING:
    from dottable.server.configuration.settings_loading import LoadedConfig, SettingValue

FLAG_SETTINGS = {
    "host": "host",
    "port": "port",
    "data": "data",
    "store": "store",
    "bus": "bus",
    "bus_prefix": "bus_prefix",
    "node": "node",
    "role": "role",
    "host_name": "host_names",
    "origin": "origins",
    "trusted_proxy": "trusted_proxies",
    "log_format": "log_format",
    "log_level": "log_level",
    "access_log": "access_log",
    "metrics_port": "metrics_port",
    "open": "opens_browser",
    "game": "games",
}
"""Dotted name of the setting that each flag sets."""
EPILOG = """\
Every setting can also come from a TOML file (--config) or from an environment variable, like DOTTABLE_PORT.
A flag wins over the environment, the environment over the file. --show-config lists all settings.
docs/operate.md explains how to run a public server.
"""


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "serve",
        help="run the server for browsers and network bots",
        description="Run the server for browsers and network bots. Matches are saved and survive a restart.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_address_arguments(command)
    command.add_argument("--data", metavar="FOLDER", help="folder of saved matches (default: your data folder)")
    command.add_argument("--store", metavar="URL", help="another database: a file or postgresql://HOST/DATABASE")
    command.add_argument("--open", action="store_true", default=None, help="open the page in a browser")
    command.add_argument("--game", action="append", metavar="FOLDER", help="serve the game in this folder, too")
    add_cluster_arguments(command)
    add_access_arguments(command)
    add_monitoring_arguments(command)
    add_configuration_arguments(command)
    command.set_defaults(run=run)


def add_address_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for the address and the port to listen on."""
    command.add_argument("--host", help="address to listen on (default: this machine only)")
    command.add_argument(
        "--lan", action="store_true", help="listen on the local network, and show a QR code for phones"
    )
    command.add_argument("--port", type=port_number, help="port (default: 7252; 0: any free port)")


def add_cluster_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for a server that shares a PostgreSQL database with others."""
    command.add_argument("--bus", metavar="URL", help="message bus of a cluster on one PostgreSQL: nats://HOST:PORT")
    command.add_argument("--bus-prefix", metavar="NAME", help="first token of subjects on the bus (default: dottable)")
    command.add_argument(
        "--node", metavar="NAME", help="name of this server in its cluster (default: machine and port)"
    )
    command.add_argument(
        "--role", choices=("play", "bots", "all"), help="own tables, compute bots for other servers, or both (default)"
    )


def add_access_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for host names, allowed origins, trusted proxies and the message rate limit."""
    command.add_argument(
        "--host-name",
        action="append",
        metavar="NAME",
        help="name of this server in its address, like play.example.org; localhost and IP addresses always work",
    )
    command.add_argument(
        "--origin", action="append", metavar="URL", help="origin of another web page that may use this server"
    )
    command.add_argument(
        "--trusted-proxy",
        action="append",
        metavar="ADDRESS",
        help="address or network of a proxy whose X-Forwarded-For is believed (default: this machine)",
    )
    command.add_argument(
        "--rate",
        type=positive_int,
        metavar="N",
        help="messages per second allowed for one connection (default: 30)",
    )


def add_monitoring_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for logs and metrics."""
    command.add_argument("--log-format", choices=("text", "json"), help="format of log lines (default: text)")
    command.add_argument(
        "--log-level", choices=("debug", "info", "warning", "error"), help="lowest level to log (default: info)"
    )
    command.add_argument("--access-log", action="store_true", default=None, help="log every request, without tokens")
    command.add_argument(
        "--metrics-port", type=port_number, metavar="PORT", help="serve /metrics for Prometheus here, on this machine"
    )


def add_configuration_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments for the configuration file, single settings, and the list of all settings."""
    command.add_argument("--config", metavar="FILE", help="read settings from a TOML file")
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any setting, like limits.max_live_tables=1000; may be repeated",
    )
    command.add_argument(
        "--show-config", action="store_true", help="print all settings and where each came from, then exit"
    )


def port_number(text: str) -> int:
    """Return a text as a port number; 0 lets the system choose. Used as a `type` of argparse."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port from 0 to 65535")
    return int(text)


def settings_from_flags(args: argparse.Namespace) -> Iterator[tuple[str, SettingValue]]:
    """Yield the settings whose flags are given, by dotted name."""
    from dottable.server.configuration.settings_loading import SettingValue, value_from_assignment

    for flag, name in FLAG_SETTINGS.items():
        value: Any = getattr(args, flag)
        if value is not None:
            yield name, SettingValue(value, f"flag --{flag.replace('_', '-')}")
    if args.lan:
        yield "host", SettingValue("0.0.0.0", "flag --lan")
    if args.rate is not None:
        yield "limits.messages_per_s", SettingValue(args.rate, "flag --rate")
        yield "limits.messages_burst", SettingValue(2 * args.rate, "flag --rate")
    yield from map(value_from_assignment, args.set)


def load_settings(args: argparse.Namespace) -> LoadedConfig:
    """Return the settings from flags, environment and file, including the address of the store."""
    from msgspec.structs import replace

    from dottable.server.configuration.settings_loading import load_config
    from dottable.terminal.data_folder import data_folder

    loaded = load_config(os.environ, file=args.config, flags=dict(settings_from_flags(args)))
    config = loaded.config
    store = config.store or str(data_folder(config.data or None) / "dottable.db")
    origins = frozenset(origin.rstrip("/") for origin in config.origins)
    return loaded._replace(config=replace(config, store=store, origins=origins))


def run(args: argparse.Namespace) -> int:
    from dottable.server.configuration.settings_formatting import config_text

    loaded = load_settings(args)
    if args.show_config:
        print(config_text(loaded))
        return 0
    install_game_folders(loaded.config.games)
    if sys.stderr.isatty():
        print_status("Starting the server ...")
    from dottable.server.serving import serve

    with interrupts_left_to_server():
        return serve(loaded.config)
