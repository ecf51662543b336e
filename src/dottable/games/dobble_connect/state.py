"""The options, the state record and the action space of Dobble Connect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta

from dottable.core import options
from dottable.core.errors import BadOption
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, i2, i4, i8, record, u1
from dottable.core.primitives.rule import rule
from dottable.games.dobble_connect.pieces import (
    CARD_COUNT,
    COLOUR_CARD_COUNT,
    COLOURS,
    KIND_LETTERS,
    MAX_TEAMS,
    SIDE_COUNT,
    START_CARD_COUNT,
    SYMBOLS_PER_CARD,
)

SEATS = 8
MAX_SPOTS = COLOUR_CARD_COUNT + 1
"""Maximum number of cards on the table: one starting card and all coloured cards.

Spots are numbered in the order in which cards are laid. The starting card lies on spot 0.
"""
MAX_GIFTS = 12
"""Maximum number of cards that change teams between two rounds: four from each of three teams."""

PLAYING, ROUND_OVER, OVER = range(3)
NOBODY = -1
NO_NEIGHBOUR = -1

MIN_TEAMS = 2
MAX_TEAM_SIZE = 3
"""Maximum number of players in a team (E3)."""
TEAM_LETTERS = KIND_LETTERS[:MAX_TEAMS]
RULEBOOK_TEAMS_OPTION = "rulebook"
TEAM_CHOICES = ("2", "3", "4", RULEBOOK_TEAMS_OPTION)
"""Named values of the option `teams`, in the order of their numbers. Any other value has one letter per seat."""
FIRST_CHOSEN_TEAMS_NUMBER = len(TEAM_CHOICES)
"""Number that the option `teams` has in the record if every seat has chosen its team."""
BITS_PER_TEAM = 2
"""Number of bits for the team of one seat in the settings."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    teams: Annotated[
        str,
        Meta(
            pattern=f"^(2|3|4|rulebook|[{TEAM_LETTERS}]{{2,{SEATS}}})$",
            description="Number of teams; seats join them in turn, and players can choose another team before the "
            "start. Or the colour of every seat: PPPO is three pink players against an orange one (E3).",
            extra_json_schema={
                "choices": TEAM_CHOICES,
                "form": f"one colour letter ({', '.join(TEAM_LETTERS)}) for each seat, like PPPO",
            },
        ),
    ] = RULEBOOK_TEAMS_OPTION
    points: Annotated[
        int,
        Meta(ge=0, le=5, description="Points to win; 0 = by the rulebook: 5, 4 or 3 with 2, 3 or 4 teams (E12)."),
    ] = 0
    lock_seconds: Annotated[
        int, Meta(ge=0, le=10, description="Seconds that a player waits after naming a wrong symbol (E7).")
    ] = 3

    def encode_text(self, value: str) -> int:
        """Return `teams` as a number: the index of a named value, or chosen teams from FIRST_CHOSEN_TEAMS_NUMBER on.

        The chosen teams take BITS_PER_TEAM bits per seat.
        """
        if value in TEAM_CHOICES:
            return TEAM_CHOICES.index(value)
        colours = [TEAM_LETTERS.index(letter) for letter in value]
        return FIRST_CHOSEN_TEAMS_NUMBER + sum(colour << BITS_PER_TEAM * seat for seat, colour in enumerate(colours))

    def check_seats(self, seats: int) -> None:
        """Raise BadOption if the option `teams` is not a split of these seats that E3 allows."""
        if self.teams in TEAM_CHOICES:
            return
        if len(self.teams) != seats:
            raise BadOption(f"teams={self.teams} has {len(self.teams)} letters for {seats} seats. Write one per seat.")
        refusal = team_split_refusal([TEAM_LETTERS.index(letter) for letter in self.teams])
        if refusal:
            raise BadOption(f"teams={self.teams}: {refusal}")


def team_split_refusal(teams: Sequence[int]) -> str | None:
    """Return a sentence that says why E3 does not allow these teams of the seats; None if it does."""
    sizes = Counter(teams)
    if len(sizes) < MIN_TEAMS:
        return f"All players are in team {COLOURS[teams[0]]}. There must be at least {MIN_TEAMS} teams."
    for team, size in sorted(sizes.items()):
        if size > MAX_TEAM_SIZE:
            return f"Team {COLOURS[team]} has {size} players. A team has at most {MAX_TEAM_SIZE}."
    return None


STATE = record(
    teams_choice=i1,
    points_choice=i1,
    teams=i1,
    goal=i1,
    phase=i1,
    dealer=i1,
    scorer=i1,
    locked_until=(i8, SEATS),
    lock_ms=i4,
    wrong=i2,
    round_number=i2,
    active=u1,
    locked=u1,
    starts_taken=i1,
    received_count=i1,
    placed=i1,
    points=(i1, MAX_TEAMS),
    team=(i1, SEATS),
    pool_left=(i1, MAX_TEAMS),
    pack_left=(i1, SEATS),
    top=(i1, SEATS),
    holding=(i1, MAX_TEAMS),
    starts=(i1, START_CARD_COUNT),
    received=(i1, MAX_GIFTS),
    givers=(i1, MAX_GIFTS),
    card=(i1, MAX_SPOTS),
    q=(i1, MAX_SPOTS),
    r=(i1, MAX_SPOTS),
    neighbour=(i1, MAX_SPOTS * SIDE_COUNT),
    pool=(i1, (MAX_TEAMS, COLOUR_CARD_COUNT)),
    symbols=(u1, (CARD_COUNT, SYMBOLS_PER_CARD)),
)
"""Fields that need an explanation:

- A team's number is that of its colour. `teams` counts those with players; `teams_choice` is the option behind it.
- `pool` holds the face-down cards of each team. All players can know which cards these are, but not their order or
  whose pack they are in. So it is a set, and turning up a card picks one at random.
- `holding` counts the players of a team with a top card.
- `active` is the bit mask of seats with a top card; `locked` those of them that wait after a wrong claim.
- The first `starts_taken` of `starts` have been in the centre; the last of them lies there now.
- `neighbour` is the spot at every side of every spot, NO_NEIGHBOUR if there is none.
"""

ACTIONS = ActionSpace(claim=(MAX_SPOTS, SIDE_COUNT, SYMBOLS_PER_CARD), deal=(), unlock=())
"""A claim lays the seat's top card at a side of the card on a spot.

It names a symbol by its position on the top card.
"""
DEAL = ACTIONS.first_action("deal")
UNLOCK_EXPIRED = ACTIONS.first_action("unlock")
CLAIMS_PER_SPOT = SIDE_COUNT * SYMBOLS_PER_CARD


@rule
def spot_of(action: int) -> int:
    """Return the spot (a card on the table) at which a claim lays the next card."""
    return action // CLAIMS_PER_SPOT


@rule
def edge_of(action: int) -> int:
    """Return the spot and side of a claim, as an index into `neighbour`."""
    return action // SYMBOLS_PER_CARD


@rule
def claimed_symbol(s: Any, seat: int, action: int) -> int:
    """Return the symbol that a claim names."""
    return s.symbols[s.top[seat], action % SYMBOLS_PER_CARD]


@rule
def has_symbol(s: Any, card: int, symbol: int) -> bool:
    """Return whether a card shows a symbol."""
    found = 0
    for k in range(SYMBOLS_PER_CARD):
        found |= s.symbols[card, k] == symbol
    return found != 0
