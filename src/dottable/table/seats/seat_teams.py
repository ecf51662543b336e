"""The team of each seat, in games where players choose teams before the match starts."""

from __future__ import annotations

from dottable.core.game import Game
from dottable.core.options import Options, format_options
from dottable.table.commands import ChooseTeam
from dottable.table.decisions.command_results import Rejected
from dottable.table.events import Event, TeamChosen
from dottable.table.seats.seating import HOST_ONLY, NO_SUCH_SEAT, NOT_SEATED, EventFields, Seating

NO_TEAMS = Rejected("no-teams", "This game has no teams to choose from.")


class SeatTeams:
    """The chosen team of every seat. Empty in a game in which players do not choose teams."""

    __slots__ = ("_choice", "_is_changed", "_options", "_teams")

    def __init__(self, game: Game, options: Options, seats: int) -> None:
        self._choice = game.team_choice
        self._options = options
        self._teams = list(self._choice.teams_of_seats(options, seats)) if self._choice else []
        self._is_changed = False

    @property
    def team_names(self) -> tuple[str, ...]:
        """The names of all teams that a seat can choose; empty in a game without such a choice."""
        return self._choice.TEAM_NAMES if self._choice else ()

    @property
    def team_colours(self) -> tuple[str, ...]:
        """The colours of all teams as #rrggbb, in the order of `names`."""
        return self._choice.TEAM_COLOURS if self._choice else ()

    def colour_at(self, seat: int) -> str | None:
        """Return the colour of a seat's team as #rrggbb; None in a game without a choice of teams."""
        return self.team_colours[self._teams[seat]] if self._choice else None

    def team_at(self, seat: int) -> str | None:
        """Return the name of a seat's team; None in a game without a choice of teams."""
        return self.team_names[self._teams[seat]] if self._choice else None

    @property
    def start_refusal(self) -> Rejected | None:
        """Why the match cannot start with the present teams (for example an empty team); None if it can."""
        sentence = self._choice.team_split_refusal(self._teams) if self._choice else None
        return None if sentence is None else Rejected("teams", sentence)

    @property
    def match_options(self) -> Options:
        """The game options of the match: those the table was opened with, with the teams chosen since."""
        if self._choice is None or not self._is_changed:
            return self._options
        chosen: Options = self._choice.options_with_teams(self._options, self._teams)
        return chosen

    @property
    def options_text(self) -> str | None:
        """The game options as `name=value` text if a seat changed its team since the table was opened; else None."""
        return format_options(self.match_options) if self._is_changed else None

    def choose_team_event(
        self, seating: Seating, player: str, command: ChooseTeam, fields: EventFields, *, is_host: bool
    ) -> list[Event] | Rejected:
        """Return the event that changes a seat's team, or a rejection.

        Players choose for their own seat, a host for all.
        """
        if self._choice is None:
            return NO_TEAMS
        own = seating.seat_of(player)
        seat = own if command.seat is None else command.seat
        if seat is None:
            return NOT_SEATED
        if seat >= len(seating.holders):
            return NO_SUCH_SEAT
        if seat != own and not is_host:
            return HOST_ONLY
        if command.team not in self.team_names:
            return Rejected("no-such-team", f"There is no team '{command.team}'. Choose {', '.join(self.team_names)}.")
        return [TeamChosen(**fields, seat=seat, team=command.team)]

    def apply_event(self, event: TeamChosen) -> None:
        """Apply a stored event: set the team of its seat."""
        self._teams[event.seat] = self.team_names.index(event.team)
        self._is_changed = True
