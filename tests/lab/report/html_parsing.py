"""A strict HTML parser for tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID_TAGS = {"meta", "link", "br", "hr", "img", "input"}


@dataclass
class HtmlNode:
    """An HTML element and its content."""

    tag: str
    attributes: dict[str, str]
    children: list[HtmlNode | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.children)

    def descendants(self, *tags: str) -> Iterator[HtmlNode]:
        for part in self.children:
            if isinstance(part, HtmlNode):
                if part.tag in tags or not tags:
                    yield part
                yield from part.descendants(*tags)

    def only_descendant(self, tag: str) -> HtmlNode:
        (found,) = self.descendants(tag)
        return found

    def descendants_with(self, name: str, value: str) -> list[HtmlNode]:
        return [node for node in self.descendants() if value in node.attributes.get(name, "").split()]


class StrictHtmlParser(HTMLParser):
    """Parser that raises AssertionError for a wrongly nested tag or a repeated attribute."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = HtmlNode("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = HtmlNode(tag, {name: value or "" for name, value in attrs})
        assert len(node.attributes) == len(attrs), f"<{tag}> has an attribute twice"
        self.open[-1].children.append(node)
        if tag not in VOID_TAGS:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_TAGS:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse_html(html: str) -> HtmlNode:
    reader = StrictHtmlParser()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root], f"<{reader.open[-1].tag}> is never closed"
    return reader.root
