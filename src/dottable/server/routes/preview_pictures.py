"""`/share/<table>/picture`: the preview picture that messengers and social networks show for a link to a table."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from litestar import Request, Response, get

from dottable.server.live.search_row_writer import search_row
from dottable.server.live.table_host import TableHost
from dottable.server.routes.dependencies import HostDependency, SandboxDependency
from dottable.server.routes.errors import not_found_error
from dottable.server.routes.players import client_ip_address
from dottable.server.routes.tables import TableId
from dottable.server.sandbox.sandbox import Sandbox
from dottable.server.sharing.preview_content import SharedTable, shared_table
from dottable.server.sharing.preview_picture import draw_picture
from dottable.store import StoreError

CACHE_CONTROL = "public, max-age=300"
"""Browsers keep a picture for five minutes, because players may still join the table."""
MAX_PICTURES = 128
"""Number of pictures kept in memory, of about 40 kB each."""
picture_cache: OrderedDict[SharedTable, bytes] = OrderedDict()
"""Cache of pictures by content, least recently used first."""


async def find_shared_table(host: TableHost, table_id: str) -> SharedTable | None:
    """Return what a link to a table shows; None if there is no such table or the store does not answer."""
    live = host.live.get(table_id)
    try:
        row = search_row(live.table, host.clock_ms()) if live else await host.store.find_table(table_id)
    except StoreError:
        return None
    return None if row is None else shared_table(row)


def picture_url(request: Request[Any, Any, Any], table_id: str) -> str:
    """Return the absolute address of a table's picture, as Open Graph requires it."""
    return f"{request.base_url}share/{table_id}/picture"


async def cached_picture(table: SharedTable, address: str, sandbox: Sandbox) -> bytes:
    """Return the picture of a table, cached or drawn by a worker process. Drawing would stop the event loop."""
    picture = picture_cache.pop(table, None)
    if picture is None:
        picture = await sandbox.run_job(address, None, draw_picture, table)
    picture_cache[table] = picture
    if len(picture_cache) > MAX_PICTURES:
        picture_cache.popitem(last=False)
    return picture


@get("/share/{table_id:str}/picture", include_in_schema=False)
async def show_link_preview_picture(
    table_id: TableId, host: HostDependency, sandbox: SandboxDependency, request: Request[Any, Any, Any]
) -> Response[bytes]:
    """Return the picture of a link to a table."""
    table = await find_shared_table(host, table_id)
    if table is None:
        raise not_found_error("table")
    picture = await cached_picture(table, client_ip_address(request), sandbox)
    return Response(picture, media_type="image/png", headers={"cache-control": CACHE_CONTROL})
