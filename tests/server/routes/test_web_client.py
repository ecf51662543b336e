"""The built web client, and the plain pages without it."""

from __future__ import annotations

import gzip

import pytest

from dottable.core.registry import installed_games
from dottable.server.routes import web_client

PAGE = "<!doctype html><title>Dottable</title>" + " " * 2000
SCRIPT = "export const dots = 5;" * 100
SCREEN_PATHS = [
    "/",
    "/table/abc",
    "/game/dots_52",
    "/replay/abc",
    "/matches",
    "/tables",
    "/settings",
    "/transfer",
    "/about",
    "/stage",
]


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A minimal built client in a temporary folder."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "icons").mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "sw.js").write_text("// app")
    (folder / "icons" / "dottable.svg").write_text("<svg/>")
    (folder / "assets" / "main-abc.js").write_text(SCRIPT)
    (folder / "assets" / "main-abc.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "assets" / "notes.txt").write_text("not ours to show")
    (tmp_path / "secret.js").write_text("secret")
    monkeypatch.setattr(web_client, "CLIENT_FOLDER", folder)
    return folder


@pytest.fixture
def unbuilt(tmp_path, monkeypatch):
    monkeypatch.setattr(web_client, "CLIENT_FOLDER", tmp_path / "nothing")


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", SCREEN_PATHS)
def test_every_screen_serves_the_index_page_with_revalidation(server, path):
    answer = server.get(path)
    assert answer.status_code == 200
    assert answer.text == PAGE
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].lower() == "text/html; charset=utf-8"


@pytest.mark.usefixtures("built")
def test_a_file_with_a_content_hash_is_cached_forever(server):
    answer = server.get("/assets/main-abc.js")
    assert answer.text == SCRIPT
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].lower() == "text/javascript; charset=utf-8"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, br", "gzip"), ("identity", None)])
def test_a_file_is_sent_compressed_if_the_browser_accepts_it(server, accepted, encoding):
    answer = server.http.get("/assets/main-abc.js", headers={"accept-encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.text == SCRIPT


@pytest.mark.usefixtures("built")
def test_the_service_worker_is_never_cached(server):
    assert server.get("/sw.js").headers["cache-control"] == "no-cache"
    assert server.get("/icons/dottable.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path",
    [
        "/assets/none.js",
        "/assets/notes.txt",
        "/assets/main-abc.js.gz",
        "/assets/..%2f..%2fsecret.js",
        "/icons/..%2findex.html",
    ],
)
def test_nothing_else_is_served(server, path):
    answer = server.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_a_new_build_is_served_without_a_restart(server, built):
    server.get("/")
    (built / "index.html").write_text("new")
    assert server.get("/").text == "new"


@pytest.mark.usefixtures("unbuilt")
def test_without_a_build_the_plain_page_names_the_games_and_how_to_build(server):
    text = server.get("/").text
    assert all(game.title in text for game in installed_games().values())
    assert "make web" in text
    assert "dottable bot" in server.get("/table/abc").text
    assert server.get("/matches").status_code == 200
    assert server.get("/assets/main-abc.js").status_code == 404
