"""Compares the rooms of a game with the contract: missing rooms, missing names, wrong parameters."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from dottable.core import contract
from dottable.core.authoring.explain import mistake_at, mistake_from
from dottable.core.authoring.source_places import SourcePlace, place_of_name, plain_function
from dottable.core.contract import bot_hooks, terminal_hooks
from dottable.core.game import Game

TERMINAL_HOOKS = tuple(kind for kind in vars(terminal_hooks).values() if getattr(kind, "_is_protocol", False))
REQUIRED: dict[str, type] = {
    "state": contract.StateModule,
    "rules": contract.RulesModule,
    "knowledge": contract.KnowledgeModule,
    "view": contract.ViewModule,
}
"""Protocol of each required room."""
OPTIONAL: dict[str, tuple[type, ...]] = {
    "rules": (contract.RandomActionSampler, contract.OffTurnRefusal),
    "knowledge": (contract.ObservationFields, contract.PublicHistory),
    "view": (
        contract.Previews,
        contract.OfferedActions,
        contract.OffTurnReasons,
        *TERMINAL_HOOKS,
    ),
    "bot": tuple(kind for kind in vars(bot_hooks).values() if getattr(kind, "_is_protocol", False)),
    "lab": (contract.StatisticsModule, contract.Teams, contract.TuningModule),
}
"""Protocols that a room may implement besides."""
MIN_SIMILARITY = 0.85
"""Similarity of two names, from 0 to 1, above which one is taken for a misspelling of the other."""


def check_rooms(game: Game) -> None:
    """Raise GameMistake for the first difference between the rooms of a game and the contract."""
    required = REQUIRED | ({"deck": contract.DeckModule} if game.has_deck else {})
    for name, protocol in required.items():
        room = import_room(game, name)
        for member, stated in members(protocol):
            check_member(room, member, stated)
    for name, protocols in OPTIONAL.items():
        if name in required or find_spec(f"{game.package}.{name}") is not None:
            check_optional_members(import_room(game, name), protocols)


def import_room(game: Game, name: str) -> ModuleType:
    """Return a room. Raise GameMistake if it is missing or cannot be imported."""
    package = f"{game.package}.{name}"
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name == package:
            place = SourcePlace(game.folder / f"{name}.py", 1)
            raise mistake_at(place, f"The room '{name}' is missing. Add this file.") from error
        raise mistake_from(error, game) or error from error
    except Exception as error:
        raise mistake_from(error, game, SourcePlace(game.folder / f"{name}.py", 1)) or error from error


def members(protocol: type) -> Iterator[tuple[str, Any]]:
    """Yield name and definition of every member that a Protocol itself declares."""
    for name, stated in vars(protocol).items():
        if not name.startswith("_") and (isinstance(stated, property) or inspect.isfunction(stated)):
            yield name, stated


def check_member(room: ModuleType, name: str, stated: Any) -> None:
    """Raise GameMistake if a room lacks a required name or defines it differently."""
    if not hasattr(room, name):
        raise mistake_at(place_of_name(room, name), missing_name_sentence(room, name, stated))
    check_parameters(room, name, stated)


def missing_name_sentence(room: ModuleType, name: str, stated: Any) -> str:
    """Return the sentence for a missing name, with its meaning from the contract."""
    what = f"def {name}({parameters_text(stated)})" if inspect.isfunction(stated) else name
    meaning = (stated.__doc__ or "").partition("\n")[0].strip()
    return f"The room '{room.__name__.rpartition('.')[2]}' lacks '{name}'. Add {what}: {meaning or 'see the contract.'}"


def check_optional_members(room: ModuleType, protocols: tuple[type, ...]) -> None:
    """Raise GameMistake for a misspelt optional name or one with wrong parameters."""
    known = {name: stated for protocol in protocols for name, stated in members(protocol)}
    for name in known.keys() & vars(room).keys():
        check_parameters(room, name, known[name])
    for name in own_functions(room) - known.keys():
        near = [
            one for one in difflib.get_close_matches(name, known, n=1, cutoff=MIN_SIMILARITY) if one not in vars(room)
        ]
        if near:
            raise mistake_at(place_of_name(room, name), f"'{name}' is not in the contract. Did you mean '{near[0]}'?")


def own_functions(room: ModuleType) -> set[str]:
    """Return the names of the functions that a room exports."""
    return {name for name, value in vars(room).items() if inspect.isfunction(plain_function(value))}


def check_parameters(room: ModuleType, name: str, stated: Any) -> None:
    """Raise GameMistake if a function cannot be called with the arguments of the contract."""
    if not inspect.isfunction(stated):
        return
    function = plain_function(getattr(room, name))
    if not callable(function):
        raise mistake_at(
            place_of_name(room, name), f"'{name}' must be a function: def {name}({parameters_text(stated)})."
        )
    own = inspect.signature(function)
    count = len(inspect.signature(stated).parameters) - 1
    try:
        own.bind(*range(count))
    except TypeError:
        given = ", ".join(own.parameters)
        expected = f"{name}({parameters_text(stated)})"
        sentence = f"'{name}({given})' has the wrong parameters. Write {expected}."
        raise mistake_at(place_of_name(room, name), sentence) from None


def parameters_text(stated: Any) -> str:
    """Return the names of a contract function's parameters, without `self`."""
    return ", ".join(list(inspect.signature(stated).parameters)[1:])
