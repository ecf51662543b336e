"""`dottable admin`: back up, restore, prune, list, close, delete, export and check the data of a server."""

from __future__ import annotations

from dottable.cli.admin import backups, data, tables
from dottable.cli.arguments import Subparsers

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
    for module in (backups, tables, data):
        module.add_parsers(actions)
