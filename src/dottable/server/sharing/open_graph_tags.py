"""Open Graph tags in the head of a page, from which messengers and social networks make a link preview."""

from __future__ import annotations

from html import escape

from dottable.server.sharing.preview_content import SharedTable
from dottable.server.sharing.preview_picture import HEIGHT, WIDTH

TITLE_TAG = "<title>Dottable</title>"


def with_link_tags(page: str, table: SharedTable, url: str, picture_url: str) -> str:
    """Return the HTML of the index page with the title and Open Graph tags of a table."""
    properties = {
        "og:type": "website",
        "og:site_name": "Dottable",
        "og:title": table.title,
        "og:description": table.text,
        "og:url": url,
        "og:image": picture_url,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{table.title}. {table.text}",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    return page.replace(TITLE_TAG, "\n    ".join([f"<title>{escape(table.title)}</title>", *tags]), 1)
