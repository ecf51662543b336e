"""A page as a tree, read by a parser that forgives nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "hr", "img", "input"}


@dataclass
class Node:
    """An element with what is in it."""

    tag: str
    attributes: dict[str, str]
    inside: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.inside)

    def all(self, *tags: str) -> Iterator[Node]:
        for part in self.inside:
            if isinstance(part, Node):
                if part.tag in tags or not tags:
                    yield part
                yield from part.all(*tags)

    def one(self, tag: str) -> Node:
        (found,) = self.all(tag)
        return found

    def having(self, name: str, value: str) -> list[Node]:
        return [node for node in self.all() if value in node.attributes.get(name, "").split()]


class Reader(HTMLParser):
    """Raises where a tag is closed that is not the last opened."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        assert len(node.attributes) == len(attrs), f"<{tag}> says something twice"
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def tree_of(html: str) -> Node:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root], f"<{reader.open[-1].tag}> is never closed"
    return reader.root
