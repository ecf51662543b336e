"""The properties that every game must keep, and what it means to break one."""

from __future__ import annotations

from typing import NamedTuple

ENDS = "ends"
AWAITED = "awaited"
CLOCK_RUNS = "clock"
LEGAL_ORDER = "legal-order"
SAMPLING = "sampling"
READING = "reading"
REFUSALS = "refusals"
PIECES = "pieces"
DETERMINISM = "determinism"
COPIES = "copies"
RETURNS = "returns"
LEAK_TENSOR = "leak-tensor"
LEAK_LEGAL = "leak-legal"
LEAK_REFUSAL = "leak-refusal"
LEAK_VIEW = "leak-view"
LEAK_TURN = "leak-turn"
RESAMPLE_HONEST = "resample-honest"
RESAMPLE_REDRAWS = "resample-redraws"
RESAMPLE_PLAYABLE = "resample-playable"
NOTATION = "notation"
LOG = "log"
WORDS = "words"
INTERPRETED = "interpreted"
BOUNDS = "bounds"
GPU = "gpu"

PROPERTIES = {
    ENDS: "Every match ends within max_steps.",
    AWAITED: "A seat that the match waits for has a legal action.",
    CLOCK_RUNS: "The clock is awaited exactly while a deadline runs.",
    LEGAL_ORDER: "legal lists actions of the action space in ascending order, the same whenever asked.",
    SAMPLING: "A game's own random_action gives only actions that legal lists.",
    READING: "to_act, legal, why_not, deadline, scores, observe and pieces change nothing.",
    REFUSALS: "An illegal action changes no byte and gives a reason; a legal one is accepted.",
    PIECES: "No piece is lost or made during a match.",
    DETERMINISM: "The same seed and moves lead to the same bytes.",
    COPIES: "A state is never changed through a copy.",
    RETURNS: "Returns at the end add up to zero.",
    LEAK_TENSOR: "The tensor of a seat tells nothing that the seat cannot know.",
    LEAK_LEGAL: "The legal actions of a seat tell nothing that the seat cannot know.",
    LEAK_REFUSAL: "The refusals of a seat tell nothing that the seat cannot know.",
    LEAK_VIEW: "View, words and screen of a seat or spectator tell nothing that it cannot know.",
    LEAK_TURN: "Who is awaited and until when tells nothing that a seat cannot know.",
    RESAMPLE_HONEST: "resample depends only on what the seat knows and on the generator.",
    RESAMPLE_REDRAWS: "resample redraws chance and the secrets.",
    RESAMPLE_PLAYABLE: "A resampled state keeps all pieces and can be played to the end.",
    NOTATION: "Every action has its own text without spaces, and the text reads back as the action.",
    LOG: "A log reads back, replays to the same bytes and verifies.",
    WORDS: "Every legal action has words, every refusal a sentence, every move a narration, every view a screen.",
    INTERPRETED: "Interpreted and compiled play lead to the same bytes.",
    BOUNDS: "No array is read or written outside its bounds.",
}

ON_A_GPU = {GPU: "Play on a GPU leads to the same bytes as on the CPU."}
"""What can be checked only where there is one."""


class Finding(NamedTuple):
    """A broken property and where it was seen."""

    property: str
    where: str

    def __str__(self) -> str:
        return f"{self.property}: {(PROPERTIES | ON_A_GPU)[self.property]} Broken {self.where}"
