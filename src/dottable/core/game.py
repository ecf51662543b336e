"""A game: what a package exports as `GAME`, and the contract its modules keep.

Only the description is loaded at first; rules and all that need Numba come when asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from dottable.core.errors import BadSeats

if TYPE_CHECKING:
    import numpy as np

    from dottable.core.actions import ActionSpace
    from dottable.core.decks import Deck, DeckModule
    from dottable.core.match import Match
    from dottable.core.observation import Field
    from dottable.core.options import Options
    from dottable.core.tally import Chart, Count, Figure
    from dottable.core.tuning import Knob, Target

State = Any
"""The record of a match, as rules take it."""
View = Any
"""What one seat may know: a frozen msgspec.Struct of the game's own."""


class StateModule(Protocol):
    """`state.py`: options, the record and the action space."""

    Options: type[Options]
    STATE: np.dtype[Any]
    ACTIONS: ActionSpace


class Rules(Protocol):
    """`rules.py`: compiled functions over the record, the only place where legality is decided.

    A game with very many actions may add `random_action(s, seat, q, buffer)`, which draws one
    uniformly by the quick generator `q` without listing them all. A game in which "it is not your
    turn" would be the wrong words may add `why_wait(s, seat)`, the reason code for a seat that the
    match does not wait for.
    """

    def setup(self, s: State, settings: Any, /) -> None:
        """Begin a match in a zeroed record whose `rng` and `seats` are set."""

    def to_act(self, s: State, /) -> int:
        """The set of seats the match waits for, CLOCK if a deadline runs; empty when it is over."""

    def legal(self, s: State, seat: int, out: Any, /) -> int:
        """Write the seat's legal actions in ascending order and return how many there are.

        A seat the match does not wait for may have some too: an interjection.
        """

    def play(self, s: State, seat: int, action: int, at_ms: int, /) -> None:
        """Carry out an action that `legal` lists."""

    def why_not(self, s: State, seat: int, action: int, /) -> int:
        """The reason code for an action that `legal` does not list; 0 if there is no special one."""

    def deadline(self, s: State, /) -> int:
        """When the clock moves, in ms; -1 while no deadline runs."""

    def scores(self, s: State, out: Any, /) -> None:
        """Write every seat's points as the rulebook counts them."""

    def returns(self, s: State, out: Any, /) -> None:
        """Write every seat's utility at the end, zero-sum (see `seats.highest_wins`)."""

    def pieces(self, s: State, out: Any, /) -> None:
        """Add up every piece wherever it lies; the counts never change during a match."""

    PIECES: int
    """How many kinds of piece `pieces` counts."""


class Knowledge(Protocol):
    """`knowledge.py`: what a seat knows, for machines."""

    OBSERVATION: int
    """The length of the tensor."""

    def observe(self, s: State, seat: int, out: Any, /) -> None:
        """Write what the seat knows as whole numbers (int16)."""

    def resample(self, s: State, seat: int, g: Any, /) -> None:
        """Redraw all that the seat cannot know from `g`, chance included."""


class ViewModule(Protocol):
    """`view.py`: what a seat knows, for people."""

    REASONS: Mapping[int, str]

    def look(self, s: State, seat: int, /) -> View:
        """The view of a seat or of SPECTATOR, built field by field.

        Decorated with `@at_a_glance` it gets a `core.glance.Glance` instead of the record: plain numbers
        and tuples, read once for all who look at the same moment, several times as fast.
        """

    def words(self, view: View, action: int, /) -> str:
        """An action in words, for the seat that may choose it."""

    def narrate(self, before: View, seat: int, action: int, after: View, /) -> str:
        """What a move did, as the viewer saw it; made from the viewer's own two views only."""

    def is_open(self, action: int, /) -> bool:
        """Whether everybody may learn that the action was chosen, and not only whoever chose it."""


class Screen(Protocol):
    """`screen.py`: a view as text."""

    def draw(self, view: View, /) -> str:
        """The whole table as the viewer sees it."""


class Policy(Protocol):
    """`policy.py`, optional: advice on playing well, never a rule. Bots work without it, but play worse.

    Every function reads only what the acting seat may know, so that advice is the same in every
    state that the seat cannot tell from the true one. Besides `greedy` all is optional:

    - `keen(s, seat, q, buffer) -> int`: a stronger `greedy` at about its cost, for searches to start from and play on.
    - `shortlist(s, seat, q, buffer, out) -> int`: the actions worth a thought, best first, at least one.
    - `stage(s) -> int`: counts rounds or hands; a search looks no further than to the end of the present one.
    - `outlook(s, out)`: every seat's expected return when a stage has just ended and the match goes on.
    - `midway(s, buffer, out)`: the same in the middle of a stage, where a search runs out of patience.
    - `worth(s, out)`: what a finished match is worth to a search, if more than who won (say, by how much).
    - `sight(s, seat) -> int`: what chance has just shown the acting seat, as a number: choices made after
      different sights are kept apart.
    - `dreams(s, seat) -> int`, `likeness(s, seat, buffer) -> float`: a search imagines so many states and takes
      the likeliest: other players' hidden cards are better than chance, for they have been choosing them.
    - `POOL`, `stir(s, seat, g)`: so many states are imagined once a move and drawn by weight instead, `likeness` being
      the logarithm of it; `stir` then redraws only the luck to come.
    - `guess(states, pool, notes, likelihoods, g, count, seat, buffer) -> bool`: fills the pool in another way than one
      by one, say by following what others did, or says that it cannot. `states[0]` is what the seat knows, the three
      after it are free to use, and so are `SCENES` states at the end of the pool and rows and columns of numbers,
      `NOTES`.
    - `DEPTH`: how far the tree of a search grows; 1 compares first moves and plays on by the policies.
    - `forget(s, seat, capacity)`: take from the seat all but about `capacity` of the things it remembers.
    - `LEVELS`: the mix of policy, budget, noise, memory and tempo by the name of a level (`bots/levels.py`).
    """

    def greedy(self, s: State, seat: int, q: Any, buffer: Any, /) -> int:
        """What a sensible person would do: a legal action. `q` breaks ties, `buffer` has room for `legal`."""


class Previews(Protocol):
    """`preview.py`, optional: what a move would lead to, for clients that know no rule."""

    Preview: type
    """A frozen msgspec.Struct of the game's own."""

    def preview(self, match: Match, seat: int, action: int, /) -> Any:
        """A Preview of a legal action of the seat; None for an action that needs none.

        The match is imagined: it agrees with all that the seat knows, what is hidden is redrawn. So nothing
        secret can be told, and the match may be changed.
        """


class Observation(Protocol):
    """`observation.py`, optional: names for the numbers that `knowledge.observe` writes."""

    FIELDS: tuple[Field, ...]
    LEFT_OUT: Mapping[str, str]
    """What a view shows and an observation does not, by field of the record, and why."""


class Tally(Protocol):
    """`tally.py`, optional: what designers want to see counted. It reads the whole state and changes nothing.

    A game with teams adds `side(s, seat) -> int`, a number for those who win together.
    """

    COUNTS: tuple[Count, ...]
    FIGURES: tuple[Figure, ...]
    CHARTS: tuple[Chart, ...]
    LOWEST_WINS: bool
    """Whether few points are better than many."""

    def opener(self, s: State, /) -> int:
        """Who has the first turn of a match that has just been set up; -1 if there are no turns."""

    def before(self, s: State, seat: int, action: int, tally: Any, /) -> None:
        """Count what a move will do, from the state before it. `seat` may be CLOCK."""

    def after(self, s: State, seat: int, action: int, tally: Any, /) -> None:
        """Count what a move has done, from the state after it; also the end of a round, hand or match."""


class Tuning(Protocol):
    """`tuning.py`, optional: how decks are made, and what a good one comes to."""

    HOUSE_SEED: int
    KNOBS: tuple[Knob, ...]
    TARGETS: tuple[Target, ...]

    def make(self, seed: int, knobs: Mapping[str, int], /) -> str:
        """A deck as the text of a TOML file, always the same for the same seed and knobs."""


class Notation(Protocol):
    """`notation.py`: actions as short text without spaces."""

    def write(self, action: int, /) -> str: ...

    def read(self, text: str, /) -> int:
        """The action of a text; BadNotation if there is none."""


@dataclass(frozen=True)
class Game:
    """The description of a game and the way to its modules."""

    package: str
    title: str
    summary: str
    min_seats: int
    max_seats: int
    max_steps: int
    """No match takes more actions than this."""
    rules_version: int = 1
    """Counts up whenever the same log could lead to another state."""
    has_deck: bool = False
    """Whether the pieces come from a deck file (`deck.py`)."""
    has_secrets: bool = True
    """Whether seats know different things; if so, resampling has to change something."""
    races: tuple[str, ...] = ()
    """The verbs of actions for which several seats compete, where only the first one gets it."""
    slug: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "slug", self.package.rpartition(".")[2])

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{self.package}.{name}")

    def _has(self, name: str) -> bool:
        return (self.folder / f"{name}.py").exists()

    @cached_property
    def state(self) -> StateModule:
        return cast("StateModule", self._module("state"))

    @cached_property
    def rules(self) -> Rules:
        return cast("Rules", self._module("rules"))

    @cached_property
    def knowledge(self) -> Knowledge:
        return cast("Knowledge", self._module("knowledge"))

    @cached_property
    def view(self) -> ViewModule:
        return cast("ViewModule", self._module("view"))

    @cached_property
    def screen(self) -> Screen:
        return cast("Screen", self._module("screen"))

    @cached_property
    def policy(self) -> Policy | None:
        """Advice on playing well, if the package has any."""
        return cast("Policy", self._module("policy")) if self._has("policy") else None

    @cached_property
    def previews(self) -> Previews | None:
        """What moves would lead to, if the package can say."""
        return cast("Previews", self._module("preview")) if self._has("preview") else None

    @cached_property
    def observation(self) -> Observation | None:
        """The fields of an observation, if the package names them."""
        return cast("Observation", self._module("observation")) if self._has("observation") else None

    @cached_property
    def tally(self) -> Tally | None:
        """What is counted in a match, if the package says so."""
        return cast("Tally", self._module("tally")) if self._has("tally") else None

    @cached_property
    def tuning(self) -> Tuning | None:
        """How decks are made and judged, if the package can say."""
        return cast("Tuning", self._module("tuning")) if self._has("tuning") else None

    @cached_property
    def notation(self) -> Notation:
        return cast("Notation", self._module("notation"))

    @cached_property
    def deck(self) -> DeckModule:
        return cast("DeckModule", self._module("deck"))

    @cached_property
    def house_deck(self) -> Deck | None:
        """The deck that is played with unless another is given; None for a game without decks."""
        from dottable.core.decks import house_deck

        return house_deck(self) if self.has_deck else None

    @cached_property
    def kernels(self) -> Any:
        """The compiled functions that work on arrays of this game's records."""
        from dottable.core.kernels import load_kernels

        return load_kernels(self)

    @property
    def folder(self) -> Path:
        """Where the package's sources are."""
        origin = import_module(self.package).__file__
        assert origin is not None
        return Path(origin).resolve().parent

    @property
    def seat_counts(self) -> range:
        return range(self.min_seats, self.max_seats + 1)

    def check_seats(self, seats: int) -> None:
        """Raise BadSeats unless the game can be played with so many."""
        if seats not in self.seat_counts:
            raise BadSeats(f"{self.title} takes {self.min_seats} to {self.max_seats} seats, not {seats}.")

    def sentence(self, code: int) -> str:
        """The reason behind a code, for people."""
        from dottable.core.refusals import NOT_NOW, SENTENCES

        return SENTENCES.get(code) or self.view.REASONS.get(code) or SENTENCES[NOT_NOW]
