"""Fuzzing with random and mutated messages and requests: no 5xx, no crash, no change, always an answer."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed

from dottable.server.access.limits import Limits
from tests.server.running_server import RunningServer, run_server
from tests.sizes import sized

PARTS = sized(1, 10)
"""Tests into which each fuzz run is split: workers share them, and each one finished shows progress."""
MESSAGES_PER_PART = sized(1_000, 15_000)
EXAMPLES_PER_OPERATION = sized(2, 150, 1_000)
"""Requests per operation of the API that fit its schema, and as many that break it."""
SEED_MESSAGES: list[dict[str, Any]] = [
    {"kind": "hello", "protocol": 2, "token": "x", "since": 3},
    {"kind": "move", "action": 3, "client_id": "a"},
    {"kind": "preview", "action": 3, "client_id": "b"},
    {"kind": "seatbot", "level": "sharp", "seat": 1},
    {"kind": "unseat", "seat": 0},
    {"kind": "team", "team": "pink", "seat": 0},
    {"kind": "say", "text": "hello"},
    {"kind": "react", "reaction": "wow"},
    {"kind": "pong", "n": 1},
    {"kind": "rematch"},
    {"kind": "start"},
    {"kind": "sit", "seat": 1},
]
ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    2**63,
    10**40,
    1.5,
    1e308,
    "",
    "\ud800",
    "x" * 500,
    [],
    {},
    [[]],
    {"kind": "move"},
]


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    limits = Limits(
        messages_per_s=1e9,
        messages_burst=10**9,
        max_faults=10**9,
        chat_burst=10**9,
        new_players_burst=10**9,
        new_tables_per_s=0.001,
        new_tables_burst=50,
        new_tables_per_address_burst=10**9,
    )
    with run_server(tmp_path_factory.mktemp("fuzz") / "d.db", limits) as up:
        yield up


def mutated(rng: random.Random) -> str | bytes:
    """Return a message with random faults."""
    message = dict(rng.choice(SEED_MESSAGES))
    for _ in range(rng.randrange(1, 4)):
        key = rng.choice([*message, "extra", "player", "at_ms", "name"])
        message[key] = rng.choice([*ODD_VALUES, rng.choice(SEED_MESSAGES), rng.randrange(-10, 10)])
        if rng.random() < 0.2:
            message.pop(rng.choice(list(message)))
    text = json.dumps(message)
    if rng.random() < 0.3:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(["", "}", '"', "\x00", "[[[", "é"]) + text[cut + rng.randrange(3) :]
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(200))
    return text


@pytest.mark.parametrize("part", range(PARTS))
def test_no_request_that_fits_or_breaks_the_schema_is_a_server_error(target: RunningServer, part: int):
    schema = schemathesis.openapi.from_url(f"{target.url}/api/schema/openapi.json")
    token = target.create_player()["token"]
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 20
    for operation in operations[part::PARTS]:
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
            try_out(target, operation, mode, token)
    assert target.get("/health").json()["status"] == "ok"


def try_out(target: RunningServer, operation: Any, mode: Any, token: str) -> None:
    cases = operation.as_strategy(generation_mode=mode)
    rng = random.Random(operation.label)

    @settings(
        max_examples=EXAMPLES_PER_OPERATION,
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def send(case: Any) -> None:
        headers = {"authorization": f"Bearer {token}"} if rng.random() < 0.8 else {}
        response = case.call(headers=headers)
        case.validate_response(response, checks=(not_a_server_error,))
        if response.status_code >= 400:
            problem = response.json()
            assert problem["code"]
            assert problem["sentence"]

    try:
        send()
    except Unsatisfiable:
        return  # nothing about this request can be wrong
    assert target.get("/health").status_code == 200


@pytest.mark.parametrize("part", range(PARTS))
def test_random_messages_are_answered_and_change_nothing(target: RunningServer, part: int):
    ann, bob, eve = target.create_player("Ann"), target.create_player("Bob"), target.create_player("Eve")
    table = target.create_table(ann)["table"]
    target.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
    target.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
    before = target.get(f"/api/v1/tables/{table}").json()
    rng, sent, answers = random.Random(part), 0, 0
    while sent < MESSAGES_PER_PART:
        with target.connect(table, rng.choice([eve["token"], None])) as client:
            client.receive_until("snapshot")
            for _ in range(200):
                data = mutated(rng)
                client.send(data)
                sent += 1
                answers += is_answered(client, data)
    after = target.get(f"/api/v1/tables/{table}").json()
    assert after["position"]["view"] == before["position"]["view"]
    assert after["seats"] == before["seats"]
    assert answers > 0.8 * sent
    assert target.get("/health").json()["status"] == "ok"


def is_answered(client, data: str | bytes) -> bool:
    """Return whether the server answered a message. Pong and refresh need no answer."""
    try:
        kind = json.loads(data).get("kind")
    except (ValueError, AttributeError):
        kind = ""
    if kind == "pong":
        return True
    try:
        return client.receive_until("problem", "refused", "ack", "snapshot")["kind"] != ""
    except ConnectionClosed as closed:
        raise AssertionError(f"the socket was closed after {data!r}") from closed
