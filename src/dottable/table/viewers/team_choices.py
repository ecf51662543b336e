"""Public information about the teams that players can choose before the match starts."""

from __future__ import annotations

from msgspec import Struct

from dottable.table.table import Table


class TeamOption(Struct, frozen=True):
    """A team that seats can choose."""

    name: str
    colour: str
    """Colour of the team as #rrggbb."""


class TeamsInfo(Struct, frozen=True):
    """Teams that seats can choose before the start. Every seat names its team."""

    choices: tuple[TeamOption, ...]
    refusal: str | None
    """Why the match cannot start with the present teams, in one sentence; None if it can."""


def teams_info(table: Table) -> TeamsInfo | None:
    """Return the teams to choose from; None in a game without such a choice."""
    teams = table.teams
    if not teams.team_names:
        return None
    refusal = teams.start_refusal
    choices = tuple(TeamOption(name, colour) for name, colour in zip(teams.team_names, teams.team_colours, strict=True))
    return TeamsInfo(choices, refusal.sentence if refusal else None)
