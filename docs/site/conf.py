"""Configuration of the documentation site: Sphinx with MyST (Markdown) and the theme Furo.

The source folder is the root of the repository, so links between README.md, docs/ and other pages are
the same on the site and on a forge. `make docs` builds it; docs/decisions/0018-documentation-site.md explains it.
"""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

SITE = Path(__file__).resolve().parent
ROOT = SITE.parents[1]
HOME = "docs/README"
NAVIGATION = tomllib.loads((SITE / "navigation.toml").read_text("utf-8"))
FONTS = 'ui-rounded, "SF Pro Rounded", "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", sans-serif'
PAGE_FOLDERS = ("docs", "benchmarks")
HTML_PICTURES = "docs/rules/pictures/dobble_connect"
"""Folder of pictures that a page shows by HTML, for their width. Sphinx copies only those of Markdown."""

project = "Dottable"
author = "The Dottable developers"
copyright = author
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = HOME
include_patterns = ["*.md", "docs/**.md", "benchmarks/**.md"]
exclude_patterns = [path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in PAGE_FOLDERS]
suppress_warnings = ["myst.header"]  # rulings are headings of the third level below the title
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
add_module_names = False
default_role = "code"  # docstrings write `name` as in Markdown

html_theme = "furo"
html_title = "Dottable"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "static/dots.svg"
templates_path = ["templates"]
html_additional_pages = {"index": "redirect_to_home.html"}
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_logo": "dots.svg",
    "dark_logo": "dots.svg",
    "top_of_page_buttons": [],
    "light_css_variables": {  # the colours of web/src/theme.css
        "font-stack": FONTS,
        "color-brand-primary": "#2f5bd7",
        "color-brand-content": "#2f5bd7",
        "color-background-primary": "#faf8f3",
        "color-background-secondary": "#f0ede5",
        "color-foreground-primary": "#1c2230",
    },
    "dark_css_variables": {
        "color-brand-primary": "#86a8ff",
        "color-brand-content": "#86a8ff",
        "color-background-primary": "#12151b",
        "color-background-secondary": "#1b2029",
        "color-foreground-primary": "#eceae4",
    },
}
highlight_language = "none"
pygments_style, pygments_dark_style = "friendly", "github-dark"


def add_navigation(_: Sphinx, page: str, source: list[str]) -> None:
    """Append hidden tables of contents to a page. On a forge the pages have plain links instead."""
    if page == HOME:
        source[0] += "".join(map(contents, NAVIGATION["chapters"], NAVIGATION["chapters"].values()))
    if page in NAVIGATION["subpages"]:
        source[0] += contents("", [NAVIGATION["subpages"][page]])


def contents(caption: str, pages: list[str]) -> str:
    """Return a hidden table of contents of pages or patterns of pages."""
    lines = [f":caption: {caption}"] if caption else []
    return "\n".join(["", "", "```{toctree}", ":hidden:", ":glob:", *lines, "", *(f"/{page}" for page in pages), "```"])


def copy_html_pictures(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        shutil.copytree(ROOT / HTML_PICTURES, Path(app.outdir) / HTML_PICTURES, dirs_exist_ok=True)


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_navigation)
    app.connect("build-finished", copy_html_pictures)
