"""`dottable admin prune`, `delete-player` and `export-logs`: delete stored data, and write logs to files."""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from pathlib import Path

from dottable.cli.admin.store_access import add_store_arguments, now_ms, open_existing_store, server_config
from dottable.cli.arguments import Subparsers, positive_int
from dottable.cli.console import print_json, translate_write_errors
from dottable.core.errors import DottableError


def add_parsers(actions: Subparsers) -> None:
    add_prune_parser(actions)
    add_delete_player_parser(actions)
    add_export_logs_parser(actions)


def add_prune_parser(actions: Subparsers) -> None:
    prune = actions.add_parser(
        "prune",
        help="delete what is older than its retention",
        description="Delete what is older than its retention, as the server does every ten minutes. The defaults are "
        "the server's settings limits.keep_..._days.",
    )
    prune.add_argument("--finished-days", type=positive_int, metavar="N", help="keep finished matches for N days")
    prune.add_argument("--unfinished-days", type=positive_int, metavar="N", help="keep tables without a result N days")
    add_store_arguments(prune)
    prune.set_defaults(run=run_prune)


def add_delete_player_parser(actions: Subparsers) -> None:
    delete = actions.add_parser(
        "delete-player",
        help="delete a player: tokens, name and messages",
        description="Delete a player. Tokens and name go at once; a running server notices it within a minute and "
        "gives up the player's unfinished matches. Old matches say 'Deleted player'.",
    )
    delete.add_argument("player", metavar="PLAYER", help="the id of the player, like p0123456789abcdef0123")
    add_store_arguments(delete)
    delete.set_defaults(run=run_delete_player)


def add_export_logs_parser(actions: Subparsers) -> None:
    export = actions.add_parser(
        "export-logs",
        help="write the logs of all ended matches into a folder",
        description="Write the text log of every ended match into a folder, for 'dottable verify' and 'replay'.",
    )
    export.add_argument("folder", metavar="FOLDER", help="made if necessary; existing files of the same name are kept")
    export.add_argument("--game", metavar="SLUG", help="only matches of this game")
    add_store_arguments(export)
    export.set_defaults(run=run_export_logs)


def run_prune(args: argparse.Namespace) -> int:
    deleted = asyncio.run(prune_store(args))
    if args.json:
        print_json(dict(deleted))
    else:
        print(
            f"Deleted {deleted['finished']} finished matches, {deleted['unfinished']} tables without a result and "
            f"{deleted['players']} unused players."
        )
    return 0


async def prune_store(args: argparse.Namespace) -> Counter[str]:
    """Delete everything that is older than its retention time. Return the number of deleted items by kind."""
    from msgspec.structs import replace

    from dottable.server.lifetimes.retention import prune_old_data

    config = server_config(args)
    retention = {"keep_finished_days": args.finished_days, "keep_unfinished_days": args.unfinished_days}
    limits = replace(config.limits, **{name: days for name, days in retention.items() if days is not None})
    async with open_existing_store(config) as store:
        return await prune_old_data(store, limits, now_ms())


def run_delete_player(args: argparse.Namespace) -> int:
    is_complete = asyncio.run(delete_player_from_store(args))
    if args.json:
        print_json({"player": args.player, "is_complete": is_complete})
    elif is_complete:
        print("The player is deleted.")
    else:
        print("The player is deleted. The server gives up the unfinished matches within a minute, or when it starts.")
    return 0


async def delete_player_from_store(args: argparse.Namespace) -> bool:
    """Delete a player. Return False if unfinished tables remain; the server will remove the player from them later."""
    from dottable.server.lifetimes.player_deletion import anonymise_stored_tables

    async with open_existing_store(server_config(args)) as store:
        if await store.find_player(args.player) is None and args.player not in await store.deleted_players(0):
            raise DottableError(f"There is no player '{args.player}'.")
        await store.delete_player(args.player, now_ms())
        is_complete = await anonymise_stored_tables(store, args.player)
        if is_complete:
            await store.complete_deletion(args.player)
        return is_complete


def run_export_logs(args: argparse.Namespace) -> int:
    with translate_write_errors("the logs", args.folder):
        counts = asyncio.run(export_logs_to_folder(args))
    if args.json:
        print_json(dict(counts))
    else:
        print(f"Wrote {counts['written']} logs into {args.folder}. {counts['without_log']} ended tables have no log.")
    return 0


async def export_logs_to_folder(args: argparse.Namespace) -> Counter[str]:
    """Write one log file per ended match. Return the numbers of written and of missing logs."""
    from dottable.server.live.match_log_text import log_from_events
    from dottable.store.log_import_export import export_logs

    folder, counts = Path(args.folder), Counter(written=0, without_log=0)
    async with open_existing_store(server_config(args)) as store:
        folder.mkdir(parents=True, exist_ok=True)
        async for row, log in export_logs(store, log_from_events, game=args.game):
            counts["written" if log.text else "without_log"] += 1
            file = folder / f"{file_name_part(row.game)}-{file_name_part(row.id)}.log"
            if log.text and not file.exists():
                file.write_text(log.text, encoding="utf-8")
    return counts


def file_name_part(text: str) -> str:
    """Return a text in a form that can be part of a file name: only letters, digits, '-' and '_'."""
    return "".join(c for c in text if c.isalnum() or c in "-_")
