"""Teams that players choose before the match (E3). Plain Python for the table, not part of the compiled rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from dottable.games.dobble_connect.pieces import COLOURS
from dottable.games.dobble_connect.rules.teams_and_packs import team_count
from dottable.games.dobble_connect.state import TEAM_CHOICES, TEAM_LETTERS, Options
from dottable.games.dobble_connect.state import team_split_refusal as team_split_refusal

TEAM_NAMES = COLOURS
"""Name of every team: its colour."""
TEAM_COLOURS = ("#cf2f6b", "#c05600", "#22793a", "#1c5fb8")
"""Colour of every team in lists of players; the same as on the borders of its cards in the web client."""


def teams_of_seats(options: Options, seats: int) -> tuple[int, ...]:
    """Return the team of every seat. If the option `teams` lists no teams, seats join team 0, 1, ... in turn."""
    if options.teams not in TEAM_CHOICES:
        return tuple(TEAM_LETTERS.index(letter) for letter in options.teams)
    teams = int(team_count(seats, TEAM_CHOICES.index(options.teams)))
    return tuple(seat % teams for seat in range(seats))


def options_with_teams(options: Options, teams: Sequence[int]) -> Options:
    """Return the options, changed so that the seats have these teams."""
    return structs.replace(options, teams="".join(TEAM_LETTERS[team] for team in teams))
