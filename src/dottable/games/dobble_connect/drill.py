"""The drill (E13): two random cards, name the symbol they share, next pair; and the own times kept in a file.

No clock and no terminal in here: whoever asks the questions measures the times and hands them in.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean, median

import msgspec

from dottable.core.decks import Deck
from dottable.core.errors import DottableError
from dottable.games.dobble_connect.deck import cards_in
from dottable.games.dobble_connect.pieces import CARDS, SYMBOLS, SYMBOLS_PER_CARD

MOST_RUNS = 1000
"""Older runs are dropped from the record, so that its file stays small."""


class BadTimes(DottableError):
    """A file of times that cannot be read or written."""


class Pair(msgspec.Struct, frozen=True):
    """Two cards side by side, and the symbol they share."""

    left: int
    right: int
    left_symbols: tuple[str, ...]
    right_symbols: tuple[str, ...]
    shared: str


class Answer(msgspec.Struct, frozen=True):
    """Whether a named symbol was right, and how long it took."""

    right: bool
    took_ms: int


class Summary(msgspec.Struct, frozen=True):
    """What a run was like; the times are those of right answers, None if there was none."""

    right: int
    wrong: int
    best_ms: int | None
    median_ms: int | None
    mean_ms: int | None


class Run(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sitting: its day as a text, the times of right answers, and how many were wrong."""

    day: str
    times_ms: tuple[int, ...]
    wrong: int


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All runs of a player, oldest first."""

    runs: tuple[Run, ...] = ()

    @property
    def best_ms(self) -> int | None:
        """The quickest right answer of all."""
        return min((time for run in self.runs for time in run.times_ms), default=None)

    @property
    def best_median_ms(self) -> int | None:
        """The best run, by the middle one of its times."""
        return min((round(median(run.times_ms)) for run in self.runs if run.times_ms), default=None)


def pairs(deck: Deck, seed: int | str) -> Iterator[Pair]:
    """Endless pairs of different cards; the same for the same seed."""
    cards = cards_in(deck.numbers)
    luck = Random(seed)
    while True:
        left = int(luck.random() * CARDS)
        right = int(luck.random() * (CARDS - 1))
        right += right >= left
        (shared,) = set(cards[left]) & set(cards[right])
        yield Pair(left, right, names_on(cards[left]), names_on(cards[right]), SYMBOLS[shared])


def names_on(card: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(SYMBOLS[symbol] for symbol in card)


def understand(pair: Pair, text: str) -> str | None:
    """The symbol of the left card that a person means: its place, its name, or a beginning only it has."""
    text = text.strip().casefold()
    if text.isdecimal():
        place = int(text) if len(text) < 3 else 0
        return pair.left_symbols[place - 1] if 1 <= place <= SYMBOLS_PER_CARD else None
    names = {name.casefold(): name for name in pair.left_symbols}
    if text in names:
        return names[text]
    begun = [name for folded, name in names.items() if text and folded.startswith(text)]
    return begun[0] if len(begun) == 1 else None


def judge(pair: Pair, symbol: str, took_ms: int) -> Answer:
    """An answer to a pair; a time is never below zero."""
    return Answer(right=symbol == pair.shared, took_ms=max(0, took_ms))


def summary(answers: list[Answer]) -> Summary:
    """The statistics of a run."""
    times = [answer.took_ms for answer in answers if answer.right]
    wrong = len(answers) - len(times)
    if not times:
        return Summary(0, wrong, None, None, None)
    return Summary(len(times), wrong, min(times), round(median(times)), round(mean(times)))


def with_run(record: Record, day: str, answers: list[Answer]) -> Record:
    """The record with one more run; a run without any answer is none."""
    if not answers:
        return record
    times = tuple(answer.took_ms for answer in answers if answer.right)
    run = Run(day=day, times_ms=times, wrong=len(answers) - len(times))
    return Record(runs=(*record.runs, run)[-MOST_RUNS:])


def load(path: Path) -> Record:
    """The record in a file; an empty one if there is no file yet."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except FileNotFoundError:
        return Record()
    except OSError as error:
        raise BadTimes(f"{path}: the times cannot be read: {error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadTimes(f"{path}: this is no record of drill times: {error}.") from None


def save(path: Path, record: Record) -> None:
    """Write the record whole or not at all."""
    unfinished = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
        unfinished.replace(path)
    except OSError as error:
        raise BadTimes(f"{path}: the times cannot be written: {error.strerror}.") from None
