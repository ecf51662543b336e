"""Plain HTML pages: an overview of the API, and a home and a table page for servers without the web client.

They use no scripts and no external resources.
"""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Request, Response, get
from litestar.enums import MediaType

from dottable import __version__
from dottable.core.registry import installed_games

PAGE_CSS = """
:root { color-scheme: light dark; --ink: #1d2433; --paper: #fbfaf7; --soft: #6b7280; --line: #d9d6cf; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceae4; --paper: #14171d; --soft: #a3a9b5; --line: #333a46; }
}
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.05rem/1.55 system-ui, sans-serif; }
h1 i { font-style: normal; letter-spacing: .1em; } a { color: inherit; } small, .soft { color: var(--soft); }
code { background: color-mix(in srgb, var(--soft) 16%, transparent); padding: .1em .35em; border-radius: .3em;
  overflow-wrap: anywhere; }
li, dt { margin-top: .8rem; } dd { margin: 0; } hr { border: 0; border-top: 1px solid var(--line); }
"""
TITLE_DOTS_HTML = "<i aria-hidden='true'>●●●●</i>"
HTTP_METHODS = ("get", "post", "patch", "put", "delete")
"""Keys of operations in an OpenAPI path item, in display order."""


def html_page(title: str, body: str) -> Response[str]:
    """Return an HTML page. `body` must already be escaped."""
    html = (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{PAGE_CSS}</style></head><body>{body}"
        f"<hr><small>Dottable {escape(__version__)}</small></body></html>"
    )
    return Response(html, media_type=MediaType.HTML)


def plain_home_page() -> Response[str]:
    """Return the home page of a server without the web client: games and links."""
    rows = "".join(
        f"<li><b>{escape(game.title)}</b>, {game.min_seats} to {game.max_seats} players<br>"
        f"{escape(game.summary)} <a href='/api/v1/games/{game.slug}'>rules and options</a><br>"
        f"<span class='soft'>in a terminal: <code>dottable play {game.slug}</code></span></li>"
        for game in installed_games().values()
    )
    body = (
        f"<h1>Dottable {TITLE_DOTS_HTML}</h1><p>The server runs, but its web client is not built."
        " With Node 20 or newer, <code>make web</code> in the repository builds it."
        " Until then, programs and bots can play through the <a href='/api'>API</a>,"
        " and <code>dottable play</code> starts a match in a terminal.</p>"
        f"<ul>{rows}</ul><p><a href='/api/v1/tables'>Open tables</a> · <a href='/health'>Health</a></p>"
    )
    return html_page("Dottable", body)


def plain_table_page(table_id: str, url: str) -> Response[str]:
    """Return the page of a table on a server without the web client."""
    link = escape(url, quote=True)
    body = (
        f"<h1>A table {TITLE_DOTS_HTML}</h1><p>You are invited to this table. A bot of yours can take a seat:</p>"
        f"<p><code>dottable bot {link} your_module:YourBot</code></p>"
        f"<p><a href='/api/v1/tables/{escape(table_id, quote=True)}'>See the table</a> · <a href='/'>Home</a></p>"
    )
    return html_page("A table at Dottable", body)


@get("/api", include_in_schema=False, sync_to_thread=False)
def show_api(request: Request[Any, Any, Any]) -> Response[str]:
    """Return a page that lists every API route, made from the OpenAPI schema."""
    schema = request.app.openapi_schema.to_schema()
    rows = [
        route_html(method, path, item[method])
        for path, item in schema["paths"].items()
        for method in HTTP_METHODS
        if method in item
    ]
    body = (
        f"<h1>API {TITLE_DOTS_HTML}</h1><p>All bodies are JSON."
        " Types are in <a href='/api/schema/openapi.json'>openapi.json</a>;"
        " types of socket messages and game views are in <a href='/api/v1/messages'>messages</a>."
        " A table's socket is at <code>/api/v1/tables/ID/socket</code>.</p>"
        f"<dl>{''.join(rows)}</dl>"
    )
    return html_page("Dottable API", body)


def route_html(method: str, path: str, operation: dict[str, Any]) -> str:
    needs = " <small>needs a token</small>" if operation.get("security") else ""
    description = operation.get("description") or operation.get("summary") or ""
    return f"<dt><code>{method.upper()} {escape(path)}</code>{needs}</dt><dd>{escape(description)}</dd>"
