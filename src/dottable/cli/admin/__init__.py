"""`dottable admin`: back up, restore, prune, list, close, delete, export and check the data of a server."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from dottable.cli.admin import backups, stored_data, tables
from dottable.cli.arguments import Subparsers
from dottable.cli.interrupts import cleanup_on_interrupt

DESCRIPTION = """\
Work on the data of a server. The server may run meanwhile, except during a restore.
The database is found like that of 'dottable serve': by --store, --data, --config or the environment.
"""


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "admin",
        help="back up, restore, prune, list, close, delete, export or check stored matches",
        description=DESCRIPTION,
    )
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    for module in (backups, tables, stored_data):
        module.add_parsers(actions)
    for action in actions.choices.values():
        action.set_defaults(run=with_cleanup(action.get_default("run")))


def with_cleanup(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Return a version of `run` in which Ctrl-C closes the database and removes unfinished files."""

    def run_with_cleanup(args: argparse.Namespace) -> int:
        with cleanup_on_interrupt():
            return run(args)

    return run_with_cleanup
