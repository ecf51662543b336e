"""The package: its metadata agree with the code, and wheel and sdist work in an empty environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from dottable import __version__
from dottable.core.optional_packages import EXTRA_OF_PACKAGE
from dottable.core.registry import installed_games
from tests.conftest import ROOT
from tests.sizes import sized

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = tomllib.loads((ROOT / "uv.lock").read_text())
BUILDS = sized(0, 1)
MAX_PLAYER_MB = 150
PYTHON_TAGS = ("cp311", "cp312", "cp313", "cp314")
DISTRIBUTION_OF_PACKAGE = {"PIL": "pillow", "numba_cuda": "numba-cuda", "pyspiel": "open-spiel"}


def names(requirements):
    return {re.split(r"[\[<>=; ]", requirement)[0] for requirement in requirements}


def test_the_version_is_that_of_the_package():
    assert PROJECT["version"] == __version__


@pytest.mark.parametrize(("package", "extra"), EXTRA_OF_PACKAGE.items())
def test_every_named_extra_installs_the_package(package, extra):
    assert DISTRIBUTION_OF_PACKAGE.get(package, package) in names(PROJECT["optional-dependencies"][extra])


def test_the_package_is_tested_on_every_python_that_it_names():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text())
    tested = workflow["jobs"]["package"]["strategy"]["matrix"]["python"]
    named = [text.split(" :: ")[-1] for text in PROJECT["classifiers"] if ":: 3." in text]
    assert tested == named == [f"3.{tag.removeprefix('cp3')}" for tag in PYTHON_TAGS]


def test_every_job_of_the_workflows_has_a_time_limit_and_no_right_that_it_does_not_name():
    for path in (ROOT / ".github" / "workflows").iterdir():
        workflow = yaml.safe_load(path.read_text())
        assert workflow["permissions"] == {"contents": "read"}
        assert all("timeout-minutes" in job or "uses" in job for job in workflow["jobs"].values())


def locked_player_packages():
    """Return the locked packages that a player's installation has on any system."""
    versions: dict[str, list[dict]] = {}
    for package in LOCK["package"]:
        versions.setdefault(package["name"], []).append(package)
    waiting, found = ["dottable"], set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [needed["name"] for package in versions[name] for needed in package.get("dependencies", ())]
    return [package for name in sorted(found - {"dottable"}) for package in versions[name]]


@pytest.mark.parametrize("python", PYTHON_TAGS)
def test_a_player_needs_no_compiler_on_any_python(python):
    needs_compiler = {package["name"] for package in locked_player_packages()}
    for package in locked_player_packages():
        for wheel in package["wheels"]:
            versions, abi = wheel["url"].split("/")[-1].split("-")[2:4]
            if {python, "py3"} & set(versions.split(".")) or (abi == "abi3" and versions <= python):
                needs_compiler.discard(package["name"])
    assert not needs_compiler


def test_the_lock_file_names_public_registries_only():
    hosts = set(re.findall(r"https?://([^/\"]+)", (ROOT / "uv.lock").read_text()))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the sdist, and from it the wheel, in a copy of the repository. Return the folder of both."""
    folder = tmp_path_factory.mktemp("package")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / "source" / name)
    run_uv("build", "--out-dir", folder / "dist", folder / "source")
    return folder / "dist"


def run_uv(*arguments):
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv if uv.exists() else "uv", *arguments], check=True, capture_output=True)


@pytest.mark.skipif(not BUILDS, reason="takes a minute; pytest --full runs it")
@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_the_package_works_in_an_empty_environment(built, pattern, tmp_path):
    package = next(built.glob(pattern))
    environment = tmp_path / "environment"
    run_uv("venv", "--python", sys.executable, environment)
    run_uv("pip", "install", "--python", environment / "bin" / "python", package)
    measured = subprocess.run(["du", "-sm", environment], capture_output=True, text=True, check=True).stdout
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    variables |= {"DOTTABLE_DATA": str(tmp_path / "data"), "DOTTABLE_CACHE": str(tmp_path / "cache")}

    def dottable(*arguments, typed=""):
        command = [environment / "bin" / "dottable", *arguments]
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, check=True, cwd=tmp_path, env=variables
        ).stdout

    assert dottable("--version") == f"dottable {__version__}\n"
    assert "dot_tiles" in dottable("games")
    assert "web client      built" in dottable("doctor")
    assert dottable("site", "site") == ""
    assert len(list((tmp_path / "site" / "assets").glob("view-*.bundle"))) == len(installed_games())
    assert re.search(r"You (win|lose|share)", dottable("play", "dot_tiles", "--bots", "random", typed="1\n" * 500))
    if "numba" not in names(PROJECT["dependencies"]):
        assert int(measured.split()[0]) < MAX_PLAYER_MB
