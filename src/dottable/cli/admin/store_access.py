"""Opens the database that a `dottable admin` command works on, as its arguments say."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from dottable.cli.arguments import add_json_argument
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.server.configuration.settings import ServerConfig
    from dottable.server.configuration.settings_loading import SettingValue
    from dottable.store import Store


def add_store_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments that select the store, and `--json`."""
    command.add_argument("--data", metavar="FOLDER", help="folder of saved matches (default: your data folder)")
    command.add_argument("--store", metavar="URL", help="another database: a file or postgresql://HOST/DATABASE")
    command.add_argument("--config", metavar="FILE", help="the server's TOML file of settings")
    add_json_argument(command)


def server_config(args: argparse.Namespace) -> ServerConfig:
    """Return the server's settings, with the address of its store filled in."""
    from msgspec.structs import replace

    from dottable.server.configuration.settings_loading import load_config
    from dottable.terminal.data_folder import data_folder

    config = load_config(os.environ, file=args.config, flags=dict(_store_settings_from_flags(args))).config
    return replace(config, store=config.store or str(data_folder(config.data or None) / "dottable.db"))


def _store_settings_from_flags(args: argparse.Namespace) -> Iterator[tuple[str, SettingValue]]:
    from dottable.server.configuration.settings_loading import SettingValue

    for name in ("data", "store"):
        if getattr(args, name) is not None:
            yield name, SettingValue(getattr(args, name), f"flag --{name}")


@asynccontextmanager
async def open_existing_store(config: ServerConfig) -> AsyncIterator[Store]:
    """Open an existing store for a `with` block. Raise DottableError if there is none."""
    from dottable.store import open_store
    from dottable.store.store_factory import is_postgres, sqlite_path

    if not is_postgres(config.store) and not sqlite_path(config.store).is_file():
        raise DottableError(f"There is no database '{config.store}'. Name it with --store or --data.")
    store = open_store(config.store)
    await store.start()
    try:
        yield store
    finally:
        await store.close()


def now_ms() -> int:
    """Return the current time in ms since the Unix epoch."""
    return time.time_ns() // 1_000_000
