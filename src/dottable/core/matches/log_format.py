"""Names and order of the lines of a log. Format 2 adds the players' contributions to the shuffle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from dottable.core.errors import BadLog
from dottable.core.matches.commit_reveal_shuffle import ENTROPY_BYTES, Contribution

CONTRIBUTION_PATTERN = re.compile(rf"p([1-9]\d?):([0-9a-f]{{{2 * ENTROPY_BYTES}}})")
"""One entry of a `contributions` or `entropies` line: the seat, and 32 bytes in hexadecimal."""


class LogLayout(NamedTuple):
    """First line of a log, names of its header lines and names of its footer lines."""

    first_line: str
    header: tuple[str, ...]
    footer: tuple[str, ...]

    @property
    def first_move_line(self) -> int:
        """Number of the line of the first move, counted from 1."""
        return len(self.header) + 3

    def line_of_entry(self, name: str, moves: int) -> int:
        """Return the line number (from 1) of a header or footer entry in a log with `moves` moves."""
        if name in self.header:
            return self.header.index(name) + 2
        return self.first_move_line + moves + 1 + self.footer.index(name)


SERVER_SHUFFLE = LogLayout(
    "dottable-log 1",
    ("game", "rules", "options", "deck", "seats", "players", "commitment"),
    ("seed", "salt", "result", "scores", "state"),
)
"""Format 1: log of a match that only the server shuffled."""
SHARED_SHUFFLE = LogLayout(
    "dottable-log 2",
    (*SERVER_SHUFFLE.header, "contributions"),
    ("seed", "salt", "entropies", "result", "scores", "state"),
)
"""Format 2: log of a match to whose shuffle players contributed."""


def find_layout(lines: Sequence[str]) -> LogLayout:
    """Return the log layout that the first line names. Raise BadLog for an unknown one."""
    for layout in (SERVER_SHUFFLE, SHARED_SHUFFLE):
        if lines and lines[0] == layout.first_line:
            return layout
    known = f"'{SERVER_SHUFFLE.first_line}' or '{SHARED_SHUFFLE.first_line}'"
    raise BadLog(f"A log must begin with {known}.", line=1)


def format_hashes(contributions: Sequence[Contribution]) -> str:
    """Return the value of the `contributions` line: the hash that each seat published before the start."""
    return " ".join(f"p{contribution.seat + 1}:{contribution.entropy_hash}" for contribution in contributions)


def format_entropies(contributions: Sequence[Contribution]) -> str:
    """Return the value of the `entropies` line: the random bytes that each seat revealed, in hexadecimal."""
    return " ".join(f"p{contribution.seat + 1}:{contribution.entropy.hex()}" for contribution in contributions)


def read_contributions(text: str, seats: int, line: int) -> tuple[Contribution, ...]:
    """Return the contributions in an `entropies` line. Raise BadLog unless the seats ascend and each has 32 bytes."""
    found = [CONTRIBUTION_PATTERN.fullmatch(part) for part in text.split(" ")]
    contributions = tuple(Contribution(int(item[1]) - 1, bytes.fromhex(item[2])) for item in found if item)
    order = [item.seat for item in contributions]
    if len(contributions) < len(found) or order != sorted(set(order)) or order[-1] >= seats:
        raise BadLog("Expected entropies as p1:HEX p2:HEX, each seat once and 32 bytes each.", line=line)
    return contributions
