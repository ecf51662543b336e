"""The contract of a game package: one Protocol for each room, and small ones for optional parts of a room.

A room is a module or a sub-package (`rules.py` or `rules/__init__.py`) that exports the names of its Protocols.
Optional Protocols are checked at run time with `isinstance(room, Protocol)` and, for our own games, by mypy.
Constants are properties here, because a game's constants may have narrower types than the contract asks for.
"""

from dottable.core.contract.bot_hooks import (
    BestOfSamples,
    BotLevels,
    BotModule,
    CandidateRanking,
    DepthLimit,
    HiddenStateInference,
    LimitedMemory,
    MidstageEvaluation,
    ObservationKey,
    RolloutPolicy,
    SamplePool,
    Stages,
    StateLikelihood,
    TerminalValue,
)
from dottable.core.contract.game_modules import (
    DeckModule,
    KnowledgeModule,
    ObservationFields,
    OffTurnRefusal,
    PiecePictures,
    Previews,
    PublicHistory,
    RandomActionSampler,
    RulesModule,
    SeatView,
    State,
    StateModule,
    StatisticsModule,
    Teams,
    TuningModule,
    ViewModule,
)

__all__ = [
    "BestOfSamples",
    "BotLevels",
    "BotModule",
    "CandidateRanking",
    "DeckModule",
    "DepthLimit",
    "HiddenStateInference",
    "KnowledgeModule",
    "LimitedMemory",
    "MidstageEvaluation",
    "ObservationFields",
    "ObservationKey",
    "OffTurnRefusal",
    "PiecePictures",
    "Previews",
    "PublicHistory",
    "RandomActionSampler",
    "RolloutPolicy",
    "RulesModule",
    "SamplePool",
    "SeatView",
    "Stages",
    "State",
    "StateLikelihood",
    "StateModule",
    "StatisticsModule",
    "Teams",
    "TerminalValue",
    "TuningModule",
    "ViewModule",
]
