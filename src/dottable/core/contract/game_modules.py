"""Protocols for the rooms of a game package, except the room `bot`."""
# ruff: noqa: N802 (a property is named like the constant that it stands for)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from random import Random

    import numpy as np

    from dottable.core.decks import CardText, DeckWarning
    from dottable.core.lab.deck_tuning import Knob, Target
    from dottable.core.lab.statistics import Chart, Count, Metric
    from dottable.core.matches.match import Match
    from dottable.core.options import Options as BaseOptions
    from dottable.core.primitives.actions import ActionSpace
    from dottable.core.views.narration import Narration
    from dottable.core.views.observation import ObservationField

State = Any
"""The record of a match, in the form that rules take."""
SeatView = Any
"""What one seat may know: a frozen msgspec.Struct that the game defines."""


# Required rooms


class StateModule(Protocol):
    """Room `state`: options, the record and the action space."""

    @property
    def Options(self) -> type[BaseOptions]: ...

    @property
    def STATE(self) -> np.dtype[Any]: ...

    @property
    def ACTIONS(self) -> ActionSpace: ...


@runtime_checkable
class RulesModule(Protocol):
    """Room `rules`: compiled functions over the record. Legality is decided nowhere else."""

    @property
    def PIECE_KINDS(self) -> int:
        """Number of kinds of piece that `pieces` counts."""

    def setup(self, s: State, settings: Any, /) -> None:
        """Set up a match in a zeroed record whose `rng` and `seats` are set."""

    def to_act(self, s: State, /) -> int:
        """Return the bit mask of seats that may act, with CLOCK while a deadline runs; 0 when the match is over."""

    def legal(self, s: State, seat: int, out: Any, /) -> int:
        """Write the seat's legal actions to `out` in ascending order and return their number.

        A seat that is not in `to_act` may have legal actions too: interjections.
        """

    def play(self, s: State, seat: int, action: int, at_ms: int, /) -> None:
        """Apply an action that `legal` lists."""

    def why_not(self, s: State, seat: int, action: int, /) -> int:
        """Return the reason code for an action that `legal` does not list; 0 for the general reason."""

    def deadline(self, s: State, /) -> int:
        """Return the match time in ms at which the clock acts; -1 while no deadline runs."""

    def scores(self, s: State, out: Any, /) -> None:
        """Write every seat's points as the rulebook counts them."""

    def returns(self, s: State, out: Any, /) -> None:
        """Write every seat's utility at the end, zero-sum (see `seats.highest_wins`)."""

    def pieces(self, s: State, out: Any, /) -> None:
        """Add the number of pieces of every kind, wherever they lie. The sums never change during a match."""


@runtime_checkable
class KnowledgeModule(Protocol):
    """Room `knowledge`: what a seat knows, for programs."""

    @property
    def OBSERVATION_SIZE(self) -> int:
        """Length of the observation tensor."""

    def observe(self, s: State, seat: int, out: Any, /) -> None:
        """Write the seat's observation as integers (int16)."""

    def resample(self, s: State, seat: int, g: Any, /) -> None:
        """Redraw everything that the seat cannot know, future chance included, from the generator `g`."""


@runtime_checkable
class ViewModule(Protocol):
    """Room `view`: what a seat knows, for people."""

    @property
    def View(self) -> type:
        """The type of views: a frozen msgspec.Struct."""

    @property
    def REFUSAL_SENTENCES(self) -> Mapping[int, str]:
        """Sentence for every reason code of the game."""

    @property
    def TEMPLATES(self) -> Mapping[str, str]:
        """Templates of the narration by code (see `core.views.narration`)."""

    def build_view(self, s: State, seat: int, /) -> SeatView:
        """Return the view of a seat or of SPECTATOR, built field by field (allow-list).

        With the decorator `@reads_record` it takes a `core.views.record_reader.RecordReader` instead of the record.
        Then one read of the record serves all viewers, which is several times as fast.
        """

    def describe_action(self, view: SeatView, action: int, /) -> str:
        """Return an action in words, for the seat that may choose it."""

    def narrate(self, before: SeatView, seat: int, action: int, after: SeatView, /) -> Narration:
        """Return what a move did, from the viewer's own two views only."""

    def is_public(self, action: int, /) -> bool:
        """Return whether every viewer may learn that this action was chosen."""

    def draw_screen(self, view: SeatView, /) -> str:
        """Return the view as text, at most 80 columns wide."""

    def write_action(self, action: int, /) -> str:
        """Return the notation of an action: short text without spaces."""

    def read_action(self, text: str, /) -> int:
        """Return the action of a notation; raise BadNotation if there is none."""


# What the rules, knowledge and view rooms may offer besides


@runtime_checkable
class RandomActionSampler(Protocol):
    """In `rules`: uniform sampling without listing every legal action."""

    def random_action(self, s: State, seat: int, q: Any, buffer: Any, /) -> int:
        """Return a uniformly random legal action by the fast generator `q`."""


@runtime_checkable
class OffTurnRefusal(Protocol):
    """In `rules`: why a seat may not act now, instead of the general "It is not your turn."."""

    def off_turn_refusal(self, s: State, seat: int, /) -> int:
        """Return the reason code of the refusal for a seat that is not in `to_act`."""


@runtime_checkable
class TeamChoice(Protocol):
    """In `rules`: teams that the seats choose before the match. A team is a number, the index of its name."""

    @property
    def TEAM_NAMES(self) -> tuple[str, ...]: ...

    @property
    def TEAM_COLOURS(self) -> tuple[str, ...]:
        """Colour of every team as #rrggbb. It replaces the players' own colours."""

    def teams_of_seats(self, options: Any, seats: int, /) -> tuple[int, ...]:
        """Return the team of every seat by the options."""

    def options_with_teams(self, options: Any, teams: Sequence[int], /) -> Any:
        """Return the options with these teams of the seats."""

    def split_refusal(self, teams: Sequence[int], /) -> str | None:
        """Return why a match cannot begin with these teams of the seats, in one sentence; None if it can."""


@runtime_checkable
class ObservationFields(Protocol):
    """In `knowledge`: names and bounds for the numbers of an observation."""

    @property
    def FIELDS(self) -> tuple[ObservationField, ...]: ...

    @property
    def OMITTED_FIELDS(self) -> Mapping[str, str]:
        """Fields of the record that a view shows and an observation does not, each with the reason."""


@runtime_checkable
class PublicHistory(Protocol):
    """In `knowledge`: events that all players saw and the record does not keep, for bots."""

    def public_history(self, match: Match, /) -> np.ndarray[Any, Any]:
        """Return public events as integers, from `match.known_history`, `match.moves` and the record.

        It must be the same for every determinization of the match.
        """


@runtime_checkable
class Previews(Protocol):
    """In `view`: what a move would lead to, for clients that hold no rules."""

    @property
    def Preview(self) -> type:
        """The type of previews: a frozen msgspec.Struct."""

    def preview(self, match: Match, seat: int, action: int, /) -> Any:
        """Return the Preview of a legal action of the seat; None for an action that needs none.

        The match is a determinization for the seat. So it holds no secret, and it may be changed.
        """


@runtime_checkable
class OfferedActions(Protocol):
    """In `view`: which legal actions clients and bots list. The rules accept the others, too."""

    def offered_actions(self, states: Any, actions: list[int], /) -> list[int]:
        """Return those of a seat's legal actions that are worth listing; `states` holds the record."""


@runtime_checkable
class OffTurnReasons(Protocol):
    """In `view`: why a seat that cannot act may not make this action, instead of "It is not your turn."."""

    def off_turn_reason(self, states: Any, seat: int, action: int, /) -> int:
        """Return the reason code; NOT_YOUR_TURN where there is no better one. `states` holds the record."""


# Optional parts


@runtime_checkable
class PlayerDependentOptions(Protocol):
    """A class `Options` of the room `state` with defaults that depend on who plays."""

    def for_players(self, *, with_bots: bool) -> BaseOptions:
        """Return the options with such defaults decided. `with_bots` says whether a bot has a seat at the start."""


# Optional rooms


@runtime_checkable
class DeckModule(Protocol):
    """Room `deck` of a game with `has_deck`: reading and drawing deck files."""

    @property
    def HOUSE_DECK_FILE(self) -> str:
        """File name of the house deck in the room's folder."""

    def read(self, table: dict[str, Any], text: str, /) -> list[int]:
        """Return the deck as integers, always the same count.

        Raise BadDeck with what is wrong, and the path of the value as `at`.
        """

    def card_pictures(self, numbers: tuple[int, ...], /) -> Iterator[tuple[str, str]]:
        """Yield every card as a file name without ending and an SVG picture."""


@runtime_checkable
class CardTexts(Protocol):
    """In `deck`: every card as text, for `dottable deck show`."""

    def card_texts(self, numbers: tuple[int, ...], /) -> Iterator[CardText]:
        """Yield every different card of a deck in the order of its file, with everything printed on it."""


@runtime_checkable
class DeckWarnings(Protocol):
    """In `deck`: what is allowed in a deck and may still be a mistake."""

    def find_warnings(self, table: dict[str, Any], /) -> list[DeckWarning]:
        """Return the warnings about a valid deck file."""


@runtime_checkable
class PiecePictures(Protocol):
    """Room `deck` of a game without deck files: pictures of its pieces."""

    def card_pictures(self) -> Iterator[tuple[str, str]]:
        """Yield every piece as a file name without ending and an SVG picture."""


@runtime_checkable
class StatisticsModule(Protocol):
    """Room `lab`: what designers count in a match. It reads the whole state and changes nothing."""

    @property
    def COUNTS(self) -> tuple[Count, ...]: ...

    @property
    def METRICS(self) -> tuple[Metric, ...]: ...

    @property
    def CHARTS(self) -> tuple[Chart, ...]: ...

    @property
    def LOWEST_WINS(self) -> bool:
        """Whether few points are better than many."""

    def opening_seat(self, s: State, /) -> int:
        """Return the seat with the first turn of a match that has just been set up; -1 if there are no turns."""

    def count_before(self, s: State, seat: int, action: int, counts: Any, /) -> None:
        """Count what a move will do, from the state before it. `seat` may be CLOCK."""

    def count_after(self, s: State, seat: int, action: int, counts: Any, /) -> None:
        """Count what a move has done, from the state after it, the end of a round or match included."""


@runtime_checkable
class Teams(Protocol):
    """In `lab`: seats that win together."""

    def side(self, s: State, seat: int, /) -> int:
        """Return the number of the seat's team."""


@runtime_checkable
class TuningModule(Protocol):
    """In `lab`: how decks are generated, and the targets for a good one."""

    @property
    def HOUSE_SEED(self) -> int: ...

    @property
    def KNOBS(self) -> tuple[Knob, ...]: ...

    @property
    def TARGETS(self) -> tuple[Target, ...]: ...

    def make_deck_text(self, seed: int, knobs: Mapping[str, int], /) -> str:
        """Return a deck as the text of a TOML file; the same seed and knobs give the same text."""


@runtime_checkable
class DeckVariation(Protocol):
    """Optional part of `lab`: the steps of `dottable deck tune --climb`."""

    def vary_deck(self, seed: int, knobs: Mapping[str, int], rng: Random, /) -> tuple[int, dict[str, int]]:
        """Return the seed and the knobs of a deck that is similar to a given one."""
