"""Writes what the page needs to play without a server, a folder per game: `... FOLDER`.

`view.bundle` is a bundle for MicroPython: the functions of `view` that build views, narrate and describe, and all that
they reach. `deck.bundle` has the reader of deck files, of a game with decks. Sources are taken from the game; constants
are written with the values that they have after the import. So nothing of the game is written twice, and the page needs
neither NumPy nor msgspec; `web/src/offline/*Runtime.py` has counterparts. `facts.json` has what `game_facts.py` says.
Beside it lie the two WebAssembly modules with the kernels.
"""

from __future__ import annotations

import argparse
import ast
import bisect
import collections
import contextvars
import difflib
import enum
import functools
import hashlib
import importlib
import inspect
import itertools
import json
import math
import os
import random
import re
import shutil
import textwrap
import tomllib
import tomllib._re as tomllib_re
from pathlib import Path
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

os.environ["DOTTABLE_RULES"] = "portable"  # rules stay plain functions, whose sources can be read

import msgspec
import numpy as np
from tools.browser.game_facts import game_facts
from tools.browser.patterns import javascript_pattern
from tools.browser.python_subset import ORDERED_DICT, SubsetRewriter, without_docstring

from dottable.bots.search.search_bot import thread_workspace
from dottable.bots.seat_access import SeatAccess
from dottable.core.contract import DeckWarnings, HintFacts, SampledStudyFacts, SimulatedStudyFacts, StudyFacts
from dottable.core.deck_files import BadDeck, parse_deck
from dottable.core.game import Game
from dottable.core.portable.find_wasm_functions import PLAY_MODULE, PORTABLE_FOLDER, SEARCH_MODULE, STUDY_MODULE
from dottable.core.portable.portable_kernel import Kernel
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.registry import find_game, installed_games
from dottable.core.views.narration import seat_names
from dottable.study.hints import idea_sentence
from dottable.study.loss_confirmation import search_pair
from dottable.study.puzzles import puzzles_of_review
from dottable.study.review import review_match
from dottable.study.rollouts import rollout_workspace
from dottable.study.simulated_ends import view_of_last_rollout

ENTRY_POINTS = ("build_view", "describe_action", "narrate", "is_public", "write_action", "read_action")
OPTIONAL_ENTRY_POINTS = ("offered_actions", "off_turn_reason", "preview")
TABLES = ("REFUSAL_SENTENCES", "TEMPLATES")
RUNTIME_NAMES: dict[Any, str] = {
    np.zeros: "zeros",
    np.array: "array",
    msgspec.structs.replace: "replace",
    itertools.product: "product",
    itertools.combinations: "combinations",
    itertools.pairwise: "pairwise",
    itertools.groupby: "groupby",
    itertools.chain: "chain",
    itertools.repeat: "repeat",
    collections.Counter: "Counter",
    math.prod: "prod",
    bisect.bisect_right: "bisect_right",
    difflib.get_close_matches: "get_close_matches",
    re.finditer: "finditer",
    np.frombuffer: "frombuffer",
    tomllib.TOMLDecodeError: "TOMLDecodeError",
    tomllib_re.match_to_number: "match_to_number",
    tomllib_re.match_to_datetime: "match_to_datetime",
    tomllib_re.match_to_localtime: "match_to_localtime",
    np.zeros_like: "zeros_like",
    np.concatenate: "concatenate",
    np.sum: "sum_of_rows",
    np.sqrt: "square_roots",
    random.Random: "Random",
    hashlib.sha256: "sha256",
    math.exp: "exp",
    bisect.bisect_left: "bisect_left",
    seat_names: "SeatNames",
    SeatAccess: "SeatAccess",
    StudyFacts: "StudyFacts",
    HintFacts: "HintFacts",
    SampledStudyFacts: "SampledStudyFacts",
    SimulatedStudyFacts: "SimulatedStudyFacts",
    search_pair: "search_pair",
    view_of_last_rollout: "view_of_last_rollout",
    rollout_workspace: "rollout_workspace",
    thread_workspace: "search_workspace",
}
"""Names in the runtime files of `web/src/offline` of what the page has in a form of its own: parts of libraries,
and calls of kernels with large arrays."""
PLAIN_TYPES = (bool, int, float, str, bytes, type(None))
BUILTIN_NAMES = set(dir(__import__("builtins")))


class UnsupportedValue(Exception):
    """A function of a view uses something that the page has no counterpart for."""


class Bundle:
    """The definitions of one bundle, in an order in which each can run."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[int, str] = {}
        self.taken: set[str] = set()
        self.kept_alive: list[Any] = []
        """Values whose `id` is a key of `names`."""

    def text(self) -> str:
        """Return the Python source of the bundle."""
        return "\n".join(self.lines) + "\n"

    def define(self, name: str, value: Any) -> str:
        """Add a value with all that it uses, and return its name in the bundle."""
        if id(value) in self.names:
            return self.names[id(value)]
        if (standing := stand_in(value)) is not None:
            return standing
        if hasattr(value, "cache_info"):
            plain = self.define(f"plain_{name}", inspect.unwrap(value))
            own = self.names[id(value)] = self.free_name(name)
            self.kept_alive.append(value)
            self.lines.append(f"{own} = memoized({plain})")
            return own
        if hasattr(value, "__wrapped__") and not isinstance(value, Kernel):
            return self.define(name, inspect.unwrap(value))
        if isinstance(value, type) and value.__module__ == "builtins":
            return value.__name__
        own = self.free_name(name)
        self.names[id(value)] = own
        self.kept_alive.append(value)
        self.lines.extend(self.definition(own, value))
        return own

    def free_name(self, name: str) -> str:
        """Return a name that no other definition has."""
        own, k = name, 2
        while own in self.taken or own in BUILTIN_NAMES:
            own, k = f"{name}_{k}", k + 1
        self.taken.add(own)
        return own

    def definition(self, own: str, value: Any) -> list[str]:
        """Return the lines that define a value under a name."""
        if isinstance(value, FunctionType):
            return [self.function_source(own, value)]
        if isinstance(value, Kernel):
            return [f"{own} = Kernel({value.function.__name__!r})"]
        if isinstance(value, type):
            return self.class_source(own, value)
        return [f"{own} = {self.expression(value)}"]

    def expression(self, value: Any) -> str:
        """Return an expression for a constant."""
        if isinstance(value, enum.Enum):
            return self.expression(value.value)
        if isinstance(value, np.generic):
            return repr(value.item())
        if isinstance(value, PLAIN_TYPES):
            return repr(value)
        if isinstance(value, np.ndarray):
            return f"Grid({nested_tuples(value.tolist())!r})"
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return f"{self.define(type(value).__name__, type(value))}({', '.join(map(self.expression, value))})"
        if isinstance(value, tuple):
            return f"({''.join(self.expression(item) + ', ' for item in value)})"
        if isinstance(value, list):
            return f"[{', '.join(map(self.expression, value))}]"
        if isinstance(value, (set, frozenset)):
            return f"{type(value).__name__}([{', '.join(map(self.expression, sorted(value)))}])"
        if isinstance(value, (dict, MappingProxyType)):
            pairs = ", ".join(f"({self.expression(k)}, {self.expression(v)})" for k, v in value.items())
            return f"{ORDERED_DICT}([{pairs}])"
        if isinstance(value, slice):
            return f"SLICE_MAKER[{value.start}:{value.stop}]"
        if isinstance(value, range):
            return repr(value)
        return self.object_expression(value)

    def object_expression(self, value: Any) -> str:
        """Return an expression for a constant that is an object."""
        if isinstance(value, re.Pattern):
            return f"Pattern({javascript_pattern(value)!r})"
        if isinstance(value, msgspec.Struct):
            fields = ", ".join(f"{n}={self.expression(getattr(value, n))}" for n in value.__struct_fields__)
            return f"{self.define(type(value).__name__, type(value))}({fields})"
        if isinstance(value, ActionSpace):
            return f"with_attributes({self.define('ActionSpace', ActionSpace)}, {self.expression(vars(value))})"
        if isinstance(value, np.dtype):
            return repr(value.str[1:])
        if isinstance(value, (FunctionType, Kernel, type)) or hasattr(value, "__wrapped__"):
            return self.define(getattr(value, "__name__", "value"), value)
        if isinstance(value, MethodType):
            return f"{self.expression(value.__self__)}.{value.__name__}"
        if isinstance(value, contextvars.ContextVar):
            return f"FixedContext({self.expression(value.get())})"
        if isinstance(value, functools.partial):
            raise UnsupportedValue(f"A view uses {value!r}.")
        raise UnsupportedValue(f"A view uses {value!r} of type {type(value).__name__}.")

    def function_source(self, own: str, function: FunctionType) -> str:
        """Return the source of a function under another name, with the names of the bundle."""
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        if not isinstance(tree, ast.FunctionDef):
            raise UnsupportedValue(f"{function.__module__}.{function.__qualname__} is no plain function.")
        if function.__closure__:
            raise UnsupportedValue(f"{function.__module__}.{function.__qualname__} is a closure.")
        written = self.rewriter({**function.__globals__, **local_imports(tree)}).visit(tree)
        written.name = own
        return ast.unparse(ast.fix_missing_locations(written))

    def rewriter(self, scope: dict[str, Any]) -> SubsetRewriter:
        """Return a rewriter that adds the globals which a function uses."""

        def name_of_global(name: str, attribute: str | None) -> str | None:
            if name not in scope:
                return None
            value = scope[name]
            if isinstance(value, ModuleType):
                if attribute is None:
                    raise UnsupportedValue(f"A view uses the module {value.__name__} as a value.")
                found = getattr(value, attribute)
                if isinstance(found, type) and issubclass(found, np.generic):
                    found = np.dtype(found)
                return self.define(attribute, found)
            return self.define(name, value) if attribute is None else None

        return SubsetRewriter(name_of_global)

    def class_source(self, own: str, kind: type) -> list[str]:
        """Return the source of a class: a Struct, a NamedTuple or a plain class."""
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
        assert isinstance(tree, ast.ClassDef)
        written = self.rewriter(vars(inspect.getmodule(kind))).visit(tree)
        written.name = own
        if issubclass(kind, msgspec.Struct):
            written.bases = [ast.Name("Struct", ast.Load())]
            written.body = [*self.struct_members(kind), *without_docstring(written.body)]
        elif issubclass(kind, BaseException):
            names = [self.define(base.__name__, base) for base in kind.__bases__]
            written.bases = [ast.Name(name, ast.Load()) for name in names]
        elif issubclass(kind, tuple):
            fields = kind._fields  # type: ignore[attr-defined]
            if kind._field_defaults:  # type: ignore[attr-defined]
                raise UnsupportedValue(f"{kind.__name__} is a NamedTuple with defaults.")
            written.bases = [ast.parse(f"namedtuple({own!r}, {fields!r})").body[0].value]  # type: ignore[attr-defined]
        return [ast.unparse(ast.fix_missing_locations(written))]

    def struct_members(self, kind: type[msgspec.Struct]) -> list[ast.stmt]:
        """Return the class attributes that `Struct` in `stdlibRuntime.py` reads."""
        info = msgspec.structs.fields(kind)
        defaults = {field.name: field.default for field in info if field.default is not msgspec.NODEFAULT}
        text = (
            f"fields = {kind.__struct_fields__!r}\n"
            f"encoded_names = {kind.__struct_encode_fields__!r}\n"
            f"defaults = {self.expression(defaults)}"
        )
        return ast.parse(text).body


def stand_in(value: Any) -> str | None:
    """Return the name of what stands for a value in the runtime; None if nothing does."""
    try:
        return RUNTIME_NAMES.get(value)
    except TypeError:
        return None


def local_imports(function: ast.FunctionDef) -> dict[str, Any]:
    """Return what the imports inside a function define, by name."""
    found: dict[str, Any] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Import):
            found.update({one.asname or one.name: importlib.import_module(one.name) for one in node.names})
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = importlib.import_module(node.module)
            found.update({one.asname or one.name: getattr(module, one.name) for one in node.names})
    return found


def nested_tuples(value: Any) -> Any:
    """Return nested lists as nested tuples."""
    return tuple(map(nested_tuples, value)) if isinstance(value, list) else value


def record_layout(game: Game) -> dict[str, tuple[int, str, tuple[int, ...]]]:
    """Return offset, type code and shape of every field of a game's state record."""
    fields = game.state.STATE.fields or {}
    return {name: (int(offset), kind.base.str[1:], kind.shape) for name, (kind, offset, *_) in fields.items()}


def bundle_view(game: Game) -> Bundle:
    """Return the bundle of a game's views: its definitions, then the names by which the page calls it."""
    bundle = Bundle()
    wanted = [*ENTRY_POINTS, *(name for name in OPTIONAL_ENTRY_POINTS if hasattr(game.view, name)), *TABLES]
    entries = {name: bundle.define(name, getattr(game.view, name)) for name in wanted}
    if game.public_history is not None:
        entries["public_history"] = bundle.define("public_history", game.public_history.public_history)
    bundle.lines.append(f"LAYOUT = {record_layout(game)!r}")
    bundle.lines.append("GAME = {" + ", ".join(f"{name!r}: {own}" for name, own in entries.items()) + "}")
    bundle.lines.append(f"positions = Positions(GAME, LAYOUT, {game.state.STATE.itemsize}, {game.state.ACTIONS.size})")
    return bundle


def bundle_study(game: Game, view: Bundle) -> str:
    """Return what hints and reviews need besides the bundle of the views, which comes before it."""
    start = len(view.lines)
    wanted = {"review_match": review_match, "idea_sentence": idea_sentence, "puzzles_of_review": puzzles_of_review}
    if isinstance(game.view, StudyFacts):
        wanted |= {"move_reasons": game.view.move_reasons, "known_facts": game.view.known_facts}
    if isinstance(game.view, HintFacts):
        wanted["hint_idea"] = game.view.hint_idea
    if isinstance(game.view, SampledStudyFacts):
        wanted["reasons_from_sampled_deals"] = game.view.reasons_from_sampled_deals
    if isinstance(game.view, SimulatedStudyFacts):
        wanted["reasons_from_simulations"] = game.view.reasons_from_simulations
    named = ", ".join(f"{name!r}: {view.define(name, value)}" for name, value in wanted.items())
    view.lines.append(f"ACTION_SPACE = {view.expression(game.state.ACTIONS)}")
    lowest_wins = game.statistics.LOWEST_WINS if game.statistics else None
    facts = (
        game.slug,
        sorted(game.races),
        lowest_wins,
        game.offered_actions is not None,
    )
    view.lines.append(f"study = Study({{{named}}}, {facts!r})")
    return "\n".join(view.lines[start:]) + "\n"


def bundle_deck_reader(game: Game) -> str:
    """Return the bundle of a game's reader for deck files."""
    bundle = Bundle()
    parse, read, bad_deck = (bundle.define(one.__name__, one) for one in (parse_deck, game.deck.read, BadDeck))
    warn = bundle.define("find_warnings", game.deck.find_warnings) if isinstance(game.deck, DeckWarnings) else None
    bundle.lines.append(f"deck_reader = DeckReader({parse}, {read}, {warn}, {bad_deck})")
    return bundle.text()


def write_game(game: Game, folder: Path) -> None:
    """Write bundle, facts and WebAssembly modules of a game to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    view = bundle_view(game)
    (folder / "view.bundle").write_text(view.text(), "utf-8")
    (folder / "study.bundle").write_text(bundle_study(game, view), "utf-8")
    if game.has_deck:
        (folder / "deck.bundle").write_text(bundle_deck_reader(game), "utf-8")
    portable = game.folder / PORTABLE_FOLDER
    kernels = {}
    for name in (PLAY_MODULE, SEARCH_MODULE, STUDY_MODULE):
        shutil.copyfile(portable / f"{name}.wasm", folder / f"{name}.wasm")
        kernels[name] = json.loads((portable / f"{name}.json").read_text("utf-8"))["kernels"]
    facts = {**game_facts(game), "kernels": kernels}
    (folder / "facts.json").write_text(json.dumps(facts, separators=(",", ":")), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder that gets one folder per game")
    folder: Path = parser.parse_args().folder
    for slug in installed_games():
        write_game(find_game(slug), folder / slug)


if __name__ == "__main__":
    main()
