"""Every code block of the documentation runs: a page's Python and its commands, in order, in one folder.

A command is first parsed as it stands and then run with the small numbers of SMALL_SIZES. The tables below
list what cannot run here, and why. A command of a program that no table names fails the test.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from dottable.cli import main, make_parser
from tests.conftest import LAST_DOT, ROOT
from tests.docs.pages import PAGES, Block, blocks_of, commands_of, inline_commands_of, page_name
from tests.sizes import full_only, sized

SMALL_SIZES = {
    "simulate": "--matches 3 --workers 1",
    "report": "--matches 20 --level-matches 1 --ledger-matches 1 --levels newcomer,casual --workers 1 --bots greedy",
    "tournament": "--matches 2 --workers 1",
    "check": "--matches 2",
    "deck tune": "--matches 4 --confirm-matches 1 --seeds 1..2 --confirm-bots casual --workers 1",
    "bench": "--rounds 1",
}
"""Arguments that override those of the page."""
OTHER_BOTS = {"master": "newcomer", "sharp": "casual"}
"""Levels that think long, and what plays for them in tournaments."""
PARSED_ONLY = {
    "serve": "waits for players; tests/server starts servers",
    "bot": "needs a server; tests/server/test_bot_client.py",
    "play http://192.168.1.5:7252/table/ID": "needs a server; tests/terminal/test_remote_table.py",
    "drill": "waits for answers; tests/games/dobble_connect/deck/test_drill_pairs.py",
    "admin": "needs the files of a server; tests/cli/test_admin.py",
    "cluster": "needs a cluster; tests/cli, tests/cluster",
    "bench": "measures for minutes; tests/lab/bench",
    "simulate dots_72 --matches 1000000 --cluster ray": "starts Ray; tests/lab/test_worker_pool.py",
    **sized({"simulate dots_52 --reaction-times": "compiles for 25 s; a full run runs it"}, {}),
}
"""Commands by how they begin, and the reason."""
NOT_RUN = {
    "make": "the target must exist",
    "pip": "the extra must exist",
    "uv": "builds a wheel; tests/deploy",
    "uvx": "installs from the package index",
    "git": "needs a network",
    "./deploy/make_secrets.sh": "tests/deploy",
    "./deploy/cluster/make_secrets.sh": "tests/deploy",
    "echo": "writes a file of a deployment",
    "docker": "needs Docker",
    "curl": "needs a server",
    "sudo": "needs root",
    "python": "a script that takes minutes; it must exist",
    "sh": "needs a GPU",
    "PEERS/bin/pip": "installs other libraries",
}
COMPILED_ONLY = {
    "docs/add-a-game.md": "if TYPE_CHECKING:",  # a part of a file
    "docs/research/gpu.md": "from dottable.core.registry",  # needs a GPU; tests/research/gpu
}
"""How Python blocks begin that cannot run here, by page."""
LARGE_PACKAGES = ("torch", "jax")
"""Packages that are not in the lock file. Blocks that import one run only where it is installed."""
ROOM_FILE = re.compile(r"# (\w+\.py)\n")
"""First line of a Python block that is a file of the reader's own game."""
SHELL_LANGUAGES = ("", "sh", "bash")
NOT_COMMANDS = ("@software", "def choose")
"""First words of blocks that hold something else."""

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
PAGES_OF_TODAY = [page for page in PAGES if page.name != "CHANGELOG.md"]  # which names what no longer exists
SLOW_PAGES = (
    "docs/add-a-game.md",
    "docs/lab.md",
    "docs/research.md",
    "docs/rules/dot_tiles.md",
    "docs/rules/dots_72.md",
    "docs/start/authors.md",
    "docs/study.md",
    "examples/bots/README.md",
)
"""Pages whose examples take 10 to 40 s. The README and all other pages run in quick runs too."""
PAGES_WITH_CODE = [
    pytest.param(page, marks=full_only("takes 10 to 40 s")) if page_name(page) in SLOW_PAGES else page
    for page in PAGES
    if blocks_of(page)
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files that the pages mention, as the current one. Prompts get no answer."""
    shutil.copytree(LAST_DOT, tmp_path / "path/to/your_game", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "mine.toml").write_bytes((ROOT / "src/dottable/games/dot_allot/deck/house.toml").read_bytes())
    (tmp_path / "match.log").write_text(example_log(), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("dottable.core.registry._games_from_folders", {})
    yield tmp_path
    for name, module in list(sys.modules.items()):  # games that a page loaded from this folder
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def example_log() -> str:
    from dottable.core.matches.match_log import write_log
    from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
    from dottable.core.registry import find_game

    game = find_game("dot_tiles")
    return write_log(Series(SeriesConfig(game, 2, game.state.Options(), seed_from("docs"), None)).played_match(0))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("page", PAGES_WITH_CODE, ids=page_name)
def test_the_examples_of_a_page_run(page):
    for block in blocks_of(page):
        place = f"{page_name(page)}:{block.line}"
        if block.language == "python":
            run_python(block, place)
        elif block.language in SHELL_LANGUAGES and not block.text.startswith(NOT_COMMANDS):
            for command in commands_of(block):
                run_command(command, place)


def run_python(block: Block, place: str) -> None:
    code = compile(block.text, place, "exec")
    room = ROOM_FILE.match(block.text)
    if room:
        Path("my_game", room[1]).write_text(block.text, "utf-8")
    elif not (block.text.startswith(COMPILED_ONLY.get(place.partition(":")[0], "\0")) or needs_missing_package(block)):
        exec(code, {"__name__": "example"})


def needs_missing_package(block: Block) -> bool:
    """Return whether a block imports a large package that is not installed."""
    imported = re.findall(r"^import (\w+)$", block.text, re.MULTILINE)
    return any(name in LARGE_PACKAGES and find_spec(name) is None for name in imported)


def run_command(command: str, place: str) -> None:
    for part in command.split(" && "):
        words = shlex.split(part)
        while re.fullmatch(r"[A-Z_]+=\S*", words[0]):
            words.pop(0)
        program = words[0].removeprefix(".venv/bin/")
        if program == "dottable":
            assert run_dottable(words[1:]) == 0, f"{place}: {command}"
        elif program == "cp":
            shutil.copytree(words[-2], words[-1], ignore=shutil.ignore_patterns("__pycache__"))
        else:
            check_other_program(program, words, f"{place}: {command}")


def run_dottable(arguments: list[str]) -> int:
    make_parser().parse_args(arguments)
    if any(f"{' '.join(arguments)} ".startswith(f"{start} ") for start in PARSED_ONLY):
        return 0
    name = " ".join(arguments[:2]) if arguments[0] == "deck" else arguments[0]
    if name == "tournament":
        arguments = [",".join(OTHER_BOTS.get(bot, bot) for bot in word.split(",")) for word in arguments]
    return main([*arguments, *SMALL_SIZES.get(name, "").split()])


def check_other_program(program: str, words: list[str], place: str) -> None:
    assert program in NOT_RUN or program == "cd", f"{place}: add '{program}' to a table of this test"
    if program == "make":
        assert re.search(rf"^{words[1]}:", MAKEFILE, re.MULTILINE), place
    if program == "pip":
        assert set(re.findall(r"\[(\w+)\]", " ".join(words))) <= set(EXTRAS), place
    if program == "python" and words[1] != "-m":
        assert (ROOT / words[1]).is_file(), place


@pytest.mark.parametrize("page", PAGES_OF_TODAY, ids=page_name)
def test_commands_in_the_text_have_known_names_and_options(page):
    for command in inline_commands_of(page):
        words = command.split()[1:]
        if words[0] in ("shuffle",):  # a label in the protocol
            continue
        known = option_names(words)
        unknown = [word for word in words if word.startswith("--") and word not in known]
        assert not unknown, f"{page_name(page)}: {command}"


def option_names(words: list[str]) -> set[str]:
    """Return the options of the command, and of its sub-command if it has some."""
    parser, names = make_parser(), set[str]()
    for word in words:
        choices = next((action.choices for action in parser._actions if isinstance(action.choices, dict)), {})
        if not choices:
            break
        assert word in choices, f"unknown command: {' '.join(words)}"
        parser = choices[word]
        names |= {option for action in parser._actions for option in action.option_strings}
    return names


@pytest.mark.parametrize("page", PAGES_OF_TODAY, ids=page_name)
def test_scripts_modules_and_extras_that_a_page_names_exist(page):
    text = page.read_text("utf-8")
    for script in re.findall(r"\bpython ((?:benchmarks|docs|examples)/[\w/.]+)", text):
        assert (ROOT / script).is_file(), script
    for module in re.findall(r"\bpython -m ((?:dottable|tests|benchmarks)[\w.]*)", text):
        assert is_module(module), module
    assert set(re.findall(r"dottable\[(\w+)\]", text)) <= set(EXTRAS)


def is_module(name: str) -> bool:
    path = (ROOT / ("src" if name.startswith("dottable") else "") / name.replace(".", "/")).as_posix()
    return Path(f"{path}.py").is_file() or Path(f"{path}/__main__.py").is_file()


def test_the_home_page_lists_every_extra():
    home = (ROOT / "docs/README.md").read_text("utf-8").partition("## Install")[2].partition("## Look up")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", home, re.MULTILINE)) == set(EXTRAS)


def test_the_table_names_no_program_in_vain():
    texts = "\n".join(block.text for page in PAGES for block in blocks_of(page))
    assert [
        program for program in NOT_RUN if not re.search(rf"(^|[ /]){re.escape(program)} ?", texts, re.MULTILINE)
    ] == []
