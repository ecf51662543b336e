"""Builds the WebAssembly modules of one game. `build_modules.py` starts it with the necessary environment variables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from call_every_kernel import exercise_play, exercise_search, exercise_study
from numba import types
from retarget_to_wasm import link_module, merge_kernels
from source_files import source_files

from dottable.bots.search.kernel_loader import SEARCH_KERNELS_FILE, search_kernels
from dottable.core.game import Game
from dottable.core.kernels.kernel_loader import PLAY_KERNELS_FILE
from dottable.core.portable.exported_function import ARRAY, BOOLEAN, FLOAT, INTEGER, Parameter
from dottable.core.portable.find_wasm_functions import (
    PLAY_MODULE,
    PORTABLE_FOLDER,
    SEARCH_MODULE,
    STUDY_MODULE,
    KernelSignature,
    ModuleDescription,
)
from dottable.core.portable.source_hash import code_hash, source_hash
from dottable.core.registry import find_game
from dottable.core.source_folders import PACKAGE_FOLDER
from dottable.server.live.background_precompile import view_kernel_modules
from dottable.study.kernel_loader import STUDY_KERNELS_FILE, study_kernels

OPTIONAL_KERNELS = {"fill_pool", "fill_study_pool", "forget_at"}
"""Kernels that only some games have."""


def main() -> None:
    game = find_game(sys.argv[1])
    exercise_play(game)
    play = kernels_of(game.kernels)
    for module in view_kernel_modules(game):
        play |= kernels_of(module)
    rooms = [
        game.folder / "rules",
        game.folder / "knowledge",
        game.folder / "state.py",
        game.folder / "view/view_fact_kernels.py",
    ]
    write_module(game, PLAY_MODULE, play, [PLAY_KERNELS_FILE, *rooms])
    exercise_search(game)
    bot_files = [SEARCH_KERNELS_FILE, game.folder / "bot", *rooms]
    write_module(game, SEARCH_MODULE, kernels_of(search_kernels(game)), bot_files)
    exercise_study(game)
    write_module(game, STUDY_MODULE, kernels_of(study_kernels(game)), [STUDY_KERNELS_FILE, *bot_files])


def kernels_of(module: Any) -> dict[str, Any]:
    """Return the compiled kernels that a module defines, by name."""
    kernels = {
        name: thing
        for name, thing in vars(module).items()
        if getattr(thing, "is_kernel", False) and thing.__module__ == module.__name__
    }
    missing = {name for name, kernel in kernels.items() if not kernel.overloads} - OPTIONAL_KERNELS
    assert not missing, f"`call_every_kernel.py` does not call {', '.join(missing)}."
    return {name: kernel for name, kernel in kernels.items() if kernel.overloads}


def write_module(game: Game, name: str, kernels: dict[str, Any], starts: list[Path]) -> None:
    """Write a WebAssembly module and its description (JSON)."""
    folder = game.folder / PORTABLE_FOLDER
    folder.mkdir(exist_ok=True)
    wasm = folder / f"{name}.wasm"
    link_module(merge_kernels(kernels), list(kernels), wasm)
    sources = {source_name(game, path): (source_hash(path), code_hash(path)) for path in source_files(starts)}
    signatures = {kernel: signature_of(dispatcher) for kernel, dispatcher in kernels.items()}
    description = ModuleDescription(kernels=signatures, sources=dict(sorted(sources.items())))
    text = msgspec.json.format(msgspec.json.encode(description), indent=1)
    wasm.with_suffix(".json").write_bytes(text + b"\n")
    print(f"  {name}.wasm: {wasm.stat().st_size / 1000:.0f} kB, {len(kernels)} kernels", flush=True)


def source_name(game: Game, path: Path) -> str:
    """Return the name of a source file in module descriptions; see `core/portable/find_wasm_functions.py`."""
    if path.is_relative_to(game.folder):
        return path.relative_to(game.folder).as_posix()
    return f"{PACKAGE_FOLDER.name}/{path.relative_to(PACKAGE_FOLDER).as_posix()}"


def signature_of(dispatcher: Any) -> KernelSignature:
    """Return the parameters and the result type of a compiled kernel."""
    (overload,) = dispatcher.overloads.values()
    result = types.unliteral(overload.signature.return_type)
    return KernelSignature(tuple(parameters_of(overload.signature.args)), "" if str(result) == "none" else str(result))


def parameters_of(kinds: Any) -> list[Parameter]:
    """Return the parameters for Numba's argument types. Structures are replaced by their members."""
    found: list[Parameter] = []
    for kind in kinds:
        if hasattr(kind, "types"):
            found += parameters_of(kind.types)
        elif hasattr(kind, "ndim"):
            item = str(kind.dtype)
            found.append(Parameter(ARRAY, kind.ndim, "record" if item.startswith("Record") else item))
        else:
            found.append(Parameter({"int64": INTEGER, "bool": BOOLEAN, "float64": FLOAT}[str(kind)]))
    return found


if __name__ == "__main__":
    main()
