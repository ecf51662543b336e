"""Game details, pictures, decks, and the message schema."""

from __future__ import annotations

import pytest

from dottable.core.registry import installed_games


def test_every_game_is_listed(server):
    listed = server.get("/api/v1/games").json()["games"]
    assert [game["slug"] for game in listed] == list(installed_games())
    assert [game["slug"] for game in listed if game["is_real_time"]] == ["dobble_connect", "dots_52"]


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_game_has_rules_options_and_an_action_space(server, slug):
    sheet = server.get(f"/api/v1/games/{slug}").json()
    assert sheet["rules"].startswith("# ")
    assert all(option["help"] for option in sheet["options"])
    last = sheet["verbs"][-1]
    size = 1
    for length in last["ranges"]:
        size *= length
    assert last["first"] + size == sheet["action_count"]
    assert (sheet["deck"] is not None) == sheet["has_deck"]


def test_pictures_of_the_rules_are_served_and_nothing_else(server):
    rules = server.get("/api/v1/games/dots_52").json()["rules"]
    picture = rules.partition("](pictures/")[2].partition(")")[0]
    answer = server.get(f"/api/v1/games/dots_52/rules/pictures/{picture}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    for path in ("dots_52.md", "../../../pyproject.toml", "%2e%2e/%2e%2e/README.md", "%00.svg", "no.svg"):
        assert server.get(f"/api/v1/games/dots_52/rules/{path}").status_code in (400, 404)


def test_a_house_deck_is_drawn_card_by_card(server):
    deck = server.get("/api/v1/games/dot_allot/deck").json()
    assert deck["cards"]
    assert all(card.lstrip().startswith("<svg") for card in deck["cards"].values())
    assert server.get("/api/v1/games/dots_52/deck").status_code == 404


def test_a_custom_deck_is_checked(server):
    text = server.get("/api/v1/games/dot_allot").json()["deck"]["text"]
    assert server.post("/api/v1/games/dot_allot/deck", {"text": text}).status_code == 200
    answer = server.post("/api/v1/games/dot_allot/deck", {"text": "cards = 1", "name": "mine.toml"})
    assert answer.status_code == 400
    assert answer.json()["sentence"].startswith("mine.toml, line 1: ")


def test_A3_the_warnings_of_a_custom_deck_are_listed(server):
    text = server.get("/api/v1/games/dot_allot").json()["deck"]["text"]
    head, first, _second, *rest = text.split("[[card]]")
    twins = "[[card]]".join([head, first, first, *rest])
    assert server.post("/api/v1/games/dot_allot/deck", {"text": text}).json()["warnings"] == []
    (warning,) = server.post("/api/v1/games/dot_allot/deck", {"text": twins, "name": "mine.toml"}).json()["warnings"]
    assert warning.startswith("mine.toml, line ")
    assert "Card 2 equals card 1" in warning


def test_an_unknown_game_is_not_found(server):
    assert server.get("/api/v1/games/chess").status_code == 404


def test_messages_and_views_have_a_schema(server):
    schema = server.get("/api/v1/messages").json()
    assert schema["protocol"] == 2
    assert set(schema["views"]) == set(installed_games())
    kinds = {name["$ref"].rpartition("/")[2] for name in schema["from_client"]["anyOf"]}
    assert {"HelloMessage", "MakeMove", "SitRequest", "Pong"} <= kinds


def test_the_api_page_names_every_route(server):
    page = server.get("/api").text
    for path in ("/api/v1/tables", "/api/v1/matches/{match_id}/replay", "/health"):
        assert path in page
