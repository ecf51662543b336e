"""`/health/live`, `/health/ready` and `/metrics`: whether the server works, and its load."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Request, Response, get
from litestar.enums import MediaType
from msgspec import Struct

from dottable import __version__
from dottable.server.access.limits import is_loopback
from dottable.server.live.store_probe import StoreProbe
from dottable.server.routes.dependencies import HostDependency, StoreProbeDependency

NO_STORE = {"cache-control": "no-store"}
HIDDEN_REASON = "The database does not commit writes. The server's log has the reason."
"""Reason for clients on other machines: database errors may name hosts and users."""


class Liveness(Struct, frozen=True):
    """The answer of a process whose event loop runs."""

    status: Literal["ok"]
    version: str


class Health(Struct, frozen=True):
    """Whether the server can accept and store moves."""

    status: Literal["ok", "store down", "stopping"]
    version: str
    live_tables: int
    sockets: int
    reason: str = ""
    """What is wrong, for the operator; empty if nothing is."""


@get("/health/live", summary="Liveness check", sync_to_thread=False)
def show_liveness() -> Response[Liveness]:
    """Return 200 if the process answers at all. Does not touch the store. Restart the process if this fails."""
    return Response(Liveness("ok", __version__), headers=NO_STORE)


@get(["/health/ready", "/health"], summary="Readiness check")
async def show_health(
    request: Request[Any, Any, Any], host: HostDependency, store_probe: StoreProbeDependency
) -> Response[Health]:
    """Return 200 if a write was committed in the last seconds, otherwise 503 with the reason, within 2 s."""
    status, reason = await readiness(store_probe, is_closing=host.is_closing)
    if status == "store down" and not is_loopback(request.client.host if request.client else ""):
        reason = HIDDEN_REASON
    tables, sockets = (int(host.metrics.gauges[name]()) for name in ("live_tables", "sockets"))
    health = Health(status, __version__, tables, sockets, reason)
    return Response(health, status_code=200 if status == "ok" else 503, headers=NO_STORE)


async def readiness(probe: StoreProbe, *, is_closing: bool) -> tuple[Literal["ok", "store down", "stopping"], str]:
    """Return the status and the reason."""
    if is_closing:
        return "stopping", "The server is shutting down."
    problem = await probe.find_problem()
    return ("ok", "") if problem is None else ("store down", problem)


@get("/metrics", sync_to_thread=False, media_type=MediaType.TEXT, summary="Counters for Prometheus")
def show_metrics(host: HostDependency) -> str:
    """Return counters, gauges and histograms in Prometheus' text format."""
    return host.metrics.prometheus_text()
