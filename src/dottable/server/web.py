"""The web client as it was built into `dottable/web`: its page for every screen, and the files that page asks for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.enums import MediaType
from litestar.params import FromPath

from dottable import __file__ as package_file
from dottable.server.page import page, plain_home, plain_table
from dottable.server.problems import no_such

FOLDER = Path(package_file).parent / "web"
INDEX = "index.html"
SCREENS = ["/game/{rest:str}", "/replay/{rest:str}", "/matches", "/tables", "/settings", "/transfer", "/about"]
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
PACKED = {"br": ".br", "gzip": ".gz"}
"""Packed copies that the build leaves beside a file, the smaller first."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""For names with the hash of their content in them."""
ASK_AGAIN = "no-cache"


class WebFile(NamedTuple):
    """A file of the client as one request gets it."""

    content: bytes
    media_type: str
    encoding: str | None


def is_built() -> bool:
    """Whether there is a client to serve."""
    return (FOLDER / INDEX).is_file()


def find_file(name: str, accepted: str) -> WebFile | None:
    """A file by its path below the folder, packed if the browser takes that; None for anything else."""
    path = FOLDER / name.lstrip("/")
    media_type = TYPES.get(path.suffix)
    if media_type is None or ".." in path.parts or not path.is_file():
        return None
    codings = {part.split(";")[0].strip() for part in accepted.split(",")}
    for encoding, suffix in PACKED.items():
        packed = path.with_name(path.name + suffix)
        if encoding in codings and packed.is_file():
            return WebFile(read(packed, packed.stat().st_mtime_ns), media_type, encoding)
    return WebFile(read(path, path.stat().st_mtime_ns), media_type, None)


@lru_cache(maxsize=512)
def read(path: Path, _: int) -> bytes:
    """The bytes of a file; the time of its last change belongs to the key, so a new build is seen."""
    return path.read_bytes()


def send(request: Request[Any, Any, Any], name: str, *, keep: str) -> Response[bytes]:
    """A file of the client as an answer; 404 if there is none."""
    found = find_file(name, request.headers.get("accept-encoding", ""))
    if found is None:
        raise no_such("page")
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    if found.encoding:
        headers["content-encoding"] = found.encoding
    return Response(found.content, media_type=found.media_type, headers=headers)


@get("/", include_in_schema=False, sync_to_thread=False)
def show_home(request: Request[Any, Any, Any]) -> Response[Any]:
    """The games."""
    return send(request, INDEX, keep=ASK_AGAIN) if is_built() else plain_home()


@get("/table/{table_id:str}", include_in_schema=False, sync_to_thread=False)
def show_table(table_id: FromPath[str], request: Request[Any, Any, Any]) -> Response[Any]:
    """What the link of a table opens."""
    return send(request, INDEX, keep=ASK_AGAIN) if is_built() else plain_table(table_id, str(request.url))


@get(SCREENS, include_in_schema=False, sync_to_thread=False)
def show_screen(request: Request[Any, Any, Any]) -> Response[Any]:
    """Any other screen: the client knows which by its address."""
    if is_built():
        return send(request, INDEX, keep=ASK_AGAIN)
    return page("Dottable", "<h1>Not built</h1><p>This screen belongs to the web client. <a href='/'>Home</a></p>")


@get("/assets/{name:path}", include_in_schema=False, sync_to_thread=False)
def show_asset(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Script, style and art; a name is never used for anything else."""
    return send(request, f"assets/{str(name).lstrip('/')}", keep=FOR_GOOD)


@get("/icons/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_icon(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    """What the app looks like among others."""
    return send(request, f"icons/{name}", keep="public, max-age=86400")


@get(["/manifest.webmanifest", "/sw.js", "/offline.html"], include_in_schema=False, sync_to_thread=False)
def show_app_file(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What makes the page an app that can be installed."""
    return send(request, request.url.path, keep=ASK_AGAIN)


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False, media_type=MediaType.TEXT)
def show_favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For browsers that do not read the page first."""
    return send(request, "icons/dottable-192.png", keep="public, max-age=86400")


ROUTES = [show_home, show_table, show_screen, show_asset, show_icon, show_app_file, show_favicon]
