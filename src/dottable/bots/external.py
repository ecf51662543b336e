"""Anyone's bot, run in a process of its own: it can crash, hang or cheat without hurting a match.

It gets an imagined record of its seat and never the true match, so it cannot peek however it
rummages. The process is separate, not a sandbox: run only bots whose code you would run anyway.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, cast

import msgspec

from dottable.bots import wire
from dottable.bots.asking import BotFault, Kind
from dottable.bots.bot import Budget, Choice
from dottable.bots.chair import Chair
from dottable.core.game import Game
from dottable.core.registry import name_of

if TYPE_CHECKING:
    from dottable.core.match import Match

PROGRAM = "dottable.bots.external_process"
MOVE_LIMIT_MS = 1000
GRACE = 1.2
"""A bot may exceed a time budget by a fifth."""
START_LIMIT_MS = 120_000
"""For starting Python, importing, compiling and the bot's own `prepare`."""


class ExternalBot:
    """A bot by `module:Class` or `path/to/file.py:Class`; BotFault for whatever it does wrong.

    The process starts with the first question and is started anew after it was lost.
    """

    def __init__(
        self, name: str, game: Game, *, move_limit_ms: int = MOVE_LIMIT_MS, start_limit_ms: int = START_LIMIT_MS
    ) -> None:
        self.name, self.game = name, game
        self.move_limit_ms, self.start_limit_ms = move_limit_ms, start_limit_ms
        self._process: BotProcess | None = None
        self._asked = 0

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> int | Choice:
        if self._process is None:
            self.start()
        self._asked += 1
        limit_ms = self.move_limit_ms if budget.ms is None else int(budget.ms * GRACE)
        reply = self._exchange(self._question(chair, budget, seed, limit_ms), limit_ms)
        if isinstance(reply, wire.Trouble):
            raise BotFault(cast("Kind", reply.kind), reply.message)
        if isinstance(reply, wire.Ready) or reply.n != self._asked:
            self.close()
            raise BotFault("garbage", "answered out of turn")
        return reply.action if reply.after_ms is None else Choice(reply.action, reply.after_ms)

    def start(self) -> None:
        """Start the process and load the bot; BotFault if that fails."""
        self.close()
        self._process = BotProcess()
        try:
            reply = self._exchange(wire.Hello(self.name, name_of(self.game)), self.start_limit_ms)
        except BotFault as fault:
            raise BotFault("start", str(fault)) from None
        if not isinstance(reply, wire.Ready):
            self.close()
            raise BotFault("start", reply.message if isinstance(reply, wire.Trouble) else "answered out of turn")

    def _question(self, chair: Chair, budget: Budget, seed: bytes, limit_ms: int) -> wire.Question:
        imagined = chair.imagine(seed_of_dream(seed))
        return wire.Question(
            n=self._asked,
            seat=chair.seat,
            seats=chair.seats,
            record=imagined.state_bytes,
            options=msgspec.to_builtins(imagined.options),
            deck=own_deck(imagined),
            now_ms=chair.now_ms,
            simulations=budget.simulations,
            ms=budget.ms,
            seed=seed,
            limit_ms=limit_ms,
        )

    def _exchange(self, message: wire.ToBot, limit_ms: int) -> wire.FromBot:
        """Send a message and read the reply in time; the process is ended if anything goes wrong."""
        assert self._process is not None
        until = time.monotonic() + limit_ms / 1000
        try:
            self._process.line.send(message, until)
            return wire.from_bot.decode(self._process.line.receive(until))
        except TimeoutError:
            self.close()
            raise BotFault("timeout", f"no answer within {limit_ms} ms") from None
        except EOFError:
            raise BotFault("death", f"its process ended ({self.close()})") from None
        except (wire.Garbage, msgspec.MsgspecError) as error:
            self.close()
            raise BotFault("garbage", f"it broke the protocol: {error}") from None

    def close(self) -> str:
        """End the process, if there is one; says how it ended."""
        process, self._process = self._process, None
        return "never started" if process is None else process.end()

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class BotProcess:
    """A Python process that loads a bot; it ends with `end`, with this object, or with ours."""

    def __init__(self) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-m", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=environment(),
            start_new_session=True,  # so that Ctrl-C is ours alone, and its own children die with it
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self.line = wire.Line(self._popen.stdout.fileno(), self._popen.stdin.fileno())
        self._end = weakref.finalize(self, end_process, self._popen)

    def end(self) -> str:
        """Kill it and all it started, and say how it had ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(0.05 if self._popen.poll() is None else 0)
        found = self._popen.returncode
        self._end()
        if found is None:
            return "killed"
        return f"signal {-found}" if found < 0 else f"exit code {found}"


def environment() -> dict[str, str]:
    """Of a bot's process. DOTTABLE_BOTS_INTERPRETED=1 spares it compiling: it starts sooner and plays slower."""
    ours = {"OMP_NUM_THREADS": "1", **os.environ}
    return ours | {"NUMBA_DISABLE_JIT": "1"} if ours.get("DOTTABLE_BOTS_INTERPRETED") == "1" else ours


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its own children, and leave no zombie."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def own_deck(match: Match) -> tuple[str, str] | None:
    """Name and text of a deck that is not the house's."""
    if match.deck is None or match.deck == match.game.house_deck:
        return None
    return match.deck.name, match.deck.text


def seed_of_dream(seed: bytes) -> bytes:
    """32 bytes for the chair to imagine by; what is imagined tells nothing, so their choice is free."""
    return seed.ljust(32, b"\0")[:32]
