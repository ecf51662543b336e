"""Deliberately broken copies of Last Dot, one per property of the kit.

Run as a script (in interpreted mode) it prints what the kit finds in each: `python -m
tests.core.conformance.mutants FOLDER`.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from dottable.core.conformance import check_game, properties
from dottable.core.registry import load_game_folder
from tests.conftest import LAST_DOT
from tests.sizes import sized

MATCHES, TEXT_MATCHES = sized((4, 2), (40, 8))


class Mutant(NamedTuple):
    """A replacement of `old` by `new` in one file that violates the property `breaks`."""

    breaks: str
    file: str
    old: str
    new: str


DECLARE_OUTSIDE = "OUTSIDE = [0]\n\n\n@rule\n"
FLIP_OUTSIDE = "    OUTSIDE[0] ^= 1\n    s.last = OUTSIDE[0]\n"

MUTANTS = [
    Mutant(properties.MATCH_ENDS, "rules.py", "    s.heap -= dots\n    s.taken[s.turn] += dots\n", ""),
    Mutant(
        properties.ACTIVE_SEAT_HAS_ACTION,
        "rules.py",
        "range(min(s.heap, MAX_TAKE))",
        "range(min(s.heap, MAX_TAKE) - 1)",
    ),
    Mutant(
        properties.CLOCK_IS_ACTIVE_WITH_DEADLINE, "rules.py", "return s.deadline_ms if s.heap > 0 else -1", "return -1"
    ),
    Mutant(properties.LEGAL_IS_SORTED, "rules.py", "out[count] = k", "out[count] = MAX_TAKE - 1 - k"),
    Mutant(properties.LEGAL_IS_SORTED, "rules.py", "out[count] = k", "out[count] = 0"),
    Mutant(
        properties.RANDOM_ACTION_IS_LEGAL,
        "rules.py",
        "@rule\ndef why_not",
        "@rule\ndef random_action(s, seat, q, buffer):\n    return 1\n\n\n@rule\ndef why_not",
    ),
    Mutant(
        properties.READING_CHANGES_NOTHING,
        "rules.py",
        "    return seat_mask(s.turn)",
        "    s.bonus = 1 - s.bonus\n    return seat_mask(s.turn)",
    ),
    Mutant(
        properties.READING_CHANGES_NOTHING,
        "knowledge.py",
        "    out[0] = s.seats",
        "    out[0] = s.seats\n    s.last = 2",
    ),
    Mutant(
        properties.REFUSAL_CHANGES_NOTHING,
        "rules.py",
        "    return TOO_FEW_LEFT",
        "    s.last = 3\n    return TOO_FEW_LEFT",
    ),
    Mutant(properties.PIECES_ARE_CONSERVED, "rules.py", "s.taken[s.turn] += dots", "s.taken[s.turn] += 1"),
    Mutant(
        properties.PLAY_IS_DETERMINISTIC,
        "rules.py",
        "@rule\ndef play(s: Any, seat: int, action: int, at_ms: int) -> None:\n",
        DECLARE_OUTSIDE + "def play(s: Any, seat: int, action: int, at_ms: int) -> None:\n" + FLIP_OUTSIDE,
    ),
    Mutant(
        properties.COPIES_ARE_INDEPENDENT,
        "rules.py",
        "    dots = 1 if",
        "    s._record.base['last'][0] = 3  # record 0, whichever is played\n    dots = 1 if",
    ),
    Mutant(properties.RETURNS_SUM_TO_ZERO, "rules.py", "    highest_wins(s.seats, out)", "    out[0] = 1.0"),
    Mutant(properties.OBSERVATION_LEAKS_NOTHING, "knowledge.py", "= s.cards[seat]", "= s.cards[(seat + 1) % s.seats]"),
    Mutant(
        properties.LEGAL_ACTIONS_LEAK_NOTHING,
        "rules.py",
        "range(min(s.heap, MAX_TAKE))",
        "range(min(s.heap, MAX_TAKE, s.cards[(seat + 1) % s.seats]))",
    ),
    Mutant(
        properties.REFUSAL_LEAKS_NOTHING,
        "rules.py",
        "    return TOO_FEW_LEFT",
        "    if s.cards[(seat + 1) % s.seats] > 3:\n        return 0\n    return TOO_FEW_LEFT",
    ),
    Mutant(
        properties.VIEW_LEAKS_NOTHING,
        "view.py",
        "if is_known(s, seat, k) else None",
        "if seat != 1 or k != 2 else None",
    ),
    Mutant(
        properties.VIEW_LEAKS_NOTHING,
        "view.py",
        "heap=int(s.heap)",
        "heap=int(s.heap) if s.rng[0] % 2 else int(s.heap) + 1",
    ),
    Mutant(
        properties.TURN_LEAKS_NOTHING, "rules.py", "return s.deadline_ms if", "return s.deadline_ms + s.cards[0] if"
    ),
    Mutant(
        properties.RESAMPLE_USES_KNOWLEDGE_ONLY, "knowledge.py", "for k in range(1, count):", "for k in range(1, 1):"
    ),
    Mutant(properties.RESAMPLE_REDRAWS_HIDDEN, "knowledge.py", "    shuffle(g, cards, count)", "    pass"),
    Mutant(properties.RESAMPLE_REDRAWS_HIDDEN, "knowledge.py", "    rekey(s.rng, g)", "    pass"),
    Mutant(
        properties.RESAMPLED_STATE_IS_PLAYABLE,
        "knowledge.py",
        "    shuffle(g, cards, count)",
        "    shuffle(g, cards, count)\n    for k in range(count):\n        cards[k] = 1",
    ),
    Mutant(properties.NOTATION_IS_REVERSIBLE, "view.py", "str(action + 1)", "str(min(action + 1, 2))"),
    Mutant(properties.NOTATION_IS_REVERSIBLE, "view.py", '"timeout" if action', '"time out" if action'),
    Mutant(
        properties.LOG_REPLAYS,
        "rules.py",
        "    s.last = NOBODY",
        "    setup.flip = not getattr(setup, 'flip', False)\n    s.last = int(setup.flip)",
    ),
    Mutant(
        properties.TEXTS_ARE_COMPLETE,
        "view.py",
        '"taken": "{seat!name} {seat?take|takes} {dots}; {left} left."',
        '"taken": ""',
    ),
    Mutant(properties.TEXTS_ARE_COMPLETE, "view.py", 'return f"Take {action + 1} of {view.heap} dots"', 'return " "'),
    Mutant(properties.TEXTS_ARE_COMPLETE, "view.py", "There are not enough dots left. Take fewer.", "No sentence"),
]

COMPILED_MUTANTS = [
    Mutant(
        properties.INTERPRETED_PLAY_IS_EQUAL,
        "rules.py",
        "    s.deadline_ms = at_ms + TURN_MS",
        "    s.deadline_ms = at_ms + TURN_MS\n    s.bonus = s.bonus + 2 * s.heap * MAX_TAKE * MAX_TAKE",
    ),
    Mutant(
        properties.ARRAY_BOUNDS_ARE_KEPT,
        "rules.py",
        "    if s.heap == 0:\n        s.last",
        "    if s.heap == 0 and s.taken[s.seats + 2] < 100:\n        s.last",
    ),
]


def write_mutant(mutant: Mutant, folder: Path) -> Path:
    """Write a broken copy of Last Dot to `folder` and return the folder."""
    shutil.copytree(LAST_DOT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    source = (folder / mutant.file).read_text()
    assert mutant.old in source, f"{mutant.file} no longer has: {mutant.old}"
    (folder / mutant.file).write_text(source.replace(mutant.old, mutant.new))
    return folder


def findings(folder: Path) -> list[str]:
    """Return the properties that the kit reports as violated."""
    game = load_game_folder(folder)
    return sorted(
        {found.property for found in check_game(game, matches=MATCHES, text_matches=TEXT_MATCHES, mode_matches=0)}
    )


def main() -> None:
    home = Path(sys.argv[1])
    found = [findings(write_mutant(m, home / f"mutant_{k}")) for k, m in enumerate(MUTANTS)]
    found.append(findings(LAST_DOT))
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
