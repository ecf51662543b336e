"""A game in a folder is served, played to the end, replayed and verified without being installed."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest

from dottable.cli import main
from tests.authoring.mistake_cases import MISTAKES, write_mistaken_game
from tests.conftest import LAST_DOT

WAIT_S = 180  # the rules may have to be compiled first, on a busy machine


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server that was started with `--game FOLDER`."""
    data = tmp_path_factory.mktemp("folder_game")
    command = [sys.executable, "-m", "dottable", "serve", "--game", str(LAST_DOT), "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://localhost:\d+", process.stdout.readline())
        assert found
        with httpx.Client(base_url=found[0], timeout=WAIT_S) as up:
            yield up
        process.terminate()


@pytest.fixture(scope="module")
def finished_match(client: httpx.Client) -> str:
    """The id of a match that was played to its end against a bot."""
    token = {"authorization": f"Bearer {client.post('/api/v1/players', json={'name': 'Ann'}).json()['token']}"}
    wanted = {"game": "last_dot", "bots": ["newcomer"], "starts": True, "options": {"heap": 5}}
    wanted |= {"settings": {"pace": "quick"}}
    table = client.post("/api/v1/tables", json=wanted, headers=token).json()
    address, end = f"/api/v1/tables/{table['table']}", time.monotonic() + WAIT_S
    while table["status"] == "live" and time.monotonic() < end:
        position = table["position"]
        assert position["screen"].startswith("Heap: ")
        assert len(position["words"]) == len(position["legal"])
        if 0 in position["to_act"]:
            command = {"kind": "move", "client_id": str(position["move_number"]), "action": position["legal"][0]}
            client.post(f"{address}/commands", json=command, headers=token)
        time.sleep(0.1)
        table = client.get(address, headers=token).json()
    assert table["status"] == "over"
    return table["table"]


def test_a_folder_game_is_listed_with_the_rules_of_its_author(client):
    assert "last_dot" in [game["slug"] for game in client.get("/api/v1/games").json()["games"]]
    assert client.get("/api/v1/games/last_dot").json()["rules"].startswith("# Last Dot\n\nTwo to four players")


@pytest.mark.usefixtures("finished_match")
def test_the_server_says_how_far_it_has_prepared_its_games(client):
    found = client.get("/api/v1/games/last_dot/readiness")
    assert found.json()["is_ready"]
    assert 1 <= found.json()["ready_games"] <= found.json()["games"] == 6
    assert found.headers["cache-control"] == "no-store"
    assert client.get("/api/v1/games/chess/readiness").status_code == 404


def test_a_replay_has_the_screen_of_every_step(client, finished_match):
    replay = client.get(f"/api/v1/matches/{finished_match}/replay").json()
    screens = [replay["start_screen"], *(step["screen"] for step in replay["steps"])]
    assert screens[0].startswith("Heap: ●●●●●\n")
    assert screens[-1].startswith("Heap: empty")


def test_its_log_is_verified_by_the_server_and_by_the_command(client, finished_match, tmp_path, capsys):
    text = client.get(f"/api/v1/matches/{finished_match}/log").text
    assert client.post("/api/v1/logs/verify", json={"text": text}).json()["is_valid"]
    (tmp_path / "match.log").write_text(text)
    assert main(["verify", str(tmp_path / "match.log"), "--game", str(LAST_DOT)]) == 0
    assert "The log is valid" in capsys.readouterr().out


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A log of Last Dot, read by processes that do not know the game."""
    from dottable.core import registry
    from dottable.core.matches.match_log import write_log
    from dottable.core.matches.seeded_series import Series, SeriesConfig

    game = registry.load_game_folder(LAST_DOT)
    match = Series(SeriesConfig(game, 2, game.state.Options(), bytes(32))).played_match(0)
    path = tmp_path / "match.log"
    path.write_text(write_log(match))
    monkeypatch.setattr(registry, "_games_from_folders", {})
    return path


def test_a_log_names_the_game_that_it_needs(log, capsys):
    assert main(["verify", str(log)]) == 2
    assert "The log needs the game 'last_dot', which is not installed. Add --game FOLDER." in capsys.readouterr().err
    other = LAST_DOT.with_name("connect_four")
    assert main(["replay", str(log), "--game", str(other)]) == 2
    assert "The log is of the game 'last_dot', but --game gives 'connect_four'." in capsys.readouterr().err
    assert main(["replay", str(log), "--game", str(LAST_DOT), "--to", "1"]) == 0


def test_a_log_of_another_rules_version_is_refused_with_both_versions(log, capsys):
    log.write_text(log.read_text().replace("rules 1\n", "rules 7\n"))
    assert main(["verify", str(log), "--game", str(LAST_DOT)]) == 2
    said = f"rules version 7 of 'last_dot', but the folder '{LAST_DOT}' has version 1."
    assert said in capsys.readouterr().err


def test_a_failed_check_of_an_own_game_hints_at_changed_rules(log, capsys):
    log.write_text(log.read_text().replace(" 1 0 ", " 2 0 ", 1))
    assert main(["verify", str(log), "--game", str(LAST_DOT)]) == 2
    assert f"If you changed '{LAST_DOT}' since, increase rules_version in GAME." in capsys.readouterr().err


def test_a_server_does_not_start_with_a_broken_game(tmp_path, capsys, monkeypatch):
    from dottable.core.registry import installed_games

    monkeypatch.setenv("DOTTABLE_GAMES", "")
    mistake = next(one for one in MISTAKES if one.name == "undefined_name")
    folder = write_mistaken_game(mistake._replace(name="broken_on_server"), tmp_path)
    try:
        assert main(["serve", "--game", str(folder), "--port", "0", "--data", str(tmp_path)]) == 2
    finally:
        monkeypatch.undo()
        installed_games.cache_clear()
    assert capsys.readouterr().err == f"dottable: {folder}/{mistake.says}\n"
