"""`dottable site`: writes the web client as static files, which play all games without a server."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from dottable.cli.arguments import Subparsers
from dottable.cli.console import print_status, translate_write_errors
from dottable.core.errors import DottableError
from dottable.core.registry import installed_games
from dottable.core.rules_text import rules_folder

NO_SERVER_TAG = '<meta name="dottable-server" content="none" />'
"""Tag that tells the page not to look for a server."""
SCREEN_NAMES = ("matches", "puzzles", "settings", "about")
"""Screens of the client that need no server, besides the page of each game."""
EXCLUDED_FILES = ("*.gz", "*.br")
"""Files of the client that are not copied: compressed copies, because web hosts compress by themselves."""
PLAY_HERE_HTML = """
<details class="play-here">
<summary style="padding: 0.7em 1em; border: 1px solid; border-radius: 1em; font-weight: 600">Play {title} here</summary>
<iframe src="/game/{slug}" title="{title}" loading="lazy" style="width: 100%; height: 44rem; border: 0"></iframe>
</details>
"""
"""HTML below the title of a game's page in the documentation."""


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "site",
        help="write a static web site that plays all games",
        description="Write the web client as static files: all games against bots, their rules, and your matches, "
        "without a server. Any web host can serve them, at the root of a domain. For the documentation, run 'make "
        "docs' in a clone and pass --docs build/site.",
    )
    command.add_argument("folder", metavar="FOLDER", type=Path, help="folder to write; it must be empty or missing")
    command.add_argument("--docs", metavar="FOLDER", type=Path, help="built documentation to include under /docs")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    with translate_write_errors("the site", args.folder):
        write_site(args.folder, args.docs)
    print_status(
        f"Wrote the site to {args.folder}. Any web host can serve it; try: python -m http.server -d {args.folder}"
    )
    return 0


def write_site(folder: Path, docs: Path | None = None) -> None:
    """Write the site to an empty or missing folder. Raise DottableError if the client is not built."""
    from dottable.server.routes import web_client

    if not web_client.is_built() or not list(web_client.CLIENT_FOLDER.glob("assets/view-*.bundle")):
        raise DottableError("The web client is not built with the games. Build it: make web (needs Node 20).")
    if folder.exists() and any(folder.iterdir()):
        raise DottableError(f"'{folder}' is not empty. Choose another folder.")
    shutil.copytree(
        web_client.CLIENT_FOLDER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*EXCLUDED_FILES)
    )
    write_pages(folder)
    for slug in installed_games():
        pictures = folder / "api" / "v1" / "games" / slug / "rules"
        shutil.copytree(rules_folder(), pictures, ignore=shutil.ignore_patterns("*.md"))
    if docs is not None:
        copy_docs(docs, folder / "docs")


def write_pages(folder: Path) -> None:
    """Write the page of the client once for each of its addresses, and as `404.html` for all other addresses."""
    index = folder / "index.html"
    page = index.read_text("utf-8").replace("<title>", f"{NO_SERVER_TAG}\n    <title>", 1)
    index.write_text(page, "utf-8")
    (folder / "404.html").write_text(page, "utf-8")
    for address in (*SCREEN_NAMES, *(f"game/{slug}" for slug in installed_games())):
        path = folder / address / "index.html"
        path.parent.mkdir(parents=True)
        path.write_text(page, "utf-8")


def copy_docs(source: Path, target: Path) -> None:
    """Copy built documentation, and embed each game in the page of its rules."""
    if not (source / "index.html").is_file():
        raise DottableError(f"'{source}' has no index.html. Build the documentation: make docs.")
    shutil.copytree(source, target)
    for slug, game in installed_games().items():
        for page in target.rglob(f"rules/{slug}.html"):
            text = page.read_text("utf-8")
            head, end, rest = text.partition("</h1>")
            page.write_text(head + end + PLAY_HERE_HTML.format(slug=slug, title=game.title) + rest, "utf-8")
