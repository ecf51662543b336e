"""Protocols for the modules of a game package (`state`, `rules`, `knowledge`, `view`, `deck`, `lab`), except `bot`."""
# ruff: noqa: N802 (a property is named like the constant that it stands for)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from random import Random

    import numpy as np

    from dottable.core.deck_files import CardText, DeckWarning
    from dottable.core.lab.knobs_and_targets import Knob, Target
    from dottable.core.lab.statistics_definitions import Chart, Count, Metric
    from dottable.core.matches.match import Match
    from dottable.core.options import Options as BaseOptions
    from dottable.core.primitives.action_space import ActionSpace
    from dottable.core.views.narration import Narration
    from dottable.core.views.observation_field import ObservationField

State = Any
"""The state record of a match, as compiled rules take it."""
SeatView = Any
"""What one seat may know: a frozen msgspec.Struct that the game defines."""


# Required modules


class StateModule(Protocol):
    """Module `state`: options, the dtype of the state record, and the action space."""

    @property
    def Options(self) -> type[BaseOptions]:
        """The class of the game's options."""

    @property
    def STATE(self) -> np.dtype[Any]:
        """The NumPy dtype of a match's state record."""

    @property
    def ACTIONS(self) -> ActionSpace:
        """All actions of the game, numbered from 0."""


@runtime_checkable
class RulesModule(Protocol):
    """Module `rules`: compiled functions over the state record `s`. Legality is decided nowhere else."""

    @property
    def PIECE_KINDS(self) -> int:
        """Number of kinds of piece that `count_pieces` counts."""

    def setup(self, s: State, settings: Any, /) -> None:
        """Set up a match in a zeroed record whose `rng` and `seats` are set.

        `settings` holds options and deck as integers.
        """

    def to_act(self, s: State, /) -> int:
        """Return the bit mask of seats that may act, with CLOCK while a deadline runs; 0 when the match is over."""

    def legal(self, s: State, seat: int, out: Any, /) -> int:
        """Write the seat's legal actions to `out` in ascending order and return their number.

        A seat that is not in `to_act` may have legal actions too: interjections.
        """

    def play(self, s: State, seat: int, action: int, at_ms: int, /) -> None:
        """Apply an action that `legal` lists, at the match time `at_ms` in milliseconds."""

    def why_not(self, s: State, seat: int, action: int, /) -> int:
        """Return the code of the reason for refusing an action that `legal` does not list; 0 for the general reason."""

    def deadline(self, s: State, /) -> int:
        """Return the match time in milliseconds at which the clock acts; -1 while no deadline runs."""

    def scores(self, s: State, out: Any, /) -> None:
        """Write every seat's points to `out`, as the rulebook counts them."""

    def returns(self, s: State, out: Any, /) -> None:
        """Write every seat's utility at the end, from -1 to 1 and zero-sum, to `out` (see `seats.highest_wins`)."""

    def count_pieces(self, s: State, out: Any, /) -> None:
        """Add the number of pieces of every kind, wherever they lie, to `out`. The sums never change during a match."""


@runtime_checkable
class KnowledgeModule(Protocol):
    """Module `knowledge`: what a seat knows, for programs."""

    @property
    def OBSERVATION_SIZE(self) -> int:
        """Number of integers in an observation."""

    def observe(self, s: State, seat: int, out: Any, /) -> None:
        """Write everything that the seat may know to `out`, as int16 numbers."""

    def resample(self, s: State, seat: int, g: Any, /) -> None:
        """Redraw everything that the seat cannot know, future chance included, with the ChaCha generator `g`."""


@runtime_checkable
class ViewModule(Protocol):
    """Module `view`: what a seat knows, for people."""

    @property
    def View(self) -> type:
        """The game's own class of views, a frozen msgspec.Struct. `build_view` returns its instances."""

    @property
    def REFUSAL_SENTENCES(self) -> Mapping[int, str]:
        """Sentence for a person by reason code of a refused action."""

    @property
    def TEMPLATES(self) -> Mapping[str, str]:
        """Sentence template for every code of a narration message (see `core.views.narration`)."""

    def build_view(self, s: State, seat: int, /) -> SeatView:
        """Return the view of a seat or of SPECTATOR, built field by field (allow-list).

        With the decorator `@reads_record` it takes a RecordReader (`core.views.state_record_reader`) instead of the
        record. One read of the record then serves all viewers, which is several times as fast.
        """

    def describe_action(self, view: SeatView, action: int, /) -> str:
        """Return an action in words, for a list from which the seat's player chooses."""

    def narrate(self, before: SeatView, seat: int, action: int, after: SeatView, /) -> Narration:
        """Return messages that tell a viewer what a move did, from the viewer's own views before and after it."""

    def is_public(self, action: int, /) -> bool:
        """Return whether every viewer may learn that this action was chosen."""

    def draw_screen(self, view: SeatView, /) -> str:
        """Return the view as plain text for a terminal, at most 80 columns wide."""

    def write_action(self, action: int, /) -> str:
        """Return the notation of an action: short text without spaces."""

    def read_action(self, text: str, /) -> int:
        """Return the action that a notation stands for; raise BadNotation if there is none."""


# Optional parts of the modules rules, knowledge and view


@runtime_checkable
class RandomActionSampler(Protocol):
    """Optional part of `rules`: uniform sampling without listing every legal action."""

    def random_action(self, s: State, seat: int, q: Any, buffer: Any, /) -> int:
        """Return a uniformly random legal action of the seat, drawn with the fast generator `q`."""


@runtime_checkable
class OffTurnRefusal(Protocol):
    """Optional part of `rules`: why a seat may not act now, instead of the general "It is not your turn"."""

    def off_turn_refusal(self, s: State, seat: int, /) -> int:
        """Return the reason code of the refusal for a seat that is not in `to_act`."""


@runtime_checkable
class TeamChoice(Protocol):
    """Optional part of `rules`: teams that the seats choose before the match. A team is an index into TEAM_NAMES."""

    @property
    def TEAM_NAMES(self) -> tuple[str, ...]:
        """Name of every team."""

    @property
    def TEAM_COLOURS(self) -> tuple[str, ...]:
        """Colour of every team as #rrggbb. A team's colour replaces the colours that its players chose."""

    def teams_of_seats(self, options: Any, seats: int, /) -> tuple[int, ...]:
        """Return the team index of every seat, as the options say."""

    def options_with_teams(self, options: Any, teams: Sequence[int], /) -> Any:
        """Return a copy of the options in which `teams` holds the team index of every seat."""

    def team_split_refusal(self, teams: Sequence[int], /) -> str | None:
        """Return one sentence why a match cannot begin with these teams (one index per seat); None if it can."""


@runtime_checkable
class ObservationFields(Protocol):
    """Optional part of `knowledge`: names and bounds for the numbers of an observation."""

    @property
    def FIELDS(self) -> tuple[ObservationField, ...]:
        """The fields of an observation, in the order in which `observe` writes them."""

    @property
    def OMITTED_FIELDS(self) -> Mapping[str, str]:
        """Fields of the state record that a view shows and an observation does not, each with the reason."""


@runtime_checkable
class PublicHistory(Protocol):
    """Optional part of `knowledge`: events that all players saw and the state record does not keep, for bots."""

    def public_history(self, match: Match, /) -> np.ndarray[Any, Any]:
        """Return the public events as integers, from `match.known_history`, `match.moves` and the record.

        The result must be the same for every determinization of the match.
        """


@runtime_checkable
class Previews(Protocol):
    """Optional part of `view`: what a move would lead to, for clients that hold no rules."""

    @property
    def Preview(self) -> type:
        """The game's own class of previews, a frozen msgspec.Struct. `preview` returns its instances."""

    def preview(self, match: Match, seat: int, action: int, /) -> Any:
        """Return a Preview of what a legal action of the seat would do; None for an action that needs none.

        The match is a determinized copy for the seat. So it holds no secret, and it may be changed.
        """


@runtime_checkable
class OfferedActions(Protocol):
    """Optional part of `view`: selects the legal actions that clients and bots list.

    The rules accept all legal actions.
    """

    def offered_actions(self, states: Any, actions: list[int], /) -> list[int]:
        """Return those of a seat's legal actions that are worth listing. `states[0]` is the state record."""


@runtime_checkable
class OffTurnReasons(Protocol):
    """Optional part of `view`: why a seat out of turn may not make an action, instead of "It is not your turn"."""

    def off_turn_reason(self, states: Any, seat: int, action: int, /) -> int:
        """Return the reason code for refusing this action; NOT_YOUR_TURN if no other code fits better.

        `states[0]` is the state record.
        """


# Optional parts


@runtime_checkable
class PlayerDependentOptions(Protocol):
    """Optional methods of the class `Options`: defaults that depend on who plays."""

    def for_players(self, *, with_bots: bool) -> BaseOptions:
        """Return options without open defaults. `with_bots` says whether a bot has a seat at the start."""


# Optional modules


@runtime_checkable
class DeckModule(Protocol):
    """Module `deck` of a game whose pieces come from a file (`has_deck`): reading and drawing deck files."""

    @property
    def HOUSE_DECK_FILE(self) -> str:
        """File name, in the folder `deck`, of the deck that comes with the game."""

    def read(self, table: dict[str, Any], text: str, /) -> list[int]:
        """Return the deck as integers, always the same count. `table` is the parsed TOML, `text` its source.

        Raise BadDeck with what is wrong, and the path of the value as `at`.
        """

    def card_pictures(self, numbers: tuple[int, ...], /) -> Iterator[tuple[str, str]]:
        """Yield a file name without ending and an SVG picture for every card of a deck."""


@runtime_checkable
class CardTexts(Protocol):
    """Optional part of `deck`: every card as text, for `dottable deck show`."""

    def card_texts(self, numbers: tuple[int, ...], /) -> Iterator[CardText]:
        """Yield every different card of a deck in the order of its file, with everything printed on it."""


@runtime_checkable
class DeckWarnings(Protocol):
    """Optional part of `deck`: finds what is allowed in a deck and may still be a mistake."""

    def find_warnings(self, table: dict[str, Any], /) -> list[DeckWarning]:
        """Return warnings about the parsed TOML of a valid deck file."""


@runtime_checkable
class PiecePictures(Protocol):
    """Module `deck` of a game without deck files: pictures of its pieces."""

    def card_pictures(self) -> Iterator[tuple[str, str]]:
        """Yield a file name without ending and an SVG picture for every piece."""


@runtime_checkable
class StatisticsModule(Protocol):
    """Module `lab`: what designers count in a match. It reads the whole state and changes nothing."""

    @property
    def COUNTS(self) -> tuple[Count, ...]:
        """The counters, in the order of their numbers in the array `counts`."""

    @property
    def METRICS(self) -> tuple[Metric, ...]:
        """Ratios of counters that a report shows."""

    @property
    def CHARTS(self) -> tuple[Chart, ...]:
        """Charts of counters that a report shows."""

    @property
    def LOWEST_WINS(self) -> bool:
        """Whether the player with the fewest points wins."""

    def opening_seat(self, s: State, /) -> int:
        """Return the seat with the first turn of a match that has just been set up; -1 if there are no turns."""

    def count_before_move(self, s: State, seat: int, action: int, counts: Any, /) -> None:
        """Add to `counts` what a move is about to do, seen in the state before it. `seat` may be CLOCK."""

    def count_after_move(self, s: State, seat: int, action: int, counts: Any, /) -> None:
        """Add to `counts` what a move has done, seen in the state after it, including the end of a round or match."""


@runtime_checkable
class Teams(Protocol):
    """Optional part of `lab`: seats that win together."""

    def team_of_seat(self, s: State, seat: int, /) -> int:
        """Return the team of a seat as a number from 0."""


@runtime_checkable
class TuningModule(Protocol):
    """Optional part of `lab`: how decks are generated, and the targets for a good one."""

    @property
    def HOUSE_SEED(self) -> int:
        """Seed from which the deck that comes with the game was generated."""

    @property
    def KNOBS(self) -> tuple[Knob, ...]:
        """Parameters of the deck generator."""

    @property
    def TARGETS(self) -> tuple[Target, ...]:
        """Ranges in which the metrics of a good deck lie."""

    def make_deck_text(self, seed: int, knobs: Mapping[str, int], /) -> str:
        """Return a generated deck as the text of a TOML file. The same seed and knob values give the same text."""


@runtime_checkable
class DeckVariation(Protocol):
    """Optional part of `lab`: small changes to a deck, for the simulated annealing of `dottable deck tune --climb`."""

    def vary_deck(self, seed: int, knobs: Mapping[str, int], rng: Random, /) -> tuple[int, dict[str, int]]:
        """Return the seed and the knob values of a deck that differs a little from the deck with these arguments."""
