"""Converts the LLVM code that Numba generated for this machine into a WebAssembly module."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

WASM_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
WASM_TRIPLE = "wasm32-unknown-unknown"
OPTIMIZATION_LEVEL = 3
REPLACEMENTS = (
    (r'target datalayout = ".*"', f'target datalayout = "{WASM_LAYOUT}"'),
    (r'target triple = ".*"', f'target triple = "{WASM_TRIPLE}"'),
    (r"= common ", "= "),  # WebAssembly has no common symbols
    (r"= internal constant ", "= internal unnamed_addr constant "),  # equal tables can then be merged
    (r"@sqrt\(", "@llvm.sqrt.f64("),  # WebAssembly has an instruction for it
)


def merge_kernels(kernels: dict[str, Any]) -> Any:
    """Return one LLVM module with all kernels, exported under their names and optimized as a whole."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole = None
    for name, dispatcher in kernels.items():
        (overload,) = dispatcher.overloads.values()
        module = retargeted(overload.library.get_llvm_str())
        make_mergeable(module, overload.fndesc.llvm_func_name, name)
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    assert whole is not None
    hide_all_but(whole, set(kernels))
    whole.verify()
    optimize(whole)
    return whole


def retargeted(code: str) -> Any:
    """Return LLVM code parsed as a module for WebAssembly."""
    for pattern, replacement in REPLACEMENTS:
        code = re.sub(pattern, replacement, code)
    return llvm.parse_assembly(code)


def make_mergeable(module: Any, function_name: str, export_name: str) -> None:
    """Rename the kernel, and allow equal functions of several kernels to be merged by name."""
    for function in module.functions:
        if function.name == function_name:
            function.linkage = "external"
            function.name = export_name
        elif not function.is_declaration:
            function.linkage = "linkonce_odr"
    for variable in module.global_variables:
        if not variable.is_declaration and variable.linkage.name not in ("internal", "private"):
            variable.linkage = "linkonce_odr"


def hide_all_but(module: Any, exports: set[str]) -> None:
    """Make all functions internal except the exports, so that unused code is removed."""
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in exports:
            thing.linkage = "internal"


def target_machine() -> Any:
    return llvm.Target.from_triple(WASM_TRIPLE).create_target_machine(opt=OPTIMIZATION_LEVEL, reloc="static")


def optimize(module: Any) -> None:
    """Run LLVM's standard passes over the whole module, without vector instructions."""
    options = llvm.create_pipeline_tuning_options(speed_level=OPTIMIZATION_LEVEL)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(target_machine(), options)
    builder.getModulePassManager().run(module, builder)


def link_module(module: Any, exports: list[str], wasm: Path) -> None:
    """Link an LLVM module to a WebAssembly file, including the functions of the C library that it calls."""
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "code.o"
        code.write_bytes(target_machine().emit_object(module))
        linker_options = (
            *("--no-entry", "--export-memory", "--export=__heap_base", "--strip-all"),
            *(f"--export={name}" for name in exports),
        )
        subprocess.run(
            [
                *(sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi", "-O2", "-mexec-model=reactor"),
                *(f"-Wl,{option}" for option in linker_options),
                *(str(code), "-lm", "-o", str(wasm)),
            ],
            check=True,
        )
    wasm.chmod(0o644)
