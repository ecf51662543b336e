"""Hostile HTTP: malformed requests, paths, headers and query parameters."""

from __future__ import annotations

from functools import partial

from tests.server.hostile.kinds import ANSWERED, ANSWERED_OR_CLOSED, REFUSED, add_kind, kind
from tests.server.hostile.target import Target

CONTINUE = 100
HOST = b"Host: 127.0.0.1\r\n"
GET = b"GET /api/v1/games HTTP/1.1\r\n" + HOST
POST = b"POST /api/v1/players HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
MALFORMED = {
    "garbage": b"\x00\xff\x13\x37" * 100 + b"\r\n\r\n",
    "a TLS handshake": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500,
    "an HTTP/2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/0.9": b"GET /\r\n\r\n",
    "HTTP/9.9": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
    "a 200 kB path": b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a 200 kB header": GET + b"X-A: " + b"a" * 200_000 + b"\r\n\r\n",
    "10,000 headers": GET + b"X-A: 1\r\n" * 10_000 + b"\r\n",
    "a header without a colon": GET + b"nonsense\r\n\r\n",
    "a header with a NUL": GET + b"X-A: a\x00b\r\n\r\n",
    "a folded header": GET + b"X-A: a\r\n b\r\n\r\n",
    "bare line feeds": b"GET /api/v1/games HTTP/1.1\nHost: 127.0.0.1\n\n",
    "two hosts": GET + HOST + b"\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "a host that is no name": b"GET / HTTP/1.1\r\nHost: [\xff]:x\r\n\r\n",
    "a NUL in the path": b"GET /\x00 HTTP/1.1\r\n" + HOST + b"\r\n",
    "raw bytes in the path": b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    "an absolute address": b"GET http://evil.example/ HTTP/1.1\r\n" + HOST + b"\r\n",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n",
    "a length that is no number": POST + b"Content-Length: 1e3\r\n\r\n{}",
    "a 20,000-digit length": POST + b"Content-Length: " + b"9" * 20_000 + b"\r\n\r\n{}",
    "a length of 10 EB": POST + b"Content-Length: 9999999999999999999\r\n\r\n{}",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
    "a length and chunks": POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a bad chunk size": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a huge chunk size": POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n{}",
    "an unknown transfer encoding": POST + b"Transfer-Encoding: gzip\r\n\r\n{}",
    "700 kB in chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"2710\r\n" + b"a" * 10_000 + b"\r\n0\r\n\r\n",
    "a body that is cut off": POST + b"Content-Length: 100\r\n\r\n{",
    "a CONNECT": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    "an upgrade to h2c": GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
    "an expectation": POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}",
    "an unknown expectation": POST + b"Content-Length: 2\r\nExpect: miracles\r\n\r\n{}",
    "300 pipelined requests": (GET + b"\r\n") * 300,
}
PATHS = {
    "path: traversal": "/assets/../../../../etc/passwd",
    "path: encoded traversal": "/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "path: overlong UTF-8 traversal": "/assets/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
    "path: backslashes": "/assets/..%5c..%5cpyproject.toml",
    "path: an encoded NUL": "/assets/a.js%00.png",
    "path: a bad escape": "/assets/%zz%",
    "path: 2,000 parts": "/a" * 2_000,
    "path: rules traversal": "/api/v1/games/dots_52/rules/..%2f..%2f..%2fpyproject.toml",
    "path: a table id with a NUL": "/api/v1/tables/%00",
    "path: a long table id": "/api/v1/tables/" + "x" * 5_000,
    "path: a table id of raw bytes": "/api/v1/tables/%ff%fe%ed%a0%80",
    "path: a match id with quotes": "/api/v1/matches/%22%0d%0aset-cookie:x/log",
    "query: a negative limit": "/api/v1/tables?limit=-1",
    "query: a huge limit": "/api/v1/tables?limit=" + "9" * 5_000,
    "query: NaN as limit": "/api/v1/tables?limit=NaN",
    "query: an unknown status": "/api/v1/tables?status=%00",
    "query: a huge time": "/api/v1/matches?since=1e400",
    "query: a long name": "/api/v1/matches?name=" + "x" * 5_000,
    "query: a replay from seat -9": f"/api/v1/matches/{'x' * 12}/replay?seat=-9",
}
ODD_PATHS = {
    "path: 500 slashes": "/api/v1/games" + "/" * 500,
    "query: a NUL in a name": "/api/v1/matches?name=%00",
    "query: raw bytes in a name": "/api/v1/matches?name=%ff%ed%a0%80",
    "query: wildcards in a name": "/api/v1/matches?name=%25_%25",
    "query: 2,000 parameters": "/api/v1/tables?" + "&".join(f"k{n}=1" for n in range(2_000)),
    "query: the same parameter 2,000 times": "/api/v1/tables?" + "limit=1&" * 2_000,
    "query: a NUL as last id": "/api/v1/tables?before=%00",
    "query: 3,000 ampersands": "/api/v1/tables?" + "&" * 3_000,
}
HEADERS = {
    "a long token": {"authorization": "Bearer " + "x" * 30_000},
    "a token of raw bytes": {"authorization": "Bearer \xff\xfe"},
    "an unknown scheme": {"authorization": "Basic Og=="},
}
HARMLESS_HEADERS = {
    "a long cookie": {"cookie": "a=" + "x" * 30_000},
    "5,000 encodings": {"accept-encoding": ",".join(["br"] * 5_000)},
    "a huge range": {"range": "bytes=0-" + "9" * 5_000},
    "a forwarded address that is none": {"x-forwarded-for": "\xff, <script>, 999.999.999.999"},
    "2,000 forwarded addresses": {"x-forwarded-for": ", ".join(["192.0.2.1"] * 1_500)},
    "an origin that is none": {"origin": "http://["},
    "a condition that is none": {"if-none-match": "\xff", "if-modified-since": "never"},
}


def raw(data: bytes, target: Target) -> list[int]:
    return [target.raw(data, ends=True)]


def get(path: str, target: Target) -> list[int]:
    request = b"GET " + path.encode("latin-1") + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    return [target.raw(request)]


def get_with(headers: dict[str, str], target: Target) -> list[int]:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode("latin-1")
    request = b" HTTP/1.1\r\n" + HOST + lines + b"Connection: close\r\n\r\n"
    return [target.raw(b"GET " + path + request) for path in (b"/", b"/api/v1/matches", b"/api/v1/players/me")]


for name, data in MALFORMED.items():
    add_kind(f"HTTP: {name}", partial(raw, data), ANSWERED_OR_CLOSED | {CONTINUE})
for name, path in PATHS.items():
    add_kind(name, partial(get, path))
for name, path in ODD_PATHS.items():
    add_kind(name, partial(get, path), ANSWERED)
for name, headers in {**HEADERS, **HARMLESS_HEADERS}.items():
    add_kind(f"header: {name}", partial(get_with, headers), ANSWERED)


@kind("HTTP: every method on every kind of path", ANSWERED)
def all_methods(target: Target) -> list[int]:
    paths = ("/", "/api/v1/games", "/api/v1/tables", "/api/v1/players/me", "/health/live", "/nowhere")
    methods = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW")
    return [target.http.request(method, path).status_code for method in methods for path in paths]


@kind("origin: a foreign page posts", REFUSED)
def foreign_origin(target: Target) -> list[int]:
    origins = ("https://evil.example", "null", "http://[", "http://127.0.0.1", "file://")
    return [target.post("/api/v1/players", {"name": "Ann"}, origin=origin) for origin in origins]


@kind("host: a rebound name", REFUSED)
def foreign_host(target: Target) -> list[int]:
    return [target.get("/", host=host) for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example")]


@kind("transfer codes: 200 guesses", REFUSED)
def guess_transfer_codes(target: Target) -> list[int]:
    return [target.post("/api/v1/transfers", {"code": f"guess-{n}"}) for n in range(200)]


@kind("QR codes: hostile texts", ANSWERED)
def hostile_qr_codes(target: Target) -> list[int]:
    texts = ("\ud800", "\x00" * 400, "点" * 400, "x" * 401, "😀" * 400)
    return [target.post("/api/v1/qr", {"text": text}) for text in texts]
