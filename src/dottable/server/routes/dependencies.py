"""Types of the dependencies that routes can request by parameter name."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency

from dottable.server.access.connection_limits import ConnectionLimits
from dottable.server.access.log_import_limiter import LogImportLimiter
from dottable.server.access.player_registry import PlayerRegistry
from dottable.server.access.shared_rate_limiter import SharedRateLimiter
from dottable.server.live.table_host import TableHost
from dottable.server.monitoring.store_probe import StoreProbe
from dottable.server.sandbox.sandbox import Sandbox
from dottable.server.study.daily_puzzles import DailyPuzzles
from dottable.server.study.reviews import Reviews
from dottable.store import PlayerRow

HostDependency: TypeAlias = NamedDependency[TableHost]
PlayersDependency: TypeAlias = NamedDependency[PlayerRegistry]
ConnectionLimitsDependency: TypeAlias = NamedDependency[ConnectionLimits]
SharedRateDependency: TypeAlias = NamedDependency[SharedRateLimiter]
StoreProbeDependency: TypeAlias = NamedDependency[StoreProbe]
LogImportLimiterDependency: TypeAlias = NamedDependency[LogImportLimiter]
SandboxDependency: TypeAlias = NamedDependency[Sandbox]
DailyPuzzlesDependency: TypeAlias = NamedDependency[DailyPuzzles]
ReviewsDependency: TypeAlias = NamedDependency[Reviews]
SignedInPlayer: TypeAlias = NamedDependency[PlayerRow]
"""The player of the request's token. Without a valid token the response is 401."""
OptionalPlayer: TypeAlias = NamedDependency[PlayerRow | None]
"""The player of the request's token; None without a token."""
