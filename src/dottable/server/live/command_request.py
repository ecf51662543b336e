"""A player's command on its way through a live table, and the server's own refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from dottable.server.protocol.messages import FromServer, PreviewMessage, PreviewRequest, RefusedMessage
from dottable.table.commands import AnyCommand
from dottable.table.decisions.command_results import Rejected
from dottable.table.decisions.move_previews import preview_move
from dottable.table.table import Table

ReplyCallback = Callable[[FromServer], None]

SERVER_RESTARTING = Rejected("restart", "The server is restarting. Reconnect in a moment.")
TABLE_BUSY = Rejected("busy", "This table is too busy. Try again.")
STORE_FAILED = Rejected("store", "The command could not be saved. Send it again.")
CLAIM_OVERTAKEN = Rejected("overtaken", "The match moved on before your claim could be judged.")
SERVER_FAULT = Rejected("server", "Something went wrong on the server. Send it again.")


class CommandRequest(NamedTuple):
    """A player's command and the callback that answers it."""

    player: str
    command: AnyCommand
    reply: ReplyCallback
    arrived_at: int
    """Time of arrival on the host's clock, in ms."""
    started_s: float
    failures: int = 0
    """Number of failed attempts to store the command."""


def preview_message(table: Table, player: str, request: PreviewRequest, now: int) -> PreviewMessage | RefusedMessage:
    """Return the preview of a move. It changes nothing, so it does not pass through the inbox."""
    answer = preview_move(table, player, request.action, now)
    if isinstance(answer, Rejected):
        return refused_message(request.client_id, answer)
    return PreviewMessage(
        client_id=request.client_id, action=request.action, version=table.version, preview=answer.preview
    )


def refused_message(client_id: str | None, rejected: Rejected) -> RefusedMessage:
    return RefusedMessage(client_id=client_id, code=rejected.code, sentence=rejected.sentence)
