"""Other people's packages are asked for only when used, and missed with one clear sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dottable.research.extras import ExtraMissing, need


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_vectors_need_no_extra():
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('pettingzoo', 'gymnasium', 'PIL')))\n"
        "from dottable.research.vector import VectorEnv; env = VectorEnv('dot_tiles', 2)\n"
        "env.reset(seed=1); env.step(env.sample()); print(env.seat)"
    )
    ran = run(code)
    assert ran.returncode == 0, ran.stderr


def test_a_missing_package_is_named_with_its_extra():
    ran = run("import sys; sys.modules['pettingzoo'] = None; import dottable.research.pettingzoo")
    assert "This needs pettingzoo; 'pip install dottable[research]' brings it." in ran.stderr
    with pytest.raises(ExtraMissing, match=r"This needs no_such_thing; 'pip install dottable\[gpu\]' brings it."):
        need("no_such_thing", "gpu")


def test_the_rest_does_without_research():
    ran = run(
        "import sys, dottable.cli, dottable.lab.simulate, dottable.bots, dottable.server.app\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('pettingzoo', 'gymnasium', 'PIL')\n"
        "or name.startswith('dottable.research')])"
    )
    assert ran.stdout.strip() == "[]", ran.stderr
