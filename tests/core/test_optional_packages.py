"""Optional packages are imported only when used; a missing one is named with its extra."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dottable.core.optional_packages import MissingExtra, require_package


def run_python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_the_self_play_environment_needs_no_extra():
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('pettingzoo', 'gymnasium', 'PIL')))\n"
        "from dottable.research.self_play_env import SelfPlayEnv; env = SelfPlayEnv('dot_tiles', 2)\n"
        "env.reset(seed=1); env.step(env.sample_actions()); print(env.seat)"
    )
    ran = run_python(code)
    assert ran.returncode == 0, ran.stderr


def test_a_missing_package_is_named_with_its_extra():
    ran = run_python("import sys; sys.modules['pettingzoo'] = None; import dottable.research.pettingzoo")
    assert "Package 'pettingzoo' is not installed. Run: pip install 'dottable[research]'" in ran.stderr
    with pytest.raises(MissingExtra, match=r"^Package 'no_such_thing' is not installed. Run: .*'dottable\[gpu\]'$"):
        require_package("no_such_thing", "gpu")


def test_nothing_else_imports_research():
    ran = run_python(
        "import sys, dottable.cli, dottable.lab.simulation.simulate, dottable.bots, dottable.server.app\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('pettingzoo', 'gymnasium', 'PIL')\n"
        "or name.startswith('dottable.research')])"
    )
    assert ran.stdout.strip() == "[]", ran.stderr
