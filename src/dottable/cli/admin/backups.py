"""`dottable admin backup` and `dottable admin restore`."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.cli.admin.store_access import add_store_arguments, server_config
from dottable.cli.arguments import Subparsers
from dottable.cli.console import print_json, require_parent_folder

if TYPE_CHECKING:
    from dottable.store.backup import BackupSummary


def add_parsers(actions: Subparsers) -> None:
    add_backup_parser(actions)
    add_restore_parser(actions)


def add_backup_parser(actions: Subparsers) -> None:
    backup = actions.add_parser(
        "backup",
        help="write everything into one new file, while the server runs",
        description="Write everything that is committed at one moment into one new file, while the server runs, and "
        "verify it. The file holds the seeds of live matches: keep it as safe as the database.",
    )
    backup.add_argument("file", metavar="FILE", help="the backup to write; it must not exist")
    add_store_arguments(backup)
    backup.set_defaults(run=run_backup)


def add_restore_parser(actions: Subparsers) -> None:
    restore = actions.add_parser(
        "restore",
        help="restore a backup into an empty database",
        description="Restore a backup into an empty SQLite file or PostgreSQL database, and compare every row. "
        "A database with data is refused. Stop the server first.",
    )
    restore.add_argument("file", metavar="FILE", help="a backup")
    add_store_arguments(restore)
    restore.set_defaults(run=run_restore)


def run_backup(args: argparse.Namespace) -> int:
    from dottable.store.backup import backup_store

    target = Path(args.file)
    require_parent_folder(target)
    summary = asyncio.run(backup_store(server_config(args).store, target))
    print_summary(args, summary, "Backed up and verified")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    from dottable.store.backup import restore_backup

    summary = asyncio.run(restore_backup(Path(args.file), server_config(args).store))
    print_summary(args, summary, "Restored and verified")
    return 0


def print_summary(args: argparse.Namespace, summary: BackupSummary, done: str) -> None:
    if args.json:
        print_json({"rows": summary.rows, "sha256": summary.digest})
        return
    counts = ", ".join(f"{summary.rows[name]} {name}" for name in ("tables", "events", "players", "logs"))
    print(f"{done}: {counts}. SHA-256 of all rows: {summary.digest}.")
