"""Typical mistakes of an author as changes of Last Dot, each with the sentence that describes it.

Run as a script in interpreted mode, it prints the sentence for each: `python -m tests.authoring.mistake_cases FOLDER`.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from dottable.core.authoring.contract_check import check_against_contract
from dottable.core.authoring.trial_matches import TrialPlay
from dottable.core.errors import DottableError
from dottable.core.registry import load_game_folder
from tests.conftest import LAST_DOT


class Mistake(NamedTuple):
    """A replacement of `old` by `new` in one file; an empty `old` deletes the file. `says` is `FILE:LINE: SENTENCE`."""

    name: str
    file: str
    old: str
    new: str
    says: str


DECK = """\"\"\"A deck file with one number.\"\"\"
HOUSE_DECK_FILE = "house.toml"
def read(table, text):
    return [table["bonus"]]
def card_pictures(numbers):
    yield "card", "<svg/>"
"""

MISTAKES = [
    Mistake(
        "no_game",
        "__init__.py",
        "GAME = Game(",
        "LAST_DOT = Game(",
        "__init__.py:1: The package does not export GAME. Add GAME = Game(package=__name__, ...).",
    ),
    Mistake(
        "unknown_module",
        "__init__.py",
        "from dottable.core.game",
        "from dottable.core.gamme",
        "__init__.py:7: There is no module 'dottable.core.gamme'. Correct the import or install it.",
    ),
    Mistake(
        "syntax",
        "rules.py",
        "def to_act(s: Any) -> int:",
        "def to_act(s: Any -> int:",
        "rules.py:36: Python cannot read this line: invalid syntax.",
    ),
    Mistake("no_module", "view.py", "", "", "view.py:1: The module 'view' is missing. Add this file."),
    Mistake(
        "wrong_import",
        "rules.py",
        "MAX_TAKE, NOBODY, TIMEOUT",
        "MAX_TAKE, NOBODDY, TIMEOUT",
        "rules.py:12: 'wrong_import.state' has no name 'NOBODDY'. Correct the import.",
    ),
    Mistake(
        "missing_name",
        "rules.py",
        "def why_not(",
        "def why(",
        "rules.py:1: The module 'rules' lacks 'why_not'. Add def why_not(s, seat, action): "
        "Return the code of the reason for refusing an action that `legal` does not list; 0 for the general reason.",
    ),
    Mistake(
        "missing_constant",
        "knowledge.py",
        "OBSERVATION_SIZE =",
        "SIZE =",
        "knowledge.py:1: The module 'knowledge' lacks 'OBSERVATION_SIZE'. Add OBSERVATION_SIZE: "
        "Number of integers in an observation.",
    ),
    Mistake(
        "wrong_parameters",
        "rules.py",
        "def deadline(s: Any)",
        "def deadline(s: Any, seat: int)",
        "rules.py:42: 'deadline(s, seat)' has the wrong parameters. Write deadline(s).",
    ),
    Mistake(
        "misspelt_hook",
        "rules.py",
        "def total(s: Any, seat: int)",
        "def off_turn_refusl(s, seat):\n    return 0\n\n\n@rule\ndef total(s: Any, seat: int)",
        "rules.py:80: 'off_turn_refusl' is not in the contract. Did you mean 'off_turn_refusal'?",
    ),
    Mistake(
        "reserved_field",
        "state.py",
        "    heap=i1,",
        "    heap=i1,\n    seats=i1,",
        "state.py:28: ValueError: The field name 'seats' is reserved. Choose another name.",
    ),
    Mistake(
        "unbounded_option",
        "state.py",
        "Meta(ge=5, le=30, description",
        "Meta(description",
        "state.py:21: TypeError: Option heap: use bool, Literal, a bounded int, or a text with a pattern.",
    ),
    Mistake(
        "unknown_field",
        "rules.py",
        "    s.heap -= dots",
        "    s.heep -= dots",
        "rules.py:71: The record has no field 'heep'. Did you mean 'heap'?",
    ),
    Mistake(
        "undefined_name",
        "rules.py",
        "    s.heap -= dots",
        "    s.heap -= dotts",
        "rules.py:71: The name 'dotts' is not defined. Define or import it.",
    ),
    Mistake(
        "raises",
        "rules.py",
        "    s.heap -= dots",
        '    if dots > 1:\n        raise ValueError("too many dots")\n    s.heap -= dots',
        "rules.py:72: ValueError: too many dots.",
    ),
    Mistake(
        "missing_argument",
        "rules.py",
        "        out[seat] = total(s, seat)\n    highest_wins",
        "        out[seat] = total(s)\n    highest_wins",
        "rules.py:96: TypeError: total() missing 1 required positional argument: 'seat'.",
    ),
    Mistake(
        "value_too_large",
        "rules.py",
        "    s.last = NOBODY",
        "    s.last = 200",
        "rules.py:31: The value 200 does not fit a field of type int8. "
        "Choose a wider type in the record (module 'state').",
    ),
    Mistake(
        "index_too_large",
        "rules.py",
        "    for k in range(CARDS):\n        s.cards[k] = k + 1",
        "    for k in range(CARDS + 1):\n        s.cards[k] = k + 1",
        "rules.py:29: Index 6 is outside an array of 6 numbers. Make the array larger or check the index first.",
    ),
    Mistake(
        "observation_too_small",
        "knowledge.py",
        "OBSERVATION_SIZE = 4 + SEATS",
        "OBSERVATION_SIZE = 3 + SEATS",
        "knowledge.py:23: observe writes more than OBSERVATION_SIZE = 7 numbers. Correct OBSERVATION_SIZE.",
    ),
    Mistake(
        "observation_too_large",
        "knowledge.py",
        "OBSERVATION_SIZE = 4 + SEATS",
        "OBSERVATION_SIZE = 5 + SEATS",
        "knowledge.py:23: observe does not write number 8 of 9. Write all, or correct OBSERVATION_SIZE.",
    ),
    Mistake(
        "missing_template",
        "view.py",
        '    "taken": ',
        '    "take": ',
        "view.py:55: The message 'taken' has no template. Add it to TEMPLATES.",
    ),
    Mistake(
        "missing_template_argument",
        "view.py",
        'message("taken", seat=seat, dots=action + 1, left=after.heap)',
        'message("taken", seat=seat, dots=action + 1)',
        "view.py:55: A template needs the argument 'left'. Pass it to message().",
    ),
    Mistake(
        "legal_unsorted",
        "rules.py",
        "            out[count] = k\n",
        "            out[count] = MAX_TAKE - 1 - k\n",
        "rules.py:48: legal lists [2, 1, 0] for seat 0. Write actions in ascending order, each once.",
    ),
    Mistake(
        "no_legal_action",
        "rules.py",
        "    elif seat == CLOCK and s.heap > 0:",
        "    elif seat == CLOCK and s.heap > 5:",
        "rules.py:48: Seat 31 is in to_act but has no legal action. Correct legal or to_act.",
    ),
    Mistake(
        "endless",
        "rules.py",
        "    s.heap -= dots\n",
        "    s.heap -= 0\n",
        "rules.py:36: A match is not over after max_steps = 30 moves. Let to_act return 0 at the end.",
    ),
    Mistake(
        "notation",
        "view.py",
        'return "timeout" if action == TIMEOUT else str(action + 1)',
        'return "timeout" if action == TIMEOUT else str(action)',
        "view.py:83: Action 0 is written '0', but read_action does not give 0 for it.",
    ),
    Mistake(
        "toml",
        "deck/house.toml",
        "bonus = 1\n",
        "bonus = \n",
        "deck/house.toml:1: The file is not valid TOML: Invalid value (column 9).",
    ),
]


def write_mistaken_game(mistake: Mistake, where: Path) -> Path:
    """Return a new copy of Last Dot with the mistake in it."""
    folder = where / mistake.name
    shutil.copytree(LAST_DOT, folder)
    if mistake.name == "toml":
        (folder / "deck").mkdir()
        (folder / "deck" / "__init__.py").write_text(DECK)
        (folder / "deck" / "house.toml").write_text("bonus = 1\n")
        init = folder / "__init__.py"
        init.write_text(init.read_text().replace("max_steps=30,", "max_steps=30,\n    has_deck=True,"))
    file = folder / mistake.file
    if not mistake.old:
        file.unlink()
        return folder
    text = file.read_text()
    assert mistake.old in text, mistake
    file.write_text(text.replace(mistake.old, mistake.new))
    return folder


def sentence_of(mistake: Mistake, where: Path) -> str:
    """Return Dottable's message about a mistake, with paths relative to the game's folder."""
    folder = write_mistaken_game(mistake, where)
    try:
        game = load_game_folder(folder)
        check_against_contract(game)
        TrialPlay(game).play_all_matches()
    except DottableError as error:
        return str(error).replace(f"{folder.resolve()}/", "")
    return "no mistake found"


if __name__ == "__main__":
    sys.stdout.write(json.dumps({mistake.name: sentence_of(mistake, Path(sys.argv[1])) for mistake in MISTAKES}))
