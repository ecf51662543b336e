"""Hostile requests for reviews, positions, puzzles and hints."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tests.server.hostile.kinds import ANSWERED, REFUSED, add_kind, kind
from tests.server.hostile.target import Target

UNKNOWN_MATCHES = ("nowhere", "x" * 5_000, "..%2f..%2fetc", "%ff%fe%ed%a0%80", "%22%0d%0aset-cookie:x", "%00")
PATHS = {
    "puzzle: an unknown game": "/api/v1/puzzles/daily/nowhere",
    "puzzle: a long game name": "/api/v1/puzzles/daily/" + "x" * 5_000,
    "puzzle: traversal": "/api/v1/puzzles/daily/..%2f..%2fetc",
    "puzzle: a NUL": "/api/v1/puzzles/daily/%00",
    "puzzle: nobody's own": "/api/v1/puzzles/",
}
POSITIONS = (
    "move=0&seat=0",
    "move=-1&seat=0",
    "move=" + "9" * 5_000 + "&seat=0",
    "move=4294967296&seat=0",
    "move=0&seat=8",
    "move=NaN&seat=true",
    "",
)
HINTS = {
    "an unknown level": {"level": "all"},
    "no level": {},
    "a list as level": {"level": ["move"]},
    "an unknown field": {"level": "move", "seat": 1},
    "deep JSON": b"[" * 50_000,
    "a 20,000-digit level": b'{"level": ' + b"9" * 20_000 + b"}",
}


def get(path: str, target: Target) -> list[int]:
    return [target.get(path)]


def hint(body: object, target: Target) -> list[int]:
    return [target.post(f"/api/v1/tables/{target.table}/hint", body)]


for name, path in PATHS.items():
    add_kind(name, partial(get, path))
for name, body in HINTS.items():
    add_kind(f"hint: {name}", partial(hint, body))


@kind("review: unknown matches", REFUSED)
def unknown_reviews(target: Target) -> list[int]:
    parts = ("review", "position?move=0&seat=0")
    return [target.get(f"/api/v1/matches/{match}/{part}") for match in UNKNOWN_MATCHES for part in parts]


@kind("review: a match that goes on, 200 times", REFUSED)
def reviews_of_a_live_match(target: Target) -> list[int]:
    """Ask as its player and as a stranger, from 40 threads."""
    path, asked = f"/api/v1/matches/{target.table}/review", range(100)
    with ThreadPoolExecutor(40) as threads:
        strangers = threads.map(lambda _: target.get(path), asked)
        players = threads.map(lambda _: target.get(path, **target.bearer()), asked)
        return [*strangers, *players]


@kind("review: a table that has not started", REFUSED)
def review_of_an_open_table(target: Target) -> list[int]:
    table = target.new_table(target.new_player())
    return [target.get(f"/api/v1/matches/{table}/{part}") for part in ("review", "position?move=0&seat=0")]


@kind("position: of a match that goes on, and out of range", REFUSED)
def hostile_positions(target: Target) -> list[int]:
    path = f"/api/v1/matches/{target.table}/position"
    return [target.get(f"{path}?{query}", **target.bearer()) for query in POSITIONS]


@kind("hint: strangers, unknown tables and before the start", REFUSED)
def hints_at_wrong_times(target: Target) -> list[int]:
    token = target.new_player()
    stranger = {"authorization": f"Bearer {token}"}
    tables = (target.table, target.new_table(token), "nowhere", "%ff%fe", "x" * 5_000)
    statuses = [target.post(f"/api/v1/tables/{table}/hint", {"level": "move"}, **stranger) for table in tables]
    return [*statuses, target.post(f"/api/v1/tables/{target.table}/hint", {"level": "idea"}, authorization="Bearer x")]


@kind("hint: 200 at eight tables at once", ANSWERED)
def hint_flood(target: Target) -> list[int]:
    """Only a few searches may wait at a time, and they do not delay bots."""
    token = target.new_player()
    tables = [target.new_table(token, bots=["newcomer"], starts=True) for _ in range(8)]
    with ThreadPoolExecutor(40) as threads:
        paths = [f"/api/v1/tables/{table}/hint" for table in tables * 25]
        return list(
            threads.map(lambda path: target.post(path, {"level": "move"}, authorization=f"Bearer {token}"), paths)
        )


@kind("puzzle: 200 requests for one's own", ANSWERED)
def own_puzzles(target: Target) -> list[int]:
    with ThreadPoolExecutor(20) as threads:
        return list(threads.map(lambda _: target.get("/api/v1/puzzles/", **target.bearer()), range(200)))
