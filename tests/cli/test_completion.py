"""Shell completion, asked as the shells do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from dottable.cli import COMMANDS, main
from dottable.core.registry import installed_games
from tests.conftest import ROOT

SCRIPT = """\
eval "$(dottable completion bash)"
COMP_LINE="$1" COMP_POINT=${#1} COMP_TYPE=9
COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_python_argcomplete dottable
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def program_path(tmp_path_factory):
    """A PATH with a program `dottable` that runs these sources."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "dottable"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "src"}" exec "{sys.executable}" -m dottable "$@"\n')
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def complete_in_bash(line, path):
    ran = subprocess.run(
        ["bash", "-c", SCRIPT, "bash", line],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": path},
    )
    return {word.strip() for word in ran.stdout.splitlines() if word.strip()}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dottable to", {"tournament"}),
        ("dottable simulate --wo", {"--workers"}),
        ("dottable play dots_", {"dots_52", "dots_72"}),
        ("dottable tournament dot_tiles --bots greedy,ma", {"greedy,master"}),
        ("dottable play dot_tiles --option single-colour-bonus=o", {"on", "off"}),  # bash splits at =
        ("dottable deck sh", {"show"}),
    ],
)
def test_bash_completes_commands_games_bots_and_options(line, expected, program_path):
    assert complete_in_bash(line, program_path) == expected


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_offers_every_command_and_game(program_path):
    assert set(COMMANDS) <= complete_in_bash("dottable ", program_path)
    assert set(installed_games()) <= complete_in_bash("dottable games ", program_path)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_printed_for_every_shell(shell, capsys):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "dottable" in script
    if shutil.which(shell) is not None:
        subprocess.run([shell, "-n"], input=script, text=True, check=True)
