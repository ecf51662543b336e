"""`/health` and `/metrics`: whether the server works, and its load."""

from __future__ import annotations

from typing import Literal

from litestar import Response, get
from litestar.enums import MediaType
from msgspec import Struct

from dottable import __version__
from dottable.core.errors import DottableError
from dottable.server.routes.dependencies import HostDependency


class Health(Struct, frozen=True):
    """Whether the server can accept moves."""

    status: Literal["ok", "store down"]
    version: str
    live_tables: int
    sockets: int


@get("/health", summary="Health check")
async def show_health(host: HostDependency) -> Response[Health]:
    """Return 200 if moves can be accepted and stored, 503 if the store does not respond."""
    try:
        await host.store.schema_version()
        status: Literal["ok", "store down"] = "ok"
    except (DottableError, OSError):
        status = "store down"
    tables, sockets = (int(host.metrics.gauges[name]()) for name in ("live_tables", "sockets"))
    return Response(Health(status, __version__, tables, sockets), status_code=200 if status == "ok" else 503)


@get("/metrics", sync_to_thread=False, media_type=MediaType.TEXT, summary="Counters for Prometheus")
def show_metrics(host: HostDependency) -> str:
    """Return counters, gauges and histograms in Prometheus' text format."""
    return host.metrics.prometheus_text()
