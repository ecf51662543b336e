"""Compares the modules of a game package with the contract: missing modules, missing names, wrong parameters."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from dottable.core import contract
from dottable.core.authoring.exception_explanations import mistake_at, mistake_from_exception
from dottable.core.authoring.source_locations import SourcePlace, place_of_name, plain_function
from dottable.core.contract import bot_hooks, terminal_hooks
from dottable.core.game import Game

TERMINAL_HOOKS = tuple(kind for kind in vars(terminal_hooks).values() if getattr(kind, "_is_protocol", False))
"""Protocols of `core/contract/terminal_hooks.py`."""
REQUIRED_PROTOCOLS: dict[str, type] = {
    "state": contract.StateModule,
    "rules": contract.RulesModule,
    "knowledge": contract.KnowledgeModule,
    "view": contract.ViewModule,
}
"""Protocol of each required module of a game package, by module name."""
OPTIONAL_PROTOCOLS: dict[str, tuple[type, ...]] = {
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
"""Protocols that a module of a game package may also implement, by module name."""
MIN_SIMILARITY = 0.85
"""Similarity of two names, from 0 to 1, above which one is taken for a misspelling of the other."""


def check_against_contract(game: Game) -> None:
    """Raise GameMistake for the first difference between the modules of a game and the Protocols of the contract."""
    required = REQUIRED_PROTOCOLS | ({"deck": contract.DeckModule} if game.has_deck else {})
    for name, protocol in required.items():
        module = import_game_module(game, name)
        for member, declared in protocol_members(protocol):
            check_member(module, member, declared)
    for name, protocols in OPTIONAL_PROTOCOLS.items():
        if name in required or find_spec(f"{game.package}.{name}") is not None:
            check_optional_members(import_game_module(game, name), protocols)


def import_game_module(game: Game, name: str) -> ModuleType:
    """Import and return a module of a game package. Raise GameMistake if it is missing or its import fails."""
    package = f"{game.package}.{name}"
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name == package:
            place = SourcePlace(game.folder / f"{name}.py", 1)
            raise mistake_at(place, f"The module '{name}' is missing. Add this file.") from error
        raise mistake_from_exception(error, game) or error from error
    except Exception as error:
        raise mistake_from_exception(error, game, SourcePlace(game.folder / f"{name}.py", 1)) or error from error


def protocol_members(protocol: type) -> Iterator[tuple[str, Any]]:
    """Yield name and definition of every function and property that a Protocol itself declares."""
    for name, declared in vars(protocol).items():
        if not name.startswith("_") and (isinstance(declared, property) or inspect.isfunction(declared)):
            yield name, declared


def check_member(module: ModuleType, name: str, declared: Any) -> None:
    """Raise GameMistake if a game's module lacks a required name or defines it with other parameters."""
    if not hasattr(module, name):
        raise mistake_at(place_of_name(module, name), missing_name_sentence(module, name, declared))
    check_parameters(module, name, declared)


def missing_name_sentence(module: ModuleType, name: str, declared: Any) -> str:
    """Return the sentence for a name that a module lacks, with its parameters and its meaning from the contract."""
    definition = f"def {name}({parameters_text(declared)})" if inspect.isfunction(declared) else name
    meaning = (declared.__doc__ or "").partition("\n")[0].strip()
    short_name = module.__name__.rpartition(".")[2]
    return f"The module '{short_name}' lacks '{name}'. Add {definition}: {meaning or 'see the contract.'}"


def check_optional_members(module: ModuleType, protocols: tuple[type, ...]) -> None:
    """Raise GameMistake for a misspelt optional name of a module, or one with wrong parameters."""
    known = {name: declared for protocol in protocols for name, declared in protocol_members(protocol)}
    for name in known.keys() & vars(module).keys():
        check_parameters(module, name, known[name])
    for name in exported_functions(module) - known.keys():
        near = [
            match
            for match in difflib.get_close_matches(name, known, n=1, cutoff=MIN_SIMILARITY)
            if match not in vars(module)
        ]
        if near:
            raise mistake_at(place_of_name(module, name), f"'{name}' is not in the contract. Did you mean '{near[0]}'?")


def exported_functions(module: ModuleType) -> set[str]:
    """Return the names of the functions that a module exports."""
    return {name for name, value in vars(module).items() if inspect.isfunction(plain_function(value))}


def check_parameters(module: ModuleType, name: str, declared: Any) -> None:
    """Raise GameMistake if a module's function cannot be called with the arguments that the contract declares."""
    if not inspect.isfunction(declared):
        return
    function = plain_function(getattr(module, name))
    if not callable(function):
        raise mistake_at(
            place_of_name(module, name), f"'{name}' must be a function: def {name}({parameters_text(declared)})."
        )
    own = inspect.signature(function)
    count = len(inspect.signature(declared).parameters) - 1
    try:
        own.bind(*range(count))
    except TypeError:
        parameters = ", ".join(own.parameters)
        expected = f"{name}({parameters_text(declared)})"
        sentence = f"'{name}({parameters})' has the wrong parameters. Write {expected}."
        raise mistake_at(place_of_name(module, name), sentence) from None


def parameters_text(declared: Any) -> str:
    """Return the parameter names of a contract function, joined with commas and without `self`."""
    return ", ".join(list(inspect.signature(declared).parameters)[1:])
