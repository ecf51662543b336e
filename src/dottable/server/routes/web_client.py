"""Serves the web client, which the build writes to `dottable/web`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.enums import MediaType
from litestar.params import FromPath

from dottable import __file__ as package_file
from dottable.server.routes.dependencies import HostDependency
from dottable.server.routes.errors import not_found_error
from dottable.server.routes.plain_pages import html_page, plain_home_page, plain_table_page
from dottable.server.routes.preview_pictures import find_shared_table, picture_url
from dottable.server.sharing.open_graph_tags import with_link_tags

CLIENT_FOLDER = Path(package_file).parent / "web"
INDEX_FILE = "index.html"
SCREEN_PATHS = [
    "/game/{rest:str}",
    "/review/{rest:str}",
    "/matches",
    "/puzzles",
    "/tables",
    "/settings",
    "/transfer",
    "/about",
    "/stage",
]
"""Paths of the web client's pages. The server returns the index page for all of them."""
MEDIA_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".bundle": "text/plain",
}
COMPRESSED_SUFFIXES = {"br": ".br", "gzip": ".gz"}
"""Suffixes of the compressed copies that the build writes, the smaller copy first."""
CACHE_IMMUTABLE = "public, max-age=31536000, immutable"
"""Cache-Control of files whose names contain a content hash."""
CACHE_REVALIDATE = "no-cache"
"""Cache-Control of files for which the browser must check for a new build."""


class WebFile(NamedTuple):
    """A file of the web client, possibly compressed, as it is sent in a response."""

    content: bytes
    media_type: str
    encoding: str | None


def is_built() -> bool:
    """Return whether the built web client is installed. `make web` builds it."""
    return (CLIENT_FOLDER / INDEX_FILE).is_file()


def find_file(name: str, accepted: str) -> WebFile | None:
    """Return a file of the client, compressed if the browser accepts that; None if it does not exist."""
    path = CLIENT_FOLDER / name.lstrip("/")
    media_type = MEDIA_TYPES.get(path.suffix)
    if media_type is None or ".." in path.parts or not path.is_file():
        return None
    codings = {part.split(";")[0].strip() for part in accepted.split(",")}
    for encoding, suffix in COMPRESSED_SUFFIXES.items():
        compressed = path.with_name(path.name + suffix)
        if encoding in codings and compressed.is_file():
            return WebFile(cached_file_bytes(compressed, compressed.stat().st_mtime_ns), media_type, encoding)
    return WebFile(cached_file_bytes(path, path.stat().st_mtime_ns), media_type, None)


@lru_cache(maxsize=512)
def cached_file_bytes(path: Path, _: int) -> bytes:
    """Return the bytes of a file. The modification time is part of the cache key, so that a new build is noticed."""
    return path.read_bytes()


def file_response(request: Request[Any, Any, Any], name: str, *, cache_control: str) -> Response[bytes]:
    """Return a response with a file of the client, or raise a 404 error."""
    found = find_file(name, request.headers.get("accept-encoding", ""))
    if found is None:
        raise not_found_error("page")
    headers = {"cache-control": cache_control, "vary": "accept-encoding"}
    if found.encoding:
        headers["content-encoding"] = found.encoding
    return Response(found.content, media_type=found.media_type, headers=headers)


@get("/", include_in_schema=False, sync_to_thread=False)
def show_home(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the home page."""
    return file_response(request, INDEX_FILE, cache_control=CACHE_REVALIDATE) if is_built() else plain_home_page()


@get(["/table/{table_id:str}", "/replay/{table_id:str}"], include_in_schema=False)
async def show_table(table_id: FromPath[str], request: Request[Any, Any, Any], host: HostDependency) -> Response[Any]:
    """Return the index page for a table or a replay, with Open Graph tags for link previews."""
    if not is_built():
        return plain_table_page(table_id, str(request.url))
    table = await find_shared_table(host, table_id)
    if table is None:
        return file_response(request, INDEX_FILE, cache_control=CACHE_REVALIDATE)
    index = find_file(INDEX_FILE, "")
    assert index is not None
    page = with_link_tags(index.content.decode(), table, str(request.url), picture_url(request, table_id))
    return Response(page, media_type=MediaType.HTML, headers={"cache-control": CACHE_REVALIDATE})


@get(SCREEN_PATHS, include_in_schema=False, sync_to_thread=False)
def show_screen(request: Request[Any, Any, Any]) -> Response[Any]:
    """Return the index page for any other page of the client, which reads the address itself."""
    if is_built():
        return file_response(request, INDEX_FILE, cache_control=CACHE_REVALIDATE)
    return html_page("Dottable", "<h1>Not built</h1><p>This page needs the web client. <a href='/'>Home</a></p>")


@get("/assets/{name:path}", include_in_schema=False, sync_to_thread=False)
def show_asset(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return a script, style sheet or picture. File names contain a content hash."""
    return file_response(request, f"assets/{str(name).lstrip('/')}", cache_control=CACHE_IMMUTABLE)


@get("/icons/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_icon(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return an icon of the installable web app."""
    return file_response(request, f"icons/{name}", cache_control="public, max-age=86400")


@get(
    ["/manifest.webmanifest", "/sw.js", "/offline.html", "/assets.json"], include_in_schema=False, sync_to_thread=False
)
def show_app_file(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return a file of the installable web app."""
    return file_response(request, request.url.path, cache_control=CACHE_REVALIDATE)


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False, media_type=MediaType.TEXT)
def show_favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the icon for browsers that request it without reading the page."""
    return file_response(request, "icons/dottable-192.png", cache_control="public, max-age=86400")


ROUTES = [show_home, show_table, show_screen, show_asset, show_icon, show_app_file, show_favicon]
