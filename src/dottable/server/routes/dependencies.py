"""Types of the dependencies that routes may ask for by parameter name."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency

from dottable.server.access.connection_limits import ConnectionLimits
from dottable.server.access.import_limiter import ImportLimiter
from dottable.server.access.limits import RateLimiter
from dottable.server.access.players import PlayerRegistry
from dottable.server.live.store_probe import StoreProbe
from dottable.server.live.table_host import TableHost
from dottable.server.sandbox.sandbox import Sandbox
from dottable.store import PlayerRow

HostDependency: TypeAlias = NamedDependency[TableHost]
PlayersDependency: TypeAlias = NamedDependency[PlayerRegistry]
ConnectionLimitsDependency: TypeAlias = NamedDependency[ConnectionLimits]
RateLimiterDependency: TypeAlias = NamedDependency[RateLimiter]
StoreProbeDependency: TypeAlias = NamedDependency[StoreProbe]
ImportLimiterDependency: TypeAlias = NamedDependency[ImportLimiter]
SandboxDependency: TypeAlias = NamedDependency[Sandbox]
SignedInPlayer: TypeAlias = NamedDependency[PlayerRow]
"""The player of the request's token; without a valid token the answer is 401."""
OptionalPlayer: TypeAlias = NamedDependency[PlayerRow | None]
"""The player of the request's token, or None without a token."""
