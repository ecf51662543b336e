"""The terminal client in a pseudo-terminal, with its screen read by a terminal emulator."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pyte

from tests.conftest import ROOT

TIMEOUT_S = 40  # a busy machine starts slowly
ENTER, ESCAPE, DOWN, CTRL_C, CTRL_G, CTRL_R, CTRL_U = "\r", "\x1b", "\x1b[B", "\x03", "\x07", "\x12", "\x15"
PROMPT_ROW = 18
"""Row of the question at 80 x 24, counted from 0."""
KEYS_ROW = 23
RESULTS = ("You win!", "You lose.", "You share the win.", "Your team wins!")


class PtyClient:
    """Runs `dottable play` with the given arguments. Every screen is checked for text outside its bounds."""

    def __init__(self, *arguments: str, data: Path, columns: int = 80, rows: int = 24, **environment: str) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.screens: list[str] = []
        """Every different screen that was seen at rest."""
        self.fd, terminal = pty.openpty()
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        base = {
            **os.environ,
            "TERM": "xterm-256color",
            "PYTHONPATH": f"{ROOT / 'src'}",
            "DOTTABLE_RULES": "portable",
            "DOTTABLE_DATA": str(data),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dottable", "play", *arguments],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={**base, **environment},
            start_new_session=True,
        )
        os.close(terminal)

    def __enter__(self) -> PtyClient:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.fd)

    # Reading

    def read(self, quiet_s: float = 0.03, at_most_s: float = 0.5) -> bool:
        """Read until no output comes for `quiet_s` seconds. Return False at the end of the program."""
        end = time.monotonic() + at_most_s
        while time.monotonic() < end:
            if not select.select([self.fd], [], [], quiet_s)[0]:
                break
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.raw += data
            self._stream.feed(data)
        if self.text not in self.screens[-1:]:
            self.screens.append(self.text)
        return True

    @property
    def lines(self) -> list[str]:
        return list(self.screen.display)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def prompt(self) -> str:
        return self.lines[PROMPT_ROW].replace("▏", "").strip()

    @property
    def answers(self) -> list[str]:
        return [line.strip(" ›") for line in self.lines[PROMPT_ROW + 1 : KEYS_ROW] if line.strip()]

    def wait_for(self, condition: str | Callable[[], bool], timeout_s: float = TIMEOUT_S) -> None:
        """Read until the screen shows a text or a condition is true."""
        end = time.monotonic() + timeout_s
        while not (condition in self.text if isinstance(condition, str) else condition()):
            assert time.monotonic() < end, f"waited too long for {condition}; the screen is\n{self.text}"
            if not self.read(at_most_s=0.2):
                raise AssertionError(
                    f"the program ended before {condition}:\n{self.raw[-2000:].decode(errors='replace')}"
                )

    # Typing

    def send(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def type(self, text: str) -> None:
        """Type a line and wait until the screen has changed."""
        before = self.text
        self.send(f"{text}{ENTER}")
        end = time.monotonic() + 5
        while self.text == before and time.monotonic() < end and self.read(at_most_s=0.2):
            pass

    def play_to_the_end(self, preferences: Sequence[str] = (), timeout_s: float = TIMEOUT_S) -> str:
        """Answer every question until the match is over, and return the line with the result.

        An answer that begins with one of `preferences` is typed. If there is none, Enter chooses the first answer. A
        preference "" leaves the question to the clock.
        """
        end = time.monotonic() + timeout_s
        while not self.prompt.startswith(RESULTS):
            assert time.monotonic() < end, f"the match takes too long; the screen is\n{self.text}"
            if self.prompt.startswith("Waiting") or not self.answers:
                self.read(at_most_s=0.2)
                continue
            self.type(self.preferred_answer(preferences))
        return self.prompt

    def preferred_answer(self, preferences: Sequence[str]) -> str:
        for word in preferences:
            if any(answer.startswith(word) for answer in self.answers):
                return word
        return ""

    def leave(self, key: str = CTRL_C) -> str:
        """Leave the match, and return what is printed after the full screen."""
        self.send(key)
        return self.rest()

    def rest(self) -> str:
        """Return all output until the program ends."""
        end = time.monotonic() + TIMEOUT_S
        while self.read(at_most_s=0.2) and time.monotonic() < end:
            pass
        self.process.wait(10)
        return self.raw.rpartition(b"\x1b[?1049l")[2].decode()


def assert_full_screens(client: PtyClient) -> None:
    """Check that every screen of the match shows headline, board and keys, and no text outside its bounds.

    The emulator wraps text after the last column, and scrolls after the last row. So text outside the bounds would push
    the headline away or cut the last row.
    """
    shown = [screen.split("\n") for screen in client.screens if "Enter choose" in screen]
    assert len(shown) > 3
    for rows in shown:
        assert len(rows) == client.screen.lines
        assert rows[KEYS_ROW].startswith(" Enter choose")
        assert rows[KEYS_ROW].endswith("q quit")
        assert rows[0].strip()
        assert any(row.strip() for row in rows[1:PROMPT_ROW])
