"""Bots that do wrong, for tests; they run in processes of their own."""

# ruff: noqa: ARG002, T201
from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from dottable.bots.bot import Choice

NEVER = 10_000_000


class First:
    """Does nothing wrong."""

    def choose(self, chair, budget, seed):
        return chair.legal()[0]


class Unhurried(First):
    """Says when it acts."""

    def choose(self, chair, budget, seed):
        return Choice(chair.legal()[0], 1234)


class Crashing:
    def choose(self, chair, budget, seed):
        raise ValueError("I am lost\nand say too much")


class Quitting:
    def choose(self, chair, budget, seed):
        sys.exit("bye")


class Cheating:
    def choose(self, chair, budget, seed):
        return NEVER


class Babbling:
    def choose(self, chair, budget, seed):
        return "the left one"


class Huge:
    def choose(self, chair, budget, seed):
        return 1 << 100


class Hanging:
    def choose(self, chair, budget, seed):
        threading.Event().wait()


class Slow:
    """Thinks on and on, and holds the interpreter while it does."""

    def choose(self, chair, budget, seed):
        sum(range(1 << 40))


class Dying:
    def choose(self, chair, budget, seed):
        os._exit(3)


class Vandal:
    """Writes nonsense into every pipe it finds."""

    def choose(self, chair, budget, seed):
        for pipe in range(3, 20):
            try:
                os.write(pipe, b"\0\0\0\3abc")
            except OSError:
                continue


class Parent:
    """Starts a process of its own and hangs; its number goes to the file that the environment names."""

    def choose(self, chair, budget, seed):
        child = subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
        Path(os.environ["TEST_CHILD"]).write_text(str(child.pid))
        threading.Event().wait()


class Once:
    """Dies at the first question of its life, and only if a file is there; then removes it."""

    def choose(self, chair, budget, seed):
        mark = Path(os.environ["TEST_MARK"])
        if mark.exists():
            mark.unlink()
            os._exit(1)
        return chair.legal()[0]


class Printing(First):
    def choose(self, chair, budget, seed):
        print("what a nice hand")
        return super().choose(chair, budget, seed)


class Prepared(First):
    """Cannot play unless it was prepared."""

    def prepare(self, game):
        self.slug = game.slug

    def choose(self, chair, budget, seed):
        assert self.slug == chair.game.slug
        return super().choose(chair, budget, seed)


class Rummaging:
    """Chooses by every byte it can find in its chair, however deep."""

    def choose(self, chair, budget, seed):
        dream = chair._dream
        found = hash((dream.state_bytes, dream.seed, dream.salt, tuple(dream.moves), chair.now_ms))
        legal = chair.legal()
        return legal[found % len(legal)]


class Unstartable:
    def __init__(self):
        raise RuntimeError("no weights here")


class Mute:
    """Has no method `choose`."""
