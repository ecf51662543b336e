"""A game: what a package exports as `GAME`, and access to its rooms.

Only the description is loaded at first. Rooms that need Numba are imported when they are first used.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dottable.core.contract import (
    DeckModule,
    KnowledgeModule,
    ObservationFields,
    OfferedActions,
    OffTurnReasons,
    PiecePictures,
    Previews,
    PublicHistory,
    RulesModule,
    SeatView,
    State,
    StateModule,
    StatisticsModule,
    TeamChoice,
    TuningModule,
    ViewModule,
)
from dottable.core.errors import BadSeats

if TYPE_CHECKING:
    from dottable.core.decks import Deck
    from dottable.core.options import Options

__all__ = ["Game", "State", "View"]

View = SeatView


@dataclass(frozen=True)
class Game:
    """The description of a game and access to its rooms."""

    package: str
    title: str
    summary: str
    min_seats: int
    max_seats: int
    max_steps: int
    """Upper bound on the number of actions in a match."""
    rules_version: int = 1
    """Increased whenever the same log could lead to another state."""
    has_deck: bool = False
    """Whether the pieces come from a deck file (room `deck`)."""
    has_secrets: bool = True
    """Whether seats know different things. If so, resampling must change something."""
    races: tuple[str, ...] = ()
    """Verbs of actions for which several seats compete: the first valid claim wins."""
    slug: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "slug", self.package.rpartition(".")[2])

    def _room(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")

    def _optional_room(self, name: str) -> Any:
        return self._room(name) if find_spec(f"{self.package}.{name}") is not None else None

    @cached_property
    def state(self) -> StateModule:
        return cast("StateModule", self._room("state"))

    @cached_property
    def rules(self) -> RulesModule:
        return cast("RulesModule", self._room("rules"))

    @cached_property
    def knowledge(self) -> KnowledgeModule:
        return cast("KnowledgeModule", self._room("knowledge"))

    @cached_property
    def view(self) -> ViewModule:
        return cast("ViewModule", self._room("view"))

    @cached_property
    def bot(self) -> Any:
        """The room `bot` (a BotModule), or None; `isinstance` tells which hooks of the contract it implements."""
        return self._optional_room("bot")

    @cached_property
    def statistics(self) -> StatisticsModule | None:
        """The room `lab`, if it counts anything."""
        room = self._optional_room("lab")
        return room if isinstance(room, StatisticsModule) else None

    @cached_property
    def tuning(self) -> TuningModule | None:
        """The room `lab`, if it can generate and judge decks."""
        room = self._optional_room("lab")
        return room if isinstance(room, TuningModule) else None

    @cached_property
    def team_choice(self) -> TeamChoice | None:
        """The room `rules`, if seats choose their teams."""
        return self.rules if isinstance(self.rules, TeamChoice) else None

    @cached_property
    def previews(self) -> Previews | None:
        """The room `view`, if it can preview moves."""
        return self.view if isinstance(self.view, Previews) else None

    @cached_property
    def offers(self) -> OfferedActions | None:
        """The room `view`, if it leaves out legal actions that nobody should be offered."""
        return self.view if isinstance(self.view, OfferedActions) else None

    @cached_property
    def off_turn_reasons(self) -> OffTurnReasons | None:
        """The room `view`, if it has reasons of its own for actions of seats that cannot act."""
        return self.view if isinstance(self.view, OffTurnReasons) else None

    @cached_property
    def observation_fields(self) -> ObservationFields | None:
        """The room `knowledge`, if it names the numbers of an observation."""
        return self.knowledge if isinstance(self.knowledge, ObservationFields) else None

    @cached_property
    def history(self) -> PublicHistory | None:
        """The room `knowledge`, if it keeps a public history."""
        return self.knowledge if isinstance(self.knowledge, PublicHistory) else None

    @cached_property
    def deck(self) -> DeckModule:
        return cast("DeckModule", self._room("deck"))

    @cached_property
    def piece_pictures(self) -> PiecePictures | None:
        """The room `deck` of a game without deck files, if it draws pieces."""
        room = None if self.has_deck else self._optional_room("deck")
        return room if isinstance(room, PiecePictures) else None

    @cached_property
    def house_deck(self) -> Deck | None:
        """The default deck; None for a game without decks."""
        from dottable.core.decks import house_deck

        return house_deck(self) if self.has_deck else None

    @cached_property
    def kernels(self) -> Any:
        """The compiled functions over arrays of this game's records (`play_kernels.py`)."""
        from dottable.core.kernels.loader import load_kernels

        return load_kernels(self)

    @property
    def folder(self) -> Path:
        """The folder of the package's sources."""
        origin = import_module(self.package).__file__
        assert origin is not None
        return Path(origin).resolve().parent

    @property
    def seat_counts(self) -> range:
        return range(self.min_seats, self.max_seats + 1)

    def check_seats(self, seats: int, options: Options | None = None) -> None:
        """Raise BadSeats or BadOption unless the game can be played with this number of seats and these options."""
        if seats not in self.seat_counts:
            raise BadSeats(f"{self.title} takes {self.min_seats} to {self.max_seats} seats, not {seats}.")
        if options is not None:
            options.check_seats(seats)

    def refusal_sentence(self, code: int) -> str:
        """Return the sentence for a reason code."""
        from dottable.core.primitives.refusals import CORE_REFUSAL_SENTENCES, NOT_NOW

        return (
            CORE_REFUSAL_SENTENCES.get(code) or self.view.REFUSAL_SENTENCES.get(code) or CORE_REFUSAL_SENTENCES[NOT_NOW]
        )
