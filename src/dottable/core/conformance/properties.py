"""The properties that every game must have, as codes with a sentence each."""

from __future__ import annotations

from typing import NamedTuple

ENDS = "ends"
HAS_ACTION = "has-action"
CLOCK_RUNS = "clock"
LEGAL_ORDER = "legal-order"
SAMPLING = "sampling"
READING = "reading"
REFUSALS = "refusals"
PIECES = "pieces"
DETERMINISM = "determinism"
COPIES = "copies"
RETURNS = "returns"
LEAK_OBSERVATION = "leak-observation"
LEAK_LEGAL = "leak-legal"
LEAK_REFUSAL = "leak-refusal"
LEAK_VIEW = "leak-view"
LEAK_TURN = "leak-turn"
RESAMPLE_HONEST = "resample-honest"
RESAMPLE_REDRAWS = "resample-redraws"
RESAMPLE_PLAYABLE = "resample-playable"
NOTATION = "notation"
LOG = "log"
TEXTS = "texts"
INTERPRETED = "interpreted"
BOUNDS = "bounds"
GPU = "gpu"

PROPERTIES = {
    ENDS: "Every match ends within max_steps.",
    HAS_ACTION: "Every active seat has a legal action.",
    CLOCK_RUNS: "The clock is active exactly while a deadline runs.",
    LEGAL_ORDER: "legal lists actions of the action space in ascending order, and repeated calls give equal lists.",
    SAMPLING: "A game's own random_action returns only actions that legal lists.",
    READING: "to_act, legal, why_not, deadline, scores, observe and pieces change nothing.",
    REFUSALS: "An illegal action changes no byte and has a reason code; a legal one is accepted.",
    PIECES: "No piece is lost or added during a match.",
    DETERMINISM: "The same seed and moves lead to the same bytes.",
    COPIES: "A state is never changed through a copy.",
    RETURNS: "Returns at the end add up to zero.",
    LEAK_OBSERVATION: "The observation of a seat reveals nothing that the seat cannot know.",
    LEAK_LEGAL: "The legal actions of a seat reveal nothing that the seat cannot know.",
    LEAK_REFUSAL: "The refusals of a seat reveal nothing that the seat cannot know.",
    LEAK_VIEW: "The view, texts and screen of a seat or spectator reveal nothing that it cannot know.",
    LEAK_TURN: "The active seats and the deadline reveal nothing that a seat cannot know.",
    RESAMPLE_HONEST: "resample depends only on the seat's knowledge and on the generator.",
    RESAMPLE_REDRAWS: "resample redraws future chance and hidden information.",
    RESAMPLE_PLAYABLE: "A resampled state has all pieces and can be played to the end.",
    NOTATION: "Every action has a unique notation without spaces, which reads back as the action.",
    LOG: "A log reads back, replays to the same bytes and verifies.",
    TEXTS: "Legal actions have descriptions, refusals have sentences, moves have narrations, views have screens.",
    INTERPRETED: "Interpreted and compiled play lead to the same bytes.",
    BOUNDS: "No array is read or written outside its bounds.",
}

GPU_PROPERTIES = {GPU: "Play on a GPU leads to the same bytes as on the CPU."}
"""Properties that can be checked only on a machine with a GPU."""


class Finding(NamedTuple):
    """A broken property, and the position in which it was found."""

    property: str
    where: str

    def __str__(self) -> str:
        return f"{self.property}: {(PROPERTIES | GPU_PROPERTIES)[self.property]} Broken {self.where}"
