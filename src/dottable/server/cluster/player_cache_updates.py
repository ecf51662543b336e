"""Keeps the player caches of all nodes up to date: changed names, revoked tokens, deletions.

A message on the bus reports each change at once. Messages can be lost, so every node also reads the store regularly.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from dottable.server.access.connection_limits import ConnectionLimits
from dottable.server.access.player_registry import PlayerRegistry, PlayerUpdate
from dottable.server.cluster.bus_messages import PLAYERS_SUBJECT, PlayerMessage, decode_player_message, encode_message
from dottable.server.cluster.message_bus import SendReply
from dottable.server.lifetimes.player_deletion import complete_deletion
from dottable.store import StoreError

if TYPE_CHECKING:
    from dottable.server.cluster.cluster_node import ClusterNode

log = logging.getLogger("dottable.server")

TOKEN_CHECK_S = 10.0
"""Interval in seconds between two checks of all tokens. It limits how long a revoked token works after a lost
message."""


class PlayerUpdates:
    """Publishes changes of players made at this node, and applies those made at other nodes."""

    def __init__(self, node: ClusterNode, players: PlayerRegistry, connections: ConnectionLimits) -> None:
        self._node = node
        self._players = players
        self._connections = connections

    async def start(self) -> None:
        """Subscribe to changes made at other nodes."""
        await self._node.bus.subscribe(PLAYERS_SUBJECT, self._on_message)
        self._players.on_update = lambda update: self._publish(update.player_id, update)
        self._node.host.on_player_deleted = lambda player: self._publish(player, None)
        self._node.host.start_task(self._check_periodically())

    def _publish(self, player: str, update: PlayerUpdate | None) -> None:
        message = PlayerMessage(self._node.incarnation, player, update)
        self._node.bus.publish(PLAYERS_SUBJECT, encode_message(message))

    def _on_message(self, payload: bytes, _reply: SendReply) -> None:
        message = decode_player_message(payload)
        if message.node == self._node.incarnation:
            return
        if message.update is not None:
            self._players.apply_remote_update(message.update)
        else:
            self._node.host.start_task(complete_deletion(self._node.host, message.player))

    async def _check_periodically(self) -> None:
        while True:
            await asyncio.sleep(TOKEN_CHECK_S)
            try:
                await self.check_tokens()
            except StoreError as error:
                log.info("the tokens of open sockets could not be checked: %s", error)

    async def check_tokens(self) -> None:
        """Clear the player cache, and close the sockets whose token is no longer stored."""
        self._players.clear_cache()
        connected = self._connections.token_holders()
        known = await self._node.limits.shared.stored_tokens(list(connected))
        for token_hash in connected.keys() - known:
            self._connections.close_revoked(connected[token_hash], token_hash)
