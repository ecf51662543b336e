"""A game: what a package exports as `GAME`, and access to the modules of the package (`rules`, `view`, ...).

Only the description is loaded at first. Modules that need Numba are imported when they are first used.
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
    from dottable.core.deck_files import Deck
    from dottable.core.options import Options

__all__ = ["Game", "State", "View"]

View = SeatView


@dataclass(frozen=True)
class Game:
    """The description of a game, and access to the modules of its package."""

    package: str
    """Import name of the game's Python package."""
    title: str
    summary: str
    min_seats: int
    max_seats: int
    max_steps: int
    """Upper bound on the number of moves in a match."""
    rules_version: int = 1
    """Increased whenever the same log could lead to another state."""
    has_deck: bool = False
    """Whether the pieces come from a deck file (module `deck`)."""
    has_secrets: bool = True
    """Whether seats know different things. If so, resampling a state must change more than its random key."""
    races: tuple[str, ...] = ()
    """Verbs of actions for which several seats may compete. The first valid claim wins."""
    slug: str = field(init=False)
    """Short name in commands, addresses and logs: the last part of `package`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slug", self.package.rpartition(".")[2])

    def _import_module(self, name: str) -> Any:
        """Import a module of the game's package by its name, such as `rules`, and return it."""
        return import_module(f"{self.package}.{name}")

    def _import_optional_module(self, name: str) -> Any:
        """Import and return a module of the package; None if it has no such module."""
        return self._import_module(name) if find_spec(f"{self.package}.{name}") is not None else None

    @cached_property
    def is_built_in(self) -> bool:
        """Whether the game comes with Dottable."""
        return self.package.startswith("dottable.games.")

    @cached_property
    def state(self) -> StateModule:
        """The module `state`: options, the dtype of the record, the action space."""
        return cast("StateModule", self._import_module("state"))

    @cached_property
    def rules(self) -> RulesModule:
        """The module `rules` of the game: setup, legal actions, moves, scores."""
        return cast("RulesModule", self._import_module("rules"))

    @cached_property
    def knowledge(self) -> KnowledgeModule:
        """The module `knowledge`: observation and resampling."""
        return cast("KnowledgeModule", self._import_module("knowledge"))

    @cached_property
    def view(self) -> ViewModule:
        """The module `view`: what people see of the game (views, texts, notation)."""
        return cast("ViewModule", self._import_module("view"))

    @cached_property
    def bot(self) -> Any:
        """The module `bot` (a BotModule), or None; `isinstance` tells which hooks of the contract it implements."""
        return self._import_optional_module("bot")

    @cached_property
    def statistics(self) -> StatisticsModule | None:
        """The module `lab`, if it counts statistics; else None."""
        module = self._import_optional_module("lab")
        return module if isinstance(module, StatisticsModule) else None

    @cached_property
    def tuning(self) -> TuningModule | None:
        """The module `lab`, if it can generate and judge decks; else None."""
        module = self._import_optional_module("lab")
        return module if isinstance(module, TuningModule) else None

    @cached_property
    def team_choice(self) -> TeamChoice | None:
        """The module `rules`, if seats choose their teams; else None."""
        return self.rules if isinstance(self.rules, TeamChoice) else None

    @cached_property
    def previews(self) -> Previews | None:
        """The module `view`, if it can preview moves; else None."""
        return self.view if isinstance(self.view, Previews) else None

    @cached_property
    def offered_actions(self) -> OfferedActions | None:
        """The module `view`, if it leaves useless legal actions out of the lists of clients; else None."""
        return self.view if isinstance(self.view, OfferedActions) else None

    @cached_property
    def off_turn_reasons(self) -> OffTurnReasons | None:
        """The module `view`, if it has its own reasons for refusing actions out of turn; else None."""
        return self.view if isinstance(self.view, OffTurnReasons) else None

    @cached_property
    def observation_fields(self) -> ObservationFields | None:
        """The module `knowledge`, if it names the numbers of an observation; else None."""
        return self.knowledge if isinstance(self.knowledge, ObservationFields) else None

    @cached_property
    def public_history(self) -> PublicHistory | None:
        """The module `knowledge`, if it keeps a public history; else None."""
        return self.knowledge if isinstance(self.knowledge, PublicHistory) else None

    @cached_property
    def deck(self) -> DeckModule:
        """The module `deck`: reading and drawing deck files."""
        return cast("DeckModule", self._import_module("deck"))

    @cached_property
    def piece_pictures(self) -> PiecePictures | None:
        """The module `deck` of a game without deck files, if it draws pieces; else None."""
        module = None if self.has_deck else self._import_optional_module("deck")
        return module if isinstance(module, PiecePictures) else None

    @cached_property
    def house_deck(self) -> Deck | None:
        """The deck that comes with the game, which is the default; None for a game without decks."""
        from dottable.core.deck_files import house_deck

        return house_deck(self) if self.has_deck else None

    @cached_property
    def kernels(self) -> Any:
        """The functions over arrays of this game's state records (`play_kernels.py`), bound to its rules."""
        from dottable.core.kernels.kernel_loader import load_kernels

        return load_kernels(self)

    @property
    def folder(self) -> Path:
        """Path of the folder with the package's sources."""
        origin = import_module(self.package).__file__
        assert origin is not None
        return Path(origin).resolve().parent

    @property
    def seat_counts(self) -> range:
        """The numbers of seats with which the game can be played, as a range."""
        return range(self.min_seats, self.max_seats + 1)

    def check_seats(self, seats: int, options: Options | None = None) -> None:
        """Raise BadSeats or BadOption unless the game can be played with this number of seats and these options."""
        if seats not in self.seat_counts:
            raise BadSeats(f"{self.title} takes {self.min_seats} to {self.max_seats} seats, not {seats}.")
        if options is not None:
            options.check_seats(seats)

    def refusal_sentence(self, code: int) -> str:
        """Return the sentence for people by the reason code of a refused action."""
        from dottable.core.primitives.refusals import CORE_REFUSAL_SENTENCES, NOT_NOW

        return (
            CORE_REFUSAL_SENTENCES.get(code) or self.view.REFUSAL_SENTENCES.get(code) or CORE_REFUSAL_SENTENCES[NOT_NOW]
        )
