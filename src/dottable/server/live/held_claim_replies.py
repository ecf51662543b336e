"""Replies to claims that a table holds until their race is decided."""

from __future__ import annotations

from collections.abc import Iterable

from dottable.server.live.command_request import CLAIM_OVERTAKEN, ReplyCallback, refused_message
from dottable.server.protocol.messages import FromServer
from dottable.table.decisions.races import Claim


class HeldClaimReplies:
    """Reply callbacks by player and client id. A claim that was sent several times has several callbacks."""

    __slots__ = ("by_claim",)

    def __init__(self) -> None:
        self.by_claim: dict[tuple[str, str | None], list[ReplyCallback]] = {}

    def add_callback(self, player: str, client_id: str | None, reply: ReplyCallback) -> None:
        """Keep the reply callback of a claim until the claim is decided."""
        self.by_claim.setdefault((player, client_id), []).append(reply)

    def pop_callbacks(self, player: str, client_id: str | None) -> list[ReplyCallback]:
        """Remove and return the reply callbacks of a claim."""
        return self.by_claim.pop((player, client_id), [])

    def send_answer(self, player: str, client_id: str | None, message: FromServer) -> None:
        """Send a message to all reply callbacks of a claim."""
        for reply in self.pop_callbacks(player, client_id):
            reply(message)

    def refuse_overtaken(self, claims: Iterable[Claim]) -> None:
        """Refuse claims that the table no longer holds, because the match has continued or ended."""
        held = {(claim.asker, claim.client_id) for claim in claims}
        for player, client_id in [key for key in self.by_claim if key not in held]:
            self.send_answer(player, client_id, refused_message(client_id, CLAIM_OVERTAKEN))
