"""External bots for tests, most of them faulty."""

# ruff: noqa: ARG002, T201
from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from dottable.bots.bot import Choice

NEVER = 10_000_000


class FirstAction:
    """A correct bot."""

    def choose(self, access, budget, seed):
        return access.legal()[0]


class Delaying(FirstAction):
    """Returns a choice with a delay."""

    def choose(self, access, budget, seed):
        return Choice(access.legal()[0], 1234)


class Crashing:
    def choose(self, access, budget, seed):
        raise ValueError("I am lost\nand say too much")


class Quitting:
    def choose(self, access, budget, seed):
        sys.exit("bye")


class ChoosingIllegally:
    def choose(self, access, budget, seed):
        return NEVER


class ReturningText:
    def choose(self, access, budget, seed):
        return "the left one"


class ReturningHugeNumber:
    def choose(self, access, budget, seed):
        return 1 << 100


class Hanging:
    def choose(self, access, budget, seed):
        threading.Event().wait()


class Computing:
    """Never returns, and never releases the interpreter lock."""

    def choose(self, access, budget, seed):
        sum(range(1 << 40))


class Dying:
    def choose(self, access, budget, seed):
        os._exit(3)


class WritingToPipes:
    """Writes garbage to every open pipe."""

    def choose(self, access, budget, seed):
        for pipe in range(3, 20):
            try:
                os.write(pipe, b"\0\0\0\3abc")
            except OSError:
                continue


class StartingChild:
    """Starts a child process, writes its id to the file in an environment variable, and hangs."""

    def choose(self, access, budget, seed):
        child = subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
        Path(os.environ["TEST_CHILD"]).write_text(str(child.pid))
        threading.Event().wait()


class DyingOnce:
    """Removes a file and dies at its first move, if the file exists."""

    def choose(self, access, budget, seed):
        mark = Path(os.environ["TEST_MARK"])
        if mark.exists():
            mark.unlink()
            os._exit(1)
        return access.legal()[0]


class Printing(FirstAction):
    def choose(self, access, budget, seed):
        print("what a nice hand")
        return super().choose(access, budget, seed)


class Prepared(FirstAction):
    """Plays only if `prepare` was called."""

    def prepare(self, game):
        self.slug = game.slug

    def choose(self, access, budget, seed):
        assert self.slug == access.game.slug
        return super().choose(access, budget, seed)


class Inspecting:
    """Derives its choice from every byte that it can reach through its SeatAccess."""

    def choose(self, access, budget, seed):
        sample = access._sample
        found = hash((sample.state_bytes, sample.seed, sample.salt, tuple(sample.moves), access.now_ms))
        legal = access.legal()
        return legal[found % len(legal)]


class Unstartable:
    def __init__(self):
        raise RuntimeError("no weights here")


class WithoutChoose:
    """A class without the method `choose`."""
