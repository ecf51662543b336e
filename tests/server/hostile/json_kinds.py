"""Hostile JSON bodies of requests, and hostile texts in their fields."""

from __future__ import annotations

import gzip
import json
from functools import partial

from tests.server.hostile.kinds import ANSWERED, REFUSED, add_kind, kind
from tests.server.hostile.target import Target

BODIES = {
    "deep arrays": b"[" * 100_000,
    "deep objects": b'{"a":' * 90_000,
    "deep arrays in a field": b'{"name": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "invalid UTF-8": b'{"name": "\xff\xfe\xc0\xaf"}',
    "UTF-8 that encodes a surrogate": b'{"name": "\xed\xa0\x80"}',
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": -Infinity}',
    "a 20,000-digit integer": b'{"name": ' + b"9" * 20_000 + b"}",
    "a huge exponent": b'{"name": 1e999999999}',
    "a long fraction": b'{"name": 0.' + b"3" * 100_000 + b"}",
    "nothing": b"",
    "a cut-off object": b'{"name": "Ann',
    "a list": b"[1, 2, 3]",
    "null": b"null",
    "a NUL byte": b'{"name": "Ann"}\x00',
    "UTF-16": '{"name": "Ann"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ann"}',
    "100,000 unknown keys": b"{" + b",".join(b'"k%d":1' % k for k in range(50_000)) + b"}",
    "a gzip bomb": gzip.compress(b'{"name": "' + b"a" * 20_000_000 + b'"}'),
    "a body over the limit": b'{"name": "' + b"a" * 700_000 + b'"}',
    "an escape that is cut off": b'{"name": "\\u12"}',
    "an invisible name": b'{"name": "\\u200b\\u2060"}',
}
FIELDS = {
    "a lone surrogate": b'{"name": "A\\ud800"}',
    "a NUL": b'{"name": "A\\u0000n"}',
    "a name of direction marks and text": '{"name": "\u202eevil"}'.encode(),
    "10,000 equal keys": b'{"name": "A"' + b',"name": "B"' * 10_000 + b"}",
    "a name of combining marks": json.dumps({"name": "e" + "\u0301" * 79}).encode(),
    "markup": b'{"name": "<script>alert(1)</script>"}',
    "SQL": b'{"name": "\'; DROP TABLE players; --"}',
}
MEDIA_TYPES = {
    "a form": "application/x-www-form-urlencoded",
    "a broken multipart body": "multipart/form-data; boundary=",
    "XML": "application/xml",
    "MessagePack": "application/x-msgpack",
    "an unknown character set": "application/json; charset=klingon",
    "a media type without a slash": "json",
}
TABLES = {
    "a 20,000-digit number of seats": b'{"game": "dot_tiles", "seats": ' + b"9" * 20_000 + b"}",
    "a negative number of seats": {"game": "dot_tiles", "seats": -(2**63)},
    "seats as a float": b'{"game": "dot_tiles", "seats": 2.5}',
    "an unknown game": {"game": "../../etc/passwd"},
    "a long game name": {"game": "x" * 60_000},
    "an option with 5,000 digits": {"game": "dots_72", "options": {"stages": "9" * 5_000}},
    "every option twice negative": {"game": "dots_72", "options": {"target": "--5", "stages": "--5", "rounds": "--5"}},
    "an option in other digits": {"game": "dots_72", "options": {"stages": "٣"}},
    "a long option name": {"game": "dots_72", "options": {"x" * 50_000: 1}},
    "5,000 options": {"game": "dots_72", "options": {f"o{k}": k for k in range(5_000)}},
    "an integer beyond 64 bits": b'{"game": "dots_72", "options": {"stages": ' + b"9" * 40 + b"}}",
    "100 bots": {"game": "dot_tiles", "bots": ["master"] * 100},
    "more bots than seats": {"game": "dot_tiles", "bots": ["newcomer"] * 8},
    "an unknown level": {"game": "dot_tiles", "bots": ["\ud800"]},
    "a huge time limit": {"game": "dot_tiles", "settings": {"move_limit_s": 10**30}},
    "a deck for a game without decks": {"game": "dot_tiles", "deck": {"text": "x = 1"}},
}


def post(path: str, body: object, target: Target) -> list[int]:
    return [target.post(path, body)]


def open_table(body: object, target: Target) -> list[int]:
    return [target.post_table(body)]


for name, body in BODIES.items():
    add_kind(f"JSON: {name}", partial(post, "/api/v1/players", body))
for name, body in FIELDS.items():
    add_kind(f"name: {name}", partial(post, "/api/v1/players", body), ANSWERED)
for name, table in TABLES.items():
    add_kind(f"new table: {name}", partial(open_table, table))


@kind("JSON: media types that are not JSON", ANSWERED)
def other_media_types(target: Target) -> list[int]:
    return [target.post("/api/v1/players", b'{"name": "Ann"}', content_type=kind) for kind in MEDIA_TYPES.values()]


@kind("JSON: a compressed body that claims to be JSON", REFUSED)
def compressed_body(target: Target) -> list[int]:
    return [target.post("/api/v1/players", BODIES["a gzip bomb"], content_encoding="gzip")]


@kind("commands over HTTP: values out of range")
def hostile_commands(target: Target) -> list[int]:
    path = f"/api/v1/tables/{target.table}/commands"
    bodies = [
        {"kind": "move", "action": 2**63},
        {"kind": "move", "action": -(2**40)},
        b'{"kind": "move", "action": ' + b"9" * 20_000 + b"}",
        b'{"kind": "move", "action": 1e400}',
        {"kind": "sit", "seat": 10**30},
        {"kind": "say", "text": "\u200b"},
        {"kind": "say", "text": "x" * 100_000},
        {"kind": "unknown"},
        {"kind": ["move"]},
        {"kind": "move", "action": 1, "client_id": "x" * 10_000},
    ]
    return [target.post(path, body) for body in bodies]
