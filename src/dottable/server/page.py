"""The plain pages: the list of API routes, and home and a table's link where no web client was built.

No script, nothing from elsewhere.
"""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Request, Response, get
from litestar.enums import MediaType

from dottable import __version__
from dottable.core.registry import games

STYLE = """
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
DOTS = "<i aria-hidden='true'>●●●●</i>"
METHODS = ("get", "post", "patch", "put", "delete")


def page(title: str, body: str) -> Response[str]:
    """A whole page; `body` is escaped already."""
    html = (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{body}"
        f"<hr><small>Dottable {escape(__version__)}</small></body></html>"
    )
    return Response(html, media_type=MediaType.HTML)


def plain_home() -> Response[str]:
    """The five games, and the ways in."""
    rows = "".join(
        f"<li><b>{escape(game.title)}</b>, {game.min_seats} to {game.max_seats} players<br>"
        f"{escape(game.summary)} <a href='/api/v1/games/{game.slug}'>rules and options</a><br>"
        f"<span class='soft'>in a terminal: <code>dottable play {game.slug}</code></span></li>"
        for game in games().values()
    )
    body = (
        f"<h1>Dottable {DOTS}</h1><p>The server is up, but its web client is not built: with Node 20 or newer,"
        " <code>make web</code> in the repository builds it. Until then tables are open to programs and bots by the"
        " <a href='/api'>API</a>, and in a terminal <code>dottable play</code> starts a match at once.</p>"
        f"<ul>{rows}</ul><p><a href='/api/v1/tables'>Open tables</a> · <a href='/health'>Health</a></p>"
    )
    return page("Dottable", body)


def plain_table(table_id: str, url: str) -> Response[str]:
    """What the link of a table shows without the web client."""
    link = escape(url, quote=True)
    body = (
        f"<h1>A table {DOTS}</h1><p>Somebody keeps a seat for you. Let a bot of yours take it:</p>"
        f"<p><code>dottable bot {link} your_module:YourBot</code></p>"
        f"<p><a href='/api/v1/tables/{escape(table_id, quote=True)}'>See the table</a> · <a href='/'>Home</a></p>"
    )
    return page("A table at Dottable", body)


@get("/api", include_in_schema=False, sync_to_thread=False)
def show_api(request: Request[Any, Any, Any]) -> Response[str]:
    """Every route of the API, from its own schema."""
    schema = request.app.openapi_schema.to_schema()
    rows = [
        route_row(method, path, item[method])
        for path, item in schema["paths"].items()
        for method in METHODS
        if method in item
    ]
    body = (
        f"<h1>API {DOTS}</h1><p>All is JSON; exact types are in <a href='/api/schema/openapi.json'>openapi.json</a>,"
        " those of the socket and of every game's view in <a href='/api/v1/messages'>messages</a>."
        " A table is played at <code>/api/v1/tables/ID/socket</code>.</p>"
        f"<dl>{''.join(rows)}</dl>"
    )
    return page("Dottable API", body)


def route_row(method: str, path: str, operation: dict[str, Any]) -> str:
    needs = " <small>needs a token</small>" if operation.get("security") else ""
    told = operation.get("description") or operation.get("summary") or ""
    return f"<dt><code>{method.upper()} {escape(path)}</code>{needs}</dt><dd>{escape(told)}</dd>"
