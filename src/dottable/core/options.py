"""Options of a game: typed settings with a help text each, read from people and handed to rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from dottable.core.errors import BadOption
from dottable.core.record import Array

if TYPE_CHECKING:
    from dottable.core.decks import Deck

WORDS = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}


class Options(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Base of every game's options. A field is a switch, a choice of words, or a whole number.

    Annotate each with `msgspec.Meta(description=...)`; numbers need `ge` and `le` too.
    """


Settings = TypeVar("Settings", bound=Options)


class Option(NamedTuple):
    """One option as people see it."""

    name: str
    help: str
    default: Any
    choices: tuple[Any, ...]
    """Every value, or for numbers the least and the greatest."""
    is_number: bool

    def __str__(self) -> str:
        if self.is_number:
            return f"{self.name}={self.choices[0]}..{self.choices[-1]}"
        return f"{self.name}={'|'.join(spell(c) for c in self.choices)}"


@cache
def options_of(kind: type[Options]) -> tuple[Option, ...]:
    """All options of a kind, in the order of their fields."""
    return tuple(_option(field) for field in msgspec.inspect.type_info(kind).fields)  # type: ignore[attr-defined]


def _option(field: Any) -> Option:
    kind, meaning = field.type, ""
    if isinstance(kind, msgspec.inspect.Metadata):
        meaning = (kind.extra_json_schema or {}).get("description", "")
        kind = kind.type
    if isinstance(kind, msgspec.inspect.BoolType):
        choices: tuple[Any, ...] = (False, True)
    elif isinstance(kind, msgspec.inspect.LiteralType):
        choices = tuple(kind.values)
    elif isinstance(kind, msgspec.inspect.IntType) and kind.ge is not None and kind.le is not None:
        choices = (kind.ge, kind.le)
    else:
        raise TypeError(f"Option {field.encode_name}: use bool, Literal or a bounded int.")
    is_number = isinstance(kind, msgspec.inspect.IntType)
    return Option(field.encode_name, meaning, field.default, choices, is_number)


def read_options(kind: type[Settings], given: Mapping[str, Any]) -> Settings:
    """Options from texts or values by name; anything not named keeps its default."""
    known = {option.name: option for option in options_of(kind)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in known:
            names = ", ".join(known) or "none at all"
            raise BadOption(f"There is no option '{name}' here; there is: {names}.")
        values[name] = _value(known[name], text)
    return msgspec.convert(values, kind)


def _value(option: Option, text: Any) -> Any:
    value = text
    if isinstance(text, str) and option.is_number and text.lstrip("-").isdecimal():
        value = int(text)
    elif isinstance(text, str) and isinstance(option.default, bool):
        value = WORDS.get(text.lower(), text)
    if option.is_number:
        fits = type(value) is int and option.choices[0] <= value <= option.choices[-1]
    else:
        fits = any(value == c and type(value) is type(c) for c in option.choices)
    if not fits:
        raise BadOption(f"Option '{option.name}' cannot be '{text}'; it takes {option}.")
    return value


def variants(kind: type[Settings]) -> Iterator[Settings]:
    """The default options, then every option set that differs from it in one option."""
    default = kind()
    yield default
    for option in options_of(kind):
        for choice in option.choices:
            if choice != option.default:
                yield read_options(kind, {option.name: choice})


def settings(options: Options, deck: Deck | None = None) -> Array:
    """What a game's `setup` receives: a whole number per option, in order, then those of the deck."""
    values = msgspec.to_builtins(options)
    numbers = [_number(option, values[option.name]) for option in options_of(type(options))]
    return np.array([*numbers, *(deck.numbers if deck else ()), 0], np.int32)


def _number(option: Option, value: Any) -> int:
    return int(value) if option.is_number else option.choices.index(value)


def spell(value: Any) -> str:
    """A value as a person types it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def spell_options(options: Options) -> str:
    """All options in one line, as `name=value`."""
    return " ".join(f"{name}={spell(value)}" for name, value in msgspec.to_builtins(options).items())
