"""The result of a match in sentences."""

from __future__ import annotations

from dottable.core.views.narration import capitalized, names_for
from dottable.table.viewers.snapshots import MatchResult
from dottable.terminal.match.table_state import TableState

END_CAUSES = {
    "idle": "Nobody acted for too long, so the server closed the table.",
    "rules_changed": "The rules changed, so the server closed the table.",
    "operator": "The operator of the server closed the table.",
}


def outcome_sentence(state: TableState, result: MatchResult) -> str:
    """Return a sentence that says who won. A win of the player's whole team does not count as shared."""
    if result.reason != "finished":
        return END_CAUSES.get(result.cause or "", "The table was closed without a result.")
    winners = result.winners
    if state.you is None or state.you not in winners:
        winners_win = winners_sentence(state, winners)
        return winners_win if state.you is None else f"You lose. {winners_win}"
    if len(winners) == 1:
        return "You win!"
    return "Your team wins!" if is_one_team(state, winners) else "You share the win."


def winners_sentence(state: TableState, winners: tuple[int, ...]) -> str:
    """Return a sentence that names other winners: a player by name, a team of several players by its colour."""
    if len(winners) > 1 and is_one_team(state, winners):
        return f"Team {capitalized(state.seats[winners[0]].team or '')} wins."
    names = capitalized(names_for(state.viewer, winners, state.name_of))
    return f"{names} {'wins' if len(winners) == 1 else 'win'}."


def is_one_team(state: TableState, winners: tuple[int, ...]) -> bool:
    """Return whether all winners belong to one team."""
    teams = {state.seats[seat].team for seat in winners}
    return len(teams) == 1 and None not in teams


def result_lines(state: TableState) -> list[str]:
    """Return lines with the outcome and every player's points."""
    if state.result is None:
        return []
    width = max(map(len, state.names), default=0)
    points = zip(state.names, state.result.scores, strict=False)
    return [outcome_sentence(state, state.result), *(f"  {name:<{width}}  {score}" for name, score in points)]
