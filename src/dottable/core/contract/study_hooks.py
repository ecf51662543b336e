"""Protocols for optional parts of a game's module `view` that reviews and hints use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from dottable.core.contract.game_modules import SeatView

if TYPE_CHECKING:
    from dottable.core.views.move_reason import MoveReason


@runtime_checkable
class StudyFacts(Protocol):
    """Optional part of `view`: sentences for reviews, taken only from what a seat's view shows."""

    def move_reasons(
        self, view: SeatView, best: int, played: int, after_best: SeatView, after_played: SeatView, /
    ) -> Sequence[MoveReason]:
        """Return reasons why `best` may be better than `played`, never one that speaks for `played`.

        `after_best` and `after_played` are the seat's views after these actions in a sampled state. A reason may use
        only what is the same in every state that the seat could be in.
        """

    def known_facts(self, view: SeatView, /) -> Sequence[str]:
        """Return sentences about what the seat saw and what follows from it."""


@runtime_checkable
class HintFacts(Protocol):
    """Optional part of `view`: what a hint says before it shows the move."""

    def hint_idea(self, view: SeatView, best: int, /) -> str:
        """Return one or two sentences on what to look at before the best move; empty if there is nothing special."""


@runtime_checkable
class SampledStudyFacts(Protocol):
    """Optional part of `view`: reasons for reviews that depend on hidden cards, counted over sampled deals."""

    def reasons_from_sampled_deals(
        self, view: SeatView, best: int, played: int, deals: Sequence[Sequence[SeatView]], /
    ) -> Sequence[MoveReason]:
        """Return reasons as in `StudyFacts.move_reasons`. `deals` holds the views of all seats in each sampled deal."""


@runtime_checkable
class SimulatedStudyFacts(Protocol):
    """Optional part of `view`: reasons for reviews from how simulated rounds end after each of two moves."""

    def reasons_from_simulations(
        self,
        view: SeatView,
        best: int,
        played: int,
        best_ends: Sequence[SeatView],
        played_ends: Sequence[SeatView],
        /,
    ) -> Sequence[MoveReason]:
        """Return reasons why the better move leads to better ends, the strongest first.

        `best_ends` and `played_ends` are the seat's views at the ends of simulated rounds (`Stages.stage_number`),
        after the better and after the played move, on the same sampled deals. Standard bots play them on.
        """
