"""`/health/live`, `/health/ready` and `/metrics`: whether the server works, and how busy it is."""

from __future__ import annotations

from hmac import compare_digest
from typing import Any, Literal, NamedTuple

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.enums import MediaType
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry

from dottable import __version__
from dottable.server.access.limits import is_loopback
from dottable.server.live.table_host import TableHost
from dottable.server.monitoring.prometheus_collector import prometheus_text
from dottable.server.monitoring.store_probe import StoreProbe
from dottable.server.routes.dependencies import HostDependency, StoreProbeDependency
from dottable.server.routes.errors import PROBLEM_RESPONSES, ApiError, not_found_error

HealthStatus = Literal["ok", "store down", "unavailable"]
NO_STORE = {"cache-control": "no-store"}
HIDDEN_REASON = "The database does not commit writes. The server's log has the reason."
"""Reason shown to clients on other machines, because database errors may contain host and user names."""


class Liveness(Struct, frozen=True):
    """Response that shows that the server's process is running and answers."""

    status: Literal["ok"]
    version: str


class Health(Struct, frozen=True):
    """Whether the server can accept and store moves."""

    status: HealthStatus
    """`unavailable`: this node of a cluster is draining or disconnected, so clients should use another node."""
    version: str
    live_tables: int
    sockets: int
    reason: str = ""
    """Problem, described for the operator; empty if there is none."""


@get("/health/live", summary="Liveness check", sync_to_thread=False)
def show_liveness() -> Response[Liveness]:
    """Return 200 if the process answers. Does not use the store. If this fails, restart the process."""
    return Response(Liveness("ok", __version__), headers=NO_STORE)


@get(["/health/ready", "/health"], summary="Readiness check")
async def show_health(
    request: Request[Any, Any, Any], host: HostDependency, store_probe: StoreProbeDependency
) -> Response[Health]:
    """Return 200 if a write was committed in the last seconds, otherwise 503 with the reason, within 2 s.

    A node of a cluster also answers 503 while it drains or cannot reach the other nodes.
    """
    status, problem = await find_problem(host, store_probe)
    if status == "store down" and not is_loopback(request.client.host if request.client else ""):
        problem = HIDDEN_REASON
    tables, sockets = (int(host.metrics.gauges[name]()) for name in ("live_tables", "sockets"))
    health = Health(status, __version__, tables, sockets, problem or "")
    return Response(health, status_code=200 if problem is None else 503, headers=NO_STORE)


async def find_problem(host: TableHost, store_probe: StoreProbe) -> tuple[HealthStatus, str | None]:
    """Return the status of the server, and what is wrong; None if it can accept and store moves."""
    problem = None if host.cluster is None else host.cluster.reason_to_reconnect
    if problem is not None:
        return "unavailable", problem
    problem = await store_probe.find_problem()
    return "ok" if problem is None else "store down", problem


class MetricsAccess(NamedTuple):
    """The metrics and the token that gives access to them. Without a token there is no access."""

    registry: CollectorRegistry
    token: str


@get(
    "/metrics",
    sync_to_thread=False,
    media_type=MediaType.TEXT,
    summary="Metrics for Prometheus",
    responses=PROBLEM_RESPONSES,
)
def show_metrics(request: Request[Any, Any, Any], metrics_access: NamedDependency[MetricsAccess]) -> Response[bytes]:
    """Return all metrics in the text format of Prometheus. The bearer token must be the setting `metrics_token`."""
    if not metrics_access.token:
        raise not_found_error("page")
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not compare_digest(token.encode(), metrics_access.token.encode()):
        raise ApiError(401, "no_access", "Metrics need the token of the setting 'metrics_token'.")
    return Response(prometheus_text(metrics_access.registry), media_type=CONTENT_TYPE_LATEST, headers=NO_STORE)
