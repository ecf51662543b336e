"""Keeps the players that each node caches in step: changed names, revoked tokens, transfer codes, deletions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from dottable.server.access.players import PlayerRegistry, PlayerUpdate
from dottable.server.cluster.bus import Reply
from dottable.server.cluster.bus_messages import PLAYERS_SUBJECT, PlayerMessage, decode_player_message, encode_message
from dottable.server.lifetimes.player_deletion import complete_deletion

if TYPE_CHECKING:
    from dottable.server.cluster.node import ClusterNode

MAX_CACHE_AGE_S = 30.0
"""Time after which cached players are read again. It limits how long a lost message can matter."""


class PlayerUpdates:
    """Publishes changes of players at this node, and follows those of the others."""

    def __init__(self, node: ClusterNode, players: PlayerRegistry) -> None:
        self._node = node
        self._players = players

    async def start(self) -> None:
        """Listen to changes at other nodes."""
        await self._node.bus.subscribe(PLAYERS_SUBJECT, self._on_message)
        self._players.on_update = lambda update: self._publish(update.player_id, update)
        self._node.host.on_player_deleted = lambda player: self._publish(player, None)
        self._node.host.start_task(self._limit_cache_age())

    def _publish(self, player: str, update: PlayerUpdate | None) -> None:
        message = PlayerMessage(self._node.incarnation, player, update)
        self._node.bus.publish(PLAYERS_SUBJECT, encode_message(message))

    def _on_message(self, payload: bytes, _reply: Reply) -> None:
        message = decode_player_message(payload)
        if message.node == self._node.incarnation:
            return
        if message.update is not None:
            self._players.follow_update(message.update)
        else:
            self._node.host.start_task(complete_deletion(self._node.host, message.player))

    async def _limit_cache_age(self) -> None:
        while True:
            await asyncio.sleep(MAX_CACHE_AGE_S)
            self._players.clear_cache()
