"""Options of a game: typed settings with help texts, parsed from text and passed to rules as integers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from dottable.core.errors import BadOption
from dottable.core.primitives.record import Array

if TYPE_CHECKING:
    from dottable.core.deck_files import Deck

INTEGER_PATTERN = re.compile(r"-?[0-9]{1,18}")
"""Matches the text of an integer option."""
MAX_QUOTED_CHARACTERS = 60
"""Largest number of characters of a wrong name or value that an error message quotes."""
BOOLEAN_WORDS = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}
"""Value of a yes/no option by the word that a person types."""


class Options(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Base class of every game's options. A field is a bool, a Literal of strings, an int, or a text.

    Annotate each field with `msgspec.Meta(description=...)`. Integers need the bounds `ge` and `le` too. A text needs
    a `pattern` of capital letters, and `extra_json_schema` with its named values (`choices`) and a description of
    all others (`form`). The game turns a text into an integer in `encode_text`.
    """

    def encode_text(self, value: str) -> int:
        """Return the integer that stands for the value of a text option in the settings.

        A game with a text option overrides this.
        """
        raise NotImplementedError(f"{type(self).__module__}: options with a text need encode_text.")

    def check_seats(self, seats: int) -> None:
        """Raise BadOption if these options do not fit the number of seats."""


GameOptions = TypeVar("GameOptions", bound=Options)


class Option(NamedTuple):
    """Description of one option of a game: name, help text, default and possible values."""

    name: str
    help: str
    default: Any
    choices: tuple[Any, ...]
    """All values; for an integer the lowest and the highest; for a text its named values."""
    is_number: bool
    pattern: str = ""
    """Regular expression of the other values of a text."""
    form: str = ""
    """The other values of a text in words: "one letter for each seat"."""

    def __str__(self) -> str:
        if self.is_number:
            return f"{self.name}={self.choices[0]}..{self.choices[-1]}"
        values = "|".join(format_value(c) for c in self.choices)
        return f"{self.name}={values}, or {self.form}" if self.form else f"{self.name}={values}"


@cache
def list_options(kind: type[Options]) -> tuple[Option, ...]:
    """Return the descriptions of all options of a class, in the order of its fields."""
    return tuple(_describe_option(field) for field in msgspec.inspect.type_info(kind).fields)  # type: ignore[attr-defined]


def _describe_option(field: Any) -> Option:
    """Return the description of one field of an Options class (a msgspec field); raise TypeError for another type."""
    kind, extra = field.type, {}
    if isinstance(kind, msgspec.inspect.Metadata):
        extra = kind.extra_json_schema or {}
        kind = kind.type
    meaning = extra.get("description", "")
    if isinstance(kind, msgspec.inspect.BoolType):
        choices: tuple[Any, ...] = (False, True)
    elif isinstance(kind, msgspec.inspect.LiteralType):
        choices = tuple(kind.values)
    elif isinstance(kind, msgspec.inspect.IntType) and kind.ge is not None and kind.le is not None:
        choices = (kind.ge, kind.le)
    elif isinstance(kind, msgspec.inspect.StrType) and kind.pattern and "choices" in extra and "form" in extra:
        choices = tuple(extra["choices"])
    else:
        raise TypeError(f"Option {field.encode_name}: use bool, Literal, a bounded int, or a text with a pattern.")
    is_number = isinstance(kind, msgspec.inspect.IntType)
    pattern, form = (kind.pattern or "", extra["form"]) if isinstance(kind, msgspec.inspect.StrType) else ("", "")
    return Option(field.encode_name, meaning, field.default, choices, is_number, pattern, form)


def read_options(kind: type[GameOptions], given: Mapping[str, Any]) -> GameOptions:
    """Return options of the class `kind` from texts or values by name. Others keep their defaults; raises BadOption."""
    known = {option.name: option for option in list_options(kind)}
    values: dict[str, Any] = {}
    for name, text in given.items():
        if name not in known:
            raise BadOption(f"Unknown option '{truncate_for_message(name)}'. Available: {', '.join(known) or 'none'}.")
        values[name] = _parse_value(known[name], text)
    return msgspec.convert(values, kind)


def truncate_for_message(text: str) -> str:
    """Return a text cut to MAX_QUOTED_CHARACTERS, for an error message."""
    return text if len(text) <= MAX_QUOTED_CHARACTERS else text[:MAX_QUOTED_CHARACTERS] + "…"


def _parse_value(option: Option, text: Any) -> Any:
    """Return the value of an option from a text or a value; raise BadOption if it is invalid."""
    value = text
    if isinstance(text, str) and option.is_number and INTEGER_PATTERN.fullmatch(text):
        value = int(text)
    elif isinstance(text, str) and isinstance(option.default, bool):
        value = BOOLEAN_WORDS.get(text.lower(), text)
    elif isinstance(text, str) and option.pattern and re.fullmatch(option.pattern, text.upper()):
        return text.upper()
    if option.is_number:
        fits = type(value) is int and option.choices[0] <= value <= option.choices[-1]
    else:
        fits = any(value == c and type(value) is type(c) for c in option.choices)
    if not fits:
        raise BadOption(f"Invalid value '{truncate_for_message(str(text))}' for option '{option.name}'. Use {option}.")
    return value


def options_varied_one_at_a_time(kind: type[GameOptions]) -> Iterator[GameOptions]:
    """Yield the default options, then every option set that differs from them in one option.

    Of an integer option, only the lowest and the highest value are used.
    """
    default = kind()
    yield default
    for option in list_options(kind):
        for choice in option.choices:
            if choice != option.default:
                yield read_options(kind, {option.name: choice})


def settings_array(options: Options, deck: Deck | None = None) -> Array:
    """Return the int32 array that a game's `setup` receives: one number per option in field order, then the deck."""
    values = msgspec.to_builtins(options)
    numbers = [_encode_value(options, option, values[option.name]) for option in list_options(type(options))]
    return np.array([*numbers, *(deck.numbers if deck else ()), 0], np.int32)


def _encode_value(options: Options, option: Option, value: Any) -> int:
    """Return the integer that stands for an option's value in the settings of a match."""
    if option.pattern:
        return options.encode_text(value)
    return int(value) if option.is_number else option.choices.index(value)


def format_value(value: Any) -> str:
    """Return the value of an option as a person types it, such as "on" for True."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def format_options(options: Options) -> str:
    """Return all options in one line: `name=value name=value`."""
    return " ".join(f"{name}={format_value(value)}" for name, value in msgspec.to_builtins(options).items())
