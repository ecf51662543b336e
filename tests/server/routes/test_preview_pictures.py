"""What a link to a table shows before it is opened: the tags in the head of its page, and its picture."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from dottable.server.routes import preview_pictures, web_client
from dottable.server.sharing.open_graph_tags import TITLE_TAG
from dottable.server.sharing.preview_content import SharedSeat, SharedTable, shared_table
from dottable.server.sharing.preview_picture import MAX_TITLE_LINE_CHARACTERS, picture_svg, wrap_title
from dottable.store import TableRow

INDEX_PAGE = f"<!doctype html><html><head>{TITLE_TAG}</head><body></body></html>"


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A minimal built client in a temporary folder."""
    (tmp_path / "index.html").write_text(INDEX_PAGE)
    monkeypatch.setattr(web_client, "CLIENT_FOLDER", tmp_path)


def tags_of(page: str) -> dict[str, str]:
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)" />', page)
    return {name: unescape(value) for name, value in found}


OVER_ROW = TableRow(
    id="t",
    game="dots_72",
    rules_version=1,
    status="over",
    is_private=True,
    seats=2,
    players=(("p1", "Ann"), (None, "Ada")),
    created_at=0,
    updated_at=0,
    result="345 210",
    winners="0",
)


@pytest.mark.usefixtures("built")
def test_a_link_to_an_open_table_is_an_invitation(server):
    ann = server.create_player('Ann "A" <b>')
    table = server.create_table(ann, "dots_72")["table"]
    answer = server.get(f"/table/{table}")
    tags = tags_of(answer.text)
    assert tags["og:title"] == 'Ann "A" <b> invites you to DOTS (72 cards)'
    assert tags["og:image"] == f"{server.url}/share/{table}/picture"
    assert "<b>" not in answer.text
    assert answer.headers["cache-control"] == "no-cache"


def test_the_picture_of_a_link_is_a_png_of_the_announced_size(server):
    table = server.create_table(server.create_player("Ann"))["table"]
    answer = server.get(f"/share/{table}/picture")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1200, 630)


def test_a_picture_is_drawn_once_and_again_when_a_player_joins(server):
    table = server.create_table(server.create_player("Ann"))["table"]
    path = f"/share/{table}/picture"
    alone = server.get(path).content
    assert server.get(path).content == alone
    ben = server.create_player("Ben")
    server.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, ben["token"])
    assert server.get(path).content != alone
    assert len(preview_pictures.picture_cache) <= preview_pictures.MAX_PICTURES


@pytest.mark.usefixtures("built")
def test_a_link_to_an_unknown_table_has_the_plain_page_and_no_picture(server):
    assert server.get("/table/nothing").text == INDEX_PAGE
    assert server.get("/share/nothing/picture").status_code == 404


def test_a_finished_match_shows_its_result_and_nothing_of_its_players_but_names():
    shown = shared_table(OVER_ROW)
    assert (shown.title, shown.text) == ("Ann wins DOTS (72 cards)", "Ann 345, Ada 210.")
    assert "p1" not in picture_svg(shown)


def test_a_running_match_shows_no_points():
    shown = shared_table(replace(OVER_ROW, status="live", result="345 210"))
    assert "345" not in picture_svg(shown)
    assert shown.title == "Watch DOTS (72 cards)"


def test_a_name_that_the_typeface_lacks_is_replaced_by_the_seat():
    shown = shared_table(replace(OVER_ROW, players=(("p1", "\u4e2d\u6587"), ("p2", "S\u00f6ren")), winners="1"))
    assert [seat.name for seat in shown.seats] == ["S\u00f6ren", "Player 1"]


def test_names_cannot_add_markup_to_a_picture():
    seat = SharedSeat('"/><image href="http://x"/>', "#000000", "1", is_winner=True)
    assert "<image" not in picture_svg(SharedTable("DOTS", "<image/>", "", (seat,)))


@pytest.mark.parametrize("title", ["Ann wins DOTS", "Quiet Hedgehog invites you to DOT: Dice or Tiles", "W" * 200])
def test_every_title_fits(title):
    lines = wrap_title(title)
    assert max(map(len, lines)) <= MAX_TITLE_LINE_CHARACTERS[len(lines)]
