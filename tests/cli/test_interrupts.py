"""Ctrl-C at many moments of many commands: a quick and quiet end, and no process left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import LAST_DOT, ROOT
from tests.sizes import sized

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc to find processes")

QUIET_STATUSES = {0, 130, -signal.SIGINT}
"""Ended after a clean-up, or by `end_process`, or by the system before the first module was imported."""
MAX_END_S = 2.0
CODE_LINE = re.compile(r"Traceback|^  File |Exception ignored", re.MULTILINE)
COMMANDS = {
    "help": ("--help",),
    "games": ("games",),
    "doctor": ("doctor",),
    "serve": ("serve", "--port", "0"),
    "serve-cold": ("serve", "--port", "0"),
    "simulate": ("simulate", str(LAST_DOT), "--matches", "100000000"),
    "simulate-cold": ("simulate", str(LAST_DOT), "--matches", "100000000"),
    "pool": ("tournament", str(LAST_DOT), "--bots", "search:500,search:501", "--matches", "5000", "--workers", "2"),
    "report": ("report", str(LAST_DOT), "--matches", "1000000", "--levels", "none"),
    "check": ("check", str(LAST_DOT), "--matches", "1000000"),
}
MOMENTS_S = (0.0, 0.15, 0.5, 1.2, 3.0)
"""Times after the first line of our own code; before it, Python itself is starting."""
MOMENTS_PER_COMMAND = sized(1, len(MOMENTS_S))
CASES = [
    (name, MOMENTS_S[(number + k) % len(MOMENTS_S)])
    for number, name in enumerate(COMMANDS)
    for k in range(MOMENTS_PER_COMMAND)
]


def processes_with(variable: str) -> list[int]:
    """Return the processes that inherited this environment variable."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if variable.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def start(name: str, mark: str, tmp_path: Path) -> subprocess.Popen[str]:
    variables = {"DOTTABLE_TEST_MARK": mark, "DOTTABLE_DATA": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    if name.endswith("-cold"):
        variables |= {"DOTTABLE_CACHE": str(tmp_path / "cache"), "DOTTABLE_COMPILE_RULES": "true"}
    return subprocess.Popen(
        [sys.executable, "-m", "dottable", *COMMANDS[name]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, **variables},
        start_new_session=True,
    )


def wait_for_our_code(running: subprocess.Popen[str]) -> None:
    """Wait until Python's own handler of SIGINT is replaced: by the default, and then by that of our thread."""
    has_python_started = False
    while running.poll() is None:
        text = Path(f"/proc/{running.pid}/status").read_text()
        status = dict(re.findall(r"^(\w+):\s*(\w+)", text, re.MULTILINE))
        is_caught = bool(int(status["SigCgt"], 16) & 1 << (signal.SIGINT - 1))
        if int(status["Threads"]) > 1 or (has_python_started and not is_caught):
            return
        has_python_started |= is_caught
        time.sleep(0.001)


@pytest.mark.parametrize(("name", "moment_s"), CASES)
def test_ctrl_c_ends_everything_at_once_and_quietly(name, moment_s, tmp_path):
    mark = f"{name}-{moment_s}-{os.getpid()}"
    running = start(name, mark, tmp_path)
    wait_for_our_code(running)
    time.sleep(moment_s)
    begin = time.monotonic()
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all processes of the command
    out, errors = running.communicate(timeout=20)
    while processes_with(mark) and time.monotonic() - begin < 10:
        time.sleep(0.02)
    took_s = time.monotonic() - begin
    assert running.returncode in QUIET_STATUSES, errors
    assert not CODE_LINE.search(out + errors), errors
    assert processes_with(mark) == []
    assert took_s < MAX_END_S


def test_children_end_when_their_parent_is_killed(tmp_path):
    mark = f"killed-{os.getpid()}"
    running = start("pool", mark, tmp_path)
    for _ in range(600):
        if len(processes_with(mark)) > 2:
            break
        time.sleep(0.05)
    assert len(processes_with(mark)) > 2
    running.kill()
    running.communicate()
    for _ in range(100):
        if not processes_with(mark):
            break
        time.sleep(0.05)
    assert processes_with(mark) == []


QUICK_CLEANUP = """
import signal, sys, time
from dottable.cli.interrupts import cleanup_on_interrupt, exit_at_interrupt

exit_at_interrupt()
sys.setswitchinterval(1.0)  # so that the thread that waits for signals runs only when this one sleeps
with cleanup_on_interrupt():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        pass
time.sleep(0.2)
print("kept")
"""


def test_a_command_whose_cleanup_ends_at_once_still_prints_its_results():
    """It is not stopped although the clean-up is over before the thread that waits for signals wakes up."""
    ended = subprocess.run(
        [sys.executable, "-c", QUICK_CLEANUP],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=30,
    )
    assert (ended.returncode, ended.stdout) == (0, "kept\n")
