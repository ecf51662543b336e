"""External bots. Each runs in its own process, so a crash or an endless loop in a bot cannot stop a match.

The process receives a determinized record of the bot's seat and never the true match, so the bot cannot learn secrets.
The process is not a sandbox: run only bots whose code you trust.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, cast

import msgspec

from dottable.bots.bot import Budget, Choice
from dottable.bots.external import protocol
from dottable.bots.safe_choose import BotFault, FaultKind
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.registry import lookup_name

if TYPE_CHECKING:
    from dottable.core.matches.match import Match

BOT_PROCESS_MODULE = "dottable.bots.external.process_main"
"""Module that runs in the process of a bot."""
MOVE_LIMIT_MS = 1000
"""Default time limit for a move without a time budget, in milliseconds."""
BUDGET_GRACE_FACTOR = 1.2
"""A bot may use its time budget multiplied by this factor before its process is killed."""
START_LIMIT_MS = 120_000
"""Time limit in milliseconds for starting Python, importing, compiling and the bot's own `prepare`."""


class ExternalBot:
    """A bot in its own process, named `module:Class` or `path/to/file.py:Class`. Every failure raises BotFault.

    The process starts at the first request. If it has ended, the next request starts a new process.
    """

    def __init__(
        self, name: str, game: Game, *, move_limit_ms: int = MOVE_LIMIT_MS, start_limit_ms: int = START_LIMIT_MS
    ) -> None:
        self.name, self.game = name, game
        self.move_limit_ms, self.start_limit_ms = move_limit_ms, start_limit_ms
        self._process: BotProcess | None = None
        self._requests = 0

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int | Choice:
        if self._process is None:
            self.start()
        self._requests += 1
        limit_ms = self.move_limit_ms if budget.ms is None else int(budget.ms * BUDGET_GRACE_FACTOR)
        reply = self._request_reply(self._choose_request(access, budget, seed, limit_ms), limit_ms)
        if isinstance(reply, protocol.FaultReply):
            raise BotFault(cast("FaultKind", reply.kind), reply.message)
        if isinstance(reply, protocol.LoadReply) or reply.n != self._requests:
            self.close()
            raise BotFault("garbage", "sent an unexpected reply")
        return reply.action if reply.after_ms is None else Choice(reply.action, reply.after_ms)

    def start(self) -> None:
        """Start the process and load the bot; raise BotFault if that fails."""
        self.close()
        if not hasattr(select, "poll"):
            raise BotFault("start", "Bots in a process of their own do not run on Windows. Use WSL.")
        self._process = BotProcess()
        try:
            reply = self._request_reply(protocol.LoadRequest(self.name, lookup_name(self.game)), self.start_limit_ms)
        except BotFault as fault:
            raise BotFault("start", str(fault)) from None
        if not isinstance(reply, protocol.LoadReply):
            self.close()
            raise BotFault(
                "start", reply.message if isinstance(reply, protocol.FaultReply) else "sent an unexpected reply"
            )

    def _choose_request(self, access: SeatAccess, budget: Budget, seed: bytes, limit_ms: int) -> protocol.ChooseRequest:
        sample = access.determinize(determinization_seed(seed))
        return protocol.ChooseRequest(
            n=self._requests,
            seat=access.seat,
            seats=access.seats,
            record=sample.state_bytes,
            history=sample.public_history().tolist(),
            options=msgspec.to_builtins(sample.options),
            deck=custom_deck_name_and_text(sample),
            now_ms=access.now_ms,
            simulations=budget.simulations,
            ms=budget.ms,
            seed=seed,
            limit_ms=limit_ms,
        )

    def _request_reply(self, message: protocol.BotRequest, limit_ms: int) -> protocol.BotReply:
        """Send a request and return the reply. If anything fails, end the process and raise BotFault."""
        assert self._process is not None
        deadline_s = time.monotonic() + limit_ms / 1000
        try:
            self._process.connection.send(message, deadline_s)
            return protocol.reply_decoder.decode(self._process.connection.receive(deadline_s))
        except TimeoutError:
            self.close()
            raise BotFault("timeout", f"no reply within {limit_ms} ms") from None
        except EOFError:
            raise BotFault("death", f"its process ended ({self.close()})") from None
        except (protocol.ProtocolViolation, msgspec.MsgspecError) as error:
            self.close()
            raise BotFault("garbage", f"it broke the protocol: {error}") from None

    def close(self) -> str:
        """End the bot's process, if it runs, and return a text that says how it ended."""
        process, self._process = self._process, None
        return "never started" if process is None else process.kill()

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class BotProcess:
    """A Python process that runs a bot.

    It ends when `end` is called, this object is deleted or the parent process ends.
    """

    def __init__(self) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-m", BOT_PROCESS_MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=process_environment(),
            start_new_session=True,  # Ctrl-C does not reach the process, and its children can be killed with it
        )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self.connection = protocol.PipeConnection(self._popen.stdout.fileno(), self._popen.stdin.fileno())
        self._finalizer = weakref.finalize(self, kill_process, self._popen)

    def kill(self) -> str:
        """Kill the process and its children, and return how it ended.

        The text is "exit code N" or "signal N" if the process had ended by itself, else "killed".
        """
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(0.05 if self._popen.poll() is None else 0)
        code = self._popen.returncode
        self._finalizer()
        if code is None:
            return "killed"
        return f"signal {-code}" if code < 0 else f"exit code {code}"


def process_environment() -> dict[str, str]:
    """Return the environment variables of a bot's process.

    With DOTTABLE_BOTS_INTERPRETED=1 the process does not compile the rules: it starts sooner and plays slower.
    """
    inherited = {"OMP_NUM_THREADS": "1", **os.environ}
    is_interpreted = inherited.get("DOTTABLE_BOTS_INTERPRETED") == "1"
    return inherited | {"NUMBA_DISABLE_JIT": "1"} if is_interpreted else inherited


def kill_process(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children, and wait until it has ended."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def custom_deck_name_and_text(match: Match) -> tuple[str, str] | None:
    """Return the name and the text of the match's custom deck; None for the house deck."""
    if match.deck is None or match.deck == match.game.house_deck:
        return None
    return match.deck.name, match.deck.text


def determinization_seed(seed: bytes) -> bytes:
    """Return a 32-byte seed for the determinization, derived from the bot's seed. The result reveals no hidden card."""
    return seed.ljust(32, b"\0")[:32]
