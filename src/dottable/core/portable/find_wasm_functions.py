"""Finds the WebAssembly module of a game and checks that it was built from the present sources.

A game's folder `portable` holds `play.wasm`, `search.wasm` and `study.wasm`, each with a JSON file that lists its
kernels and the hash of every source file. `tools/portable/build_modules.py` writes them.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from dottable.core.portable.exported_function import ExportedFunction, Parameter
from dottable.core.portable.source_hash import code_hash, source_hash
from dottable.core.portable.wasm_instance import WasmModule
from dottable.core.primitives.rule import package_root
from dottable.core.source_folders import PACKAGE_FOLDER

PORTABLE_FOLDER = "portable"
PLAY_MODULE, SEARCH_MODULE, STUDY_MODULE = MODULE_NAMES = ("play", "search", "study")


class KernelSignature(msgspec.Struct, frozen=True):
    """Parameters and result type of a kernel that a WebAssembly module exports."""

    parameters: tuple[Parameter, ...]
    result: str
    """Type of the result: a NumPy type such as `int64`, or empty for None."""


class ModuleDescription(msgspec.Struct, frozen=True):
    """Content of the JSON file beside a WebAssembly module."""

    kernels: dict[str, KernelSignature]
    """Signature of each exported kernel, by its name."""
    sources: dict[str, tuple[str, str]]
    """Hashes (`source_hash`, `code_hash`) of every source file that the module was built from, by path."""


def find_portable_function(function: Callable[..., Any]) -> ExportedFunction | None:
    """Return the WebAssembly function for a kernel of a game; None if no up-to-date module has it."""
    folder = game_folder_of(function)
    if folder is None:
        return None
    for name in MODULE_NAMES:
        functions = functions_of_module(folder, name)
        if export_name(function) in functions:
            return functions[export_name(function)]
    return None


def export_name(function: Callable[..., Any]) -> str:
    """Return the name under which a WebAssembly module exports a kernel."""
    return function.__name__


def game_folder_of(function: Callable[..., Any]) -> Path | None:
    """Return the folder of the game that a kernel belongs to; None for a kernel of no game."""
    sources: tuple[Path, ...] | None = function.__globals__.get("__sources__")
    if sources is not None:
        return sources[0] if sources[0].is_dir() else None  # set by `core/kernels/kernel_loader.py`
    return package_root(Path(function.__code__.co_filename).resolve().parent)


@cache
def functions_of_module(game_folder: Path, name: str) -> dict[str, ExportedFunction]:
    """Return the kernels of a game's WebAssembly module (`play` or `search`) by name.

    There are none if the module is missing, older than its sources, or cannot be run here.
    """
    description = read_description(game_folder, name)
    if description is None or stale_sources(game_folder, description) or not can_run_modules():
        return {}
    module = WasmModule(game_folder / PORTABLE_FOLDER / f"{name}.wasm")
    return {
        name: ExportedFunction(module, name, signature.parameters, signature.result)
        for name, signature in description.kernels.items()
    }


def has_portable_rules(game_folder: Path) -> bool:
    """Return whether the rules of a game can run from a WebAssembly module in this installation."""
    return bool(functions_of_module(game_folder, PLAY_MODULE))


def read_description(game_folder: Path, name: str) -> ModuleDescription | None:
    """Return the content of the JSON file beside a WebAssembly module; None if there is no such module."""
    path = game_folder / PORTABLE_FOLDER / f"{name}.json"
    return msgspec.json.decode(path.read_bytes(), type=ModuleDescription) if path.exists() else None


def stale_sources(game_folder: Path, description: ModuleDescription) -> list[str]:
    """Return the paths of source files whose code has changed since the module was built.

    A change of comments or docstrings alone does not count.
    """
    return [
        path
        for path, (file_hash, code) in description.sources.items()
        if source_hash(source_path(game_folder, path)) != file_hash
        and code_hash(source_path(game_folder, path)) != code
    ]


def source_path(game_folder: Path, path: str) -> Path:
    """Return the file of a path in a module's description.

    `dottable/...` is in this package, others in the game's folder.
    """
    head, _, rest = path.partition("/")
    return PACKAGE_FOLDER / rest if head == PACKAGE_FOLDER.name else game_folder / path


@cache
def can_run_modules() -> bool:
    """Return whether the WebAssembly runtime `wasmtime` is installed."""
    return importlib.util.find_spec("wasmtime") is not None
