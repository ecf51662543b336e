"""The properties that every game must have: a code for each, and the sentence that is shown when it is broken."""

from __future__ import annotations

from typing import NamedTuple

MATCH_ENDS = "ends"
ACTIVE_SEAT_HAS_ACTION = "has-action"
CLOCK_IS_ACTIVE_WITH_DEADLINE = "clock"
LEGAL_IS_SORTED = "legal-order"
RANDOM_ACTION_IS_LEGAL = "sampling"
READING_CHANGES_NOTHING = "reading"
REFUSAL_CHANGES_NOTHING = "refusals"
PIECES_ARE_CONSERVED = "pieces"
PLAY_IS_DETERMINISTIC = "determinism"
COPIES_ARE_INDEPENDENT = "copies"
RETURNS_SUM_TO_ZERO = "returns"
OBSERVATION_LEAKS_NOTHING = "leak-observation"
LEGAL_ACTIONS_LEAK_NOTHING = "leak-legal"
REFUSAL_LEAKS_NOTHING = "leak-refusal"
VIEW_LEAKS_NOTHING = "leak-view"
TURN_LEAKS_NOTHING = "leak-turn"
RESAMPLE_USES_KNOWLEDGE_ONLY = "resample-honest"
RESAMPLE_REDRAWS_HIDDEN = "resample-redraws"
RESAMPLED_STATE_IS_PLAYABLE = "resample-playable"
NOTATION_IS_REVERSIBLE = "notation"
LOG_REPLAYS = "log"
TEXTS_ARE_COMPLETE = "texts"
INTERPRETED_PLAY_IS_EQUAL = "interpreted"
ARRAY_BOUNDS_ARE_KEPT = "bounds"
GPU_PLAY_IS_EQUAL = "gpu"

PROPERTY_SENTENCES = {
    MATCH_ENDS: "Every match ends within max_steps.",
    ACTIVE_SEAT_HAS_ACTION: "Every active seat has a legal action.",
    CLOCK_IS_ACTIVE_WITH_DEADLINE: "The clock is active exactly while a deadline runs.",
    LEGAL_IS_SORTED: "legal lists actions of the action space in ascending order, and repeated calls give equal lists.",
    RANDOM_ACTION_IS_LEGAL: "A game's own random_action returns only actions that legal lists.",
    READING_CHANGES_NOTHING: "to_act, legal, why_not, deadline, scores, observe and count_pieces change nothing.",
    REFUSAL_CHANGES_NOTHING: "An illegal action changes no byte and has a reason code; a legal one is accepted.",
    PIECES_ARE_CONSERVED: "No piece is lost or added during a match.",
    PLAY_IS_DETERMINISTIC: "The same seed and moves lead to the same bytes.",
    COPIES_ARE_INDEPENDENT: "A state is never changed through a copy.",
    RETURNS_SUM_TO_ZERO: "Returns at the end add up to zero.",
    OBSERVATION_LEAKS_NOTHING: "The observation of a seat reveals nothing that the seat cannot know.",
    LEGAL_ACTIONS_LEAK_NOTHING: "The legal actions of a seat reveal nothing that the seat cannot know.",
    REFUSAL_LEAKS_NOTHING: "The refusals of a seat reveal nothing that the seat cannot know.",
    VIEW_LEAKS_NOTHING: "The view, texts and screen of a seat or spectator reveal nothing that it cannot know.",
    TURN_LEAKS_NOTHING: "The active seats and the deadline reveal nothing that a seat cannot know.",
    RESAMPLE_USES_KNOWLEDGE_ONLY: "resample depends only on the seat's knowledge and on the generator.",
    RESAMPLE_REDRAWS_HIDDEN: "resample redraws future chance and hidden information.",
    RESAMPLED_STATE_IS_PLAYABLE: "A resampled state has all pieces and can be played to the end.",
    NOTATION_IS_REVERSIBLE: "Every action has a unique notation without spaces, which reads back as the action.",
    LOG_REPLAYS: "A log reads back, replays to the same bytes and verifies.",
    TEXTS_ARE_COMPLETE: (
        "Legal actions have descriptions, refusals have sentences, moves have narrations, views have screens."
    ),
    INTERPRETED_PLAY_IS_EQUAL: "Interpreted and compiled play lead to the same bytes.",
    ARRAY_BOUNDS_ARE_KEPT: "No array is read or written outside its bounds.",
}
"""Sentence that states each property, by its code."""

RESPONSIBLE_FUNCTIONS = {
    MATCH_ENDS: ("rules", "to_act"),
    ACTIVE_SEAT_HAS_ACTION: ("rules", "legal"),
    CLOCK_IS_ACTIVE_WITH_DEADLINE: ("rules", "deadline"),
    LEGAL_IS_SORTED: ("rules", "legal"),
    RANDOM_ACTION_IS_LEGAL: ("rules", "random_action"),
    REFUSAL_CHANGES_NOTHING: ("rules", "why_not"),
    PIECES_ARE_CONSERVED: ("rules", "count_pieces"),
    PLAY_IS_DETERMINISTIC: ("rules", "play"),
    RETURNS_SUM_TO_ZERO: ("rules", "returns"),
    OBSERVATION_LEAKS_NOTHING: ("knowledge", "observe"),
    LEGAL_ACTIONS_LEAK_NOTHING: ("rules", "legal"),
    REFUSAL_LEAKS_NOTHING: ("rules", "why_not"),
    VIEW_LEAKS_NOTHING: ("view", "build_view"),
    TURN_LEAKS_NOTHING: ("rules", "to_act"),
    RESAMPLE_USES_KNOWLEDGE_ONLY: ("knowledge", "resample"),
    RESAMPLE_REDRAWS_HIDDEN: ("knowledge", "resample"),
    RESAMPLED_STATE_IS_PLAYABLE: ("knowledge", "resample"),
    NOTATION_IS_REVERSIBLE: ("view", "read_action"),
    TEXTS_ARE_COMPLETE: ("view", "narrate"),
}
"""Module and function of a game in which to look first when a property is broken."""

GPU_PROPERTY_SENTENCES = {GPU_PLAY_IS_EQUAL: "Play on a GPU leads to the same bytes as on the CPU."}
"""Properties that can be checked only on a machine with a GPU."""


class Finding(NamedTuple):
    """A broken property, and where it was found."""

    property: str
    """Code of the property, a key of PROPERTY_SENTENCES or GPU_PROPERTY_SENTENCES."""
    where: str
    """Text that says in which match, step and seat the property is broken. It ends the sentence "Broken ..."."""

    def __str__(self) -> str:
        return f"{self.property}: {(PROPERTY_SENTENCES | GPU_PROPERTY_SENTENCES)[self.property]} Broken {self.where}"
