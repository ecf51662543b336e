"""What routes may ask for by name, besides what a request brings along."""

from __future__ import annotations

from typing import TypeAlias

from litestar.di import NamedDependency

from dottable.server.doorkeeper import Doorkeeper
from dottable.server.host import Host
from dottable.server.limits import Meter
from dottable.server.players import Players
from dottable.store import PlayerRow

TheHost: TypeAlias = NamedDependency[Host]
ThePlayers: TypeAlias = NamedDependency[Players]
TheDoorkeeper: TypeAlias = NamedDependency[Doorkeeper]
AMeter: TypeAlias = NamedDependency[Meter]
Me: TypeAlias = NamedDependency[PlayerRow]
"""The player who asks; 401 if it is nobody."""
Onlooker: TypeAlias = NamedDependency[PlayerRow | None]
"""Whoever asks, perhaps nobody in particular."""
