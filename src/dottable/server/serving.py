"""Runs the server in this process until it is told to stop, and says where it can be found."""

from __future__ import annotations

import gc
import io
import signal
import socket
import sys
import threading
import webbrowser

import uvicorn
from msgspec import Struct

from dottable.core.errors import DottableError
from dottable.server.app import Door, open_door
from dottable.server.limits import Limits
from dottable.server.line import Line

ANYWHERE = ("0.0.0.0", "::")
BACKLOG = 2048
COLLECT_AFTER = (20_000, 10, 10)
GOODBYE_S = 3


class Serving(Struct, frozen=True, kw_only=True):
    """How to serve."""

    host: str
    port: int
    store: str
    origins: frozenset[str] = frozenset()
    limits: Limits = Limits()
    opens_browser: bool = False


class PoliteServer(uvicorn.Server):
    """Opens its door before anybody can knock, and says good-bye on every socket before it closes them."""

    def __init__(self, config: uvicorn.Config, door: Door) -> None:
        super().__init__(config)
        self.door = door
        self.failure: DottableError | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self.door.open()
        except DottableError as error:
            self.failure = error
            return
        if threading.current_thread() is threading.main_thread():
            for told_to_stop in (signal.SIGINT, signal.SIGTERM):
                signal.signal(told_to_stop, ignore)  # uvicorn stops by itself, and then raises the signal once more
        try:
            await super().serve(sockets)
        finally:
            await self.door.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        collect_seldom()
        self.door.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.door.say_goodbye()
        await super().shutdown(sockets)


def server_of(serving: Serving) -> PoliteServer:
    """A server that is not running yet."""
    door = open_door(serving.store, limits=serving.limits, origins=serving.origins)
    config = uvicorn.Config(
        door.app,
        host=serving.host,
        port=serving.port,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="h11",
        ws=Line,
        ws_max_size=serving.limits.message_bytes,
        ws_per_message_deflate=False,  # messages are small; compressing them costs more than it saves
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GOODBYE_S,
    )
    return PoliteServer(config, door)


def serve(serving: Serving) -> int:
    """Serve until SIGINT or SIGTERM; 0 if it ended well."""
    listener = bind(serving)
    port = listener.getsockname()[1]
    server = server_of(serving)
    server.door.on_ready = lambda: announce(serving, port)
    try:
        server.run(sockets=[listener])
    finally:
        listener.close()
    if server.failure is not None:
        raise server.failure
    print("Dottable has stopped; every match is kept.", flush=True)  # noqa: T201
    return 0


def collect_seldom() -> None:
    """Let the garbage collector leave alone what is there for good, and look at what comes and goes less often.

    Every message makes hundreds of small objects, and none of them in circles.
    """
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def ignore(*_: object) -> None:
    """What is left to do about a signal when the server has stopped."""


def bind(serving: Serving) -> socket.socket:
    """The listening socket; a sentence if the port is taken."""
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((serving.host, serving.port))
    except OSError as error:
        listener.close()
        raise DottableError(
            f"Nothing can listen at {serving.host} port {serving.port}: {error.strerror}."
            f" If Dottable runs there already, open {address(serving.host, serving.port)}; or choose another --port."
        ) from None
    return listener


def address(host: str, port: int) -> str:
    shown = "localhost" if host in (*ANYWHERE, "127.0.0.1", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def announce(serving: Serving, port: int) -> None:
    """The friendly lines at the start; a code for phones if they can reach us."""
    here = address(serving.host, port)
    lines = [f"Dottable is at {here}  (Ctrl-C stops it; every match is kept)"]
    if serving.host in ANYWHERE:
        near = f"http://{lan_address()}:{port}"
        lines.append(f"For phones in your network: {near}")
        if sys.stdout.isatty():
            lines.append(qr_code(near))
    elif sys.stdout.isatty():
        lines.append("For friends and phones in your network, start it with --lan.")
    print("\n".join(lines), flush=True)  # noqa: T201
    if serving.opens_browser:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def lan_address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def qr_code(text: str) -> str:
    """A text as a code that a phone's camera reads from the terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, compact=True)
    return drawn.getvalue()
