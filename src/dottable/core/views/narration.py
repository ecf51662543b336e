"""Narration as data: what a move did as codes with arguments, and the templates that turn them into sentences.

A game's `narrate` returns messages; its `view/narration_templates.py` holds one template for every code. The client
that shows the text fills in the names. `web/src/lib/narration.ts` renders the same templates in the browser; both are
tested with the cases in `tests/core/narration_cases.json`.

A template is plain text with placeholders for the message's arguments:

- `{card}`: the argument as it is; a message is rendered, a list is joined with commas and "and".
- `{sets&; }`: a list joined with the text after `&`.
- `{seat!name}`: the name of a seat ("you" for the viewer); `{seat!whose}`: its possessive ("your", "Player 2's").
- `{seats!name}`: the names of a list of seats, the viewer first ("you, Player 2 and Player 3").
- `{seat?take|takes}`: the first form if the seat is the viewer, else the second.
- `{count#dot|dots}`: the first form if the number is 1, else the second.

The first letter of every message of a narration becomes a capital; nested messages stay as they are.

On the wire a narration is a JSON list of `{"code": ..., "args": {...}}`. An argument is a number, a string, a
message of the same form, or a list of these. The field is called `narration` in moves and in replay steps.
`GET /api/v1/games/SLUG` sends the templates of a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from dottable.core.primitives.seats import CLOCK

if TYPE_CHECKING:
    from dottable.core.game import Game

Argument: TypeAlias = "int | str | NarrationMessage | list[Any]"
"""An argument of a narration message: a number, a text, a nested message, or a list of these."""
PLACEHOLDER = re.compile(r"\{(\w+)(?:([!?#&])([^}]*))?\}")
"""Matches a placeholder of a template: argument name, kind (one of !?#&) and detail."""
NameOfSeat = Callable[[int], str]
"""A function from a seat number to the name of its player."""


class NarrationMessage(Struct, frozen=True):
    """One thing that a move did: a code, and the arguments for the template of that code."""

    code: str
    args: dict[str, Any]


Narration = tuple[NarrationMessage, ...]
"""What a move did, as messages in order."""


def message(code: str, **args: Any) -> NarrationMessage:
    """Return a NarrationMessage with these keyword arguments."""
    return NarrationMessage(code, args)


_seat_names: ContextVar[Sequence[str]] = ContextVar("_seat_names", default=())


@contextmanager
def seat_names(names: Sequence[str]) -> Iterator[None]:
    """Context manager: `default_seat_name` returns these names inside it. Item k is the name of seat k."""
    token = _seat_names.set(names)
    try:
        yield
    finally:
        _seat_names.reset(token)


def unique_names(names: Sequence[str]) -> list[str]:
    """Return the names, made unique with numbers. The second of two random bots becomes "Random bot 2"."""
    counts: dict[str, int] = {}
    found = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        found.append(name if counts[name] == 1 else f"{name} {counts[name]}")
    return found


def default_seat_name(seat: int) -> str:
    """Return the name of a seat that `seat_names` has set, else "Player 2" for seat 1; "the clock" for CLOCK."""
    if seat == CLOCK:
        return "the clock"
    names = _seat_names.get()
    return names[seat] if 0 <= seat < len(names) else f"Player {seat + 1}"


def name_for(viewer: int, seat: int, name_of: NameOfSeat = default_seat_name) -> str:
    """Return what a viewer calls a seat: "you" for the viewer's own, else its name."""
    return "you" if seat == viewer else name_of(seat)


def name_width(viewer: int, seats: int, least: int = 9) -> int:
    """Return the width in characters of a column that holds the names of all seats, at least `least`."""
    return max(least, *(len(name_for(viewer, seat, default_seat_name)) for seat in range(seats)))


def names_for(viewer: int, seats: Iterable[int], name_of: NameOfSeat = default_seat_name) -> str:
    """Return the names of several seats as an English list, the viewer first: "you, Player 2 and Player 3"."""
    return join_with_and([name_for(viewer, seat, name_of) for seat in sorted(seats, key=lambda seat: seat != viewer)])


class NarrationRenderer:
    """Turns narration messages into sentences for one viewer, with the templates of a game."""

    def __init__(self, templates: Mapping[str, str], viewer: int, name_of: NameOfSeat = default_seat_name) -> None:
        self._templates = templates
        self._viewer = viewer
        self._name_of = name_of

    def narration_text(self, narration: Narration) -> str:
        """Return a narration as one text: each message as a sentence, separated by spaces."""
        return " ".join(capitalized(text) for text in map(self.message_text, narration) if text)

    def message_text(self, said: NarrationMessage) -> str:
        """Return one message as text: its template with all placeholders filled in."""
        return PLACEHOLDER.sub(
            lambda found: self._fill_placeholder(said.args, found.group(1), found.group(2), found.group(3)),
            self._templates[said.code],
        )

    def _fill_placeholder(self, args: Mapping[str, Any], name: str, kind: str | None, detail: str | None) -> str:
        """Return the text for one placeholder of a template."""
        value, detail = args[name], detail or ""
        if kind == "!":
            return self._seat_name(value, is_possessive=detail == "whose")
        if kind == "&":
            return detail.join(map(self._argument_text, value))
        if kind is not None:
            first, _, second = detail.partition("|")
            return first if value == (self._viewer if kind == "?" else 1) else second
        return self._argument_text(value)

    def _argument_text(self, value: Argument) -> str:
        """Return an argument as text; a nested message is rendered, a list is joined."""
        if isinstance(value, NarrationMessage):
            return self.message_text(value)
        return join_with_and([self._argument_text(part) for part in value]) if isinstance(value, list) else str(value)

    def _seat_name(self, seat: int | list[int], *, is_possessive: bool) -> str:
        """Return the name of a seat, its possessive, or the names of a list of seats."""
        if isinstance(seat, list):
            return names_for(self._viewer, seat, self._name_of)
        name = name_for(self._viewer, seat, self._name_of)
        if is_possessive:
            return "your" if seat == self._viewer else f"{name}'s"
        return name


def capitalized(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def join_with_and(parts: list[str]) -> str:
    """Return parts as an English list: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def render_narration(game: Game, narration: Narration, viewer: int, name_of: NameOfSeat = default_seat_name) -> str:
    """Return a narration as one text for a viewer, with the templates of the game."""
    return NarrationRenderer(game.view.TEMPLATES, viewer, name_of).narration_text(narration)
