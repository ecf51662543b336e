"""Hostile decks and logs, sent to every route that parses them."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from dottable.core.matches.match import Match
from dottable.core.matches.match_log import write_log
from dottable.core.registry import find_game
from tests.server.hostile.kinds import ANSWERED, REFUSED, add_kind, kind
from tests.server.hostile.target import Target

DECKS = {
    "40 kB of dotted keys": ".".join(["a"] * 20_000) + "=1",
    "dotted keys with spaces": " . ".join(["a"] * 10_000) + " = 1",
    "dotted keys in quotes": ".".join(['"a"'] * 10_000) + "=1",
    "a dotted table header": "[" + ".".join(["a"] * 20_000) + "]",
    "dotted keys in an inline table": "x = {" + ".".join(["a"] * 20_000) + "=1}",
    "nested arrays": "x = " + "[" * 30_000,
    "nested inline tables": "x = " + "{a=" * 15_000,
    "a 20,000-digit integer": "x = " + "9" * 20_000,
    "a long hexadecimal integer": "x = 0x" + "f" * 20_000,
    "a huge exponent": "shape = [1e999999999, -1e999999999]",
    "nan and inf": "shape = [nan, inf]",
    "an impossible date": "x = 9999-99-99T99:99:99Z",
    "an unfinished string": 'x = "' + "\\" * 30_000,
    "a lone surrogate": 'x = "\ud800"',
    "control characters": "x = 1\x00\x1b[2J\r",
    "60 kB of tables": "[[card]]\n" * 7_000,
    "60 kB of keys": "\n".join(f"k{n}=1" for n in range(7_000)),
    "more than 64 kB": "# " + "x" * 70_000,
    "a deck of the wrong shape": "shape = [1000000, 1000000]\n[[card]]\ndots = 5",
}
LONG_LINE = "x" * 400_000


def valid_log() -> str:
    """Return the log of a short match."""
    match = Match(find_game("dot_tiles"), seats=2, seed=bytes(32), salt=bytes(16))
    for _ in range(3):
        seat = match.to_act[0]
        match.apply(seat, int(match.legal(seat)[0]))
    return write_log(match, ["Ann", "Bo"])


def log_with_deck(deck: str) -> str:
    """Return a log that holds a custom deck."""
    match = Match(find_game("dots_72"), seats=2, seed=bytes(32), salt=bytes(16))
    lines = write_log(match, ["Ann", "Bo"]).splitlines()
    lines[4] = f"deck own {'0' * 64} {json.dumps(['mine', deck])}"
    return "\n".join(lines) + "\n"


def altered(number: int, line: str) -> str:
    """Return a valid log with one line replaced; lines are numbered from 1."""
    lines = valid_log().splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


LOGS = {
    "nothing": "",
    "nonsense": "nonsense",
    "only newlines": "\n" * 400_000,
    "one long line": LONG_LINE,
    "an unknown game": altered(2, "game chess"),
    "a folder as game": altered(2, "game ../../examples/last_dot"),
    "a long game name": altered(2, "game " + LONG_LINE),
    "an unknown rules version": altered(3, "rules 99"),
    "a 20,000-digit rules version": altered(3, "rules " + "9" * 20_000),
    "options without values": altered(4, "options a b c"),
    "a long option": altered(4, "options x=" + "9" * 20_000),
    "a hostile deck line": altered(5, "deck own 0 " + "[" * 100_000),
    "20,000-digit seats": altered(6, "seats " + "9" * 20_000),
    "seats in other digits": altered(6, "seats ٢"),
    "deep JSON as players": altered(7, "players " + "[" * 100_000),
    "50,000 players": altered(7, "players " + json.dumps(["x"] * 50_000)),
    "a long name": altered(7, "players " + json.dumps(["x" * 1_000, "Bo"])),
    "a lone surrogate as name": altered(7, 'players ["\ud800", "Bo"]'),
    "a changed name": altered(7, 'players ["Champion","Bo"]'),
    "a huge move number": altered(10, f"{'9' * 20_000} p1 x 0 00000000"),
    "a huge seat": altered(10, "1 p99 x 0 00000000"),
    "a huge time": altered(10, f"1 p1 x {'9' * 20_000} 00000000"),
    "an unknown action": altered(10, f"1 p1 {'x' * 50_000} 0 00000000"),
    "a NUL": altered(10, "1 p1 \x00 0 00000000"),
    "no footer": valid_log().partition("end\n")[0],
    "a forged score": valid_log().replace("\nscores ", "\nscores 9"),
    "a forged seed": valid_log().replace("\nseed 00", "\nseed ff"),
    "a seed that is no number": valid_log().replace("\nseed 00", "\nseed xx"),
    "two footers": valid_log() + valid_log(),
    "more than the limit": "x" * 550_000,
}


def check_deck(deck: str, target: Target) -> list[int]:
    return [target.post("/api/v1/games/dot_allot/deck", {"text": deck})]


def open_table(deck: str, target: Target) -> list[int]:
    return [target.post_table({"game": "dots_72", "deck": {"text": deck}})]


def send_log(log: str, target: Target) -> list[int]:
    """Verify and import a log. The verification answers 200 even if the log is invalid."""
    checked = target.http.post("/api/v1/logs/verify", content=json.dumps({"text": log}).encode())
    if checked.status_code == 200:
        assert checked.json()["is_valid"] is False
    imported = target.post("/api/v1/logs", {"text": log})
    return [imported if checked.status_code == 200 else checked.status_code, imported]


for name, deck in DECKS.items():
    add_kind(f"deck check: {name}", partial(check_deck, deck))
    add_kind(f"table with a deck: {name}", partial(open_table, deck))
    add_kind(f"log with a deck: {name}", partial(send_log, log_with_deck(deck)), REFUSED | {429})
for name, log in LOGS.items():
    add_kind(f"log: {name}", partial(send_log, log), REFUSED | {429})


@kind("deck check: 40 at once", ANSWERED)
def deck_flood(target: Target) -> list[int]:
    """Send many decks at once. Only a few may wait at a time, so that other users get their turn."""
    deck = target.http.get("/api/v1/games/dobble_connect").json()["deck"]["text"]
    with ThreadPoolExecutor(40) as threads:
        jobs = [threads.submit(target.post, "/api/v1/games/dobble_connect/deck", {"text": deck}) for _ in range(40)]
        return [job.result() for job in jobs]


@kind("log: an import quota that is used up", ANSWERED)
def import_flood(target: Target) -> list[int]:
    statuses = [target.post("/api/v1/logs", {"text": "x" * 490_000}) for _ in range(10)]
    assert statuses[-1] == 429
    return statuses
