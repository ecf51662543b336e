"""The view as text, at most 80 columns wide: teams, players, a map of the table, and the cards on it."""

from __future__ import annotations

from textwrap import wrap

from dottable.core.views.narration import NarrationRenderer, capitalized, join_with_and, name_for, names_for
from dottable.games.dobble_connect.pieces import SIDE_CODES, SIDE_STEP_Q, SIDE_STEP_R
from dottable.games.dobble_connect.view.narration import narrate_round_end
from dottable.games.dobble_connect.view.narration_templates import TEMPLATES
from dottable.games.dobble_connect.view.seat_view import PLAYING_NAME, Spot, SymbolCard, Team, View

SCREEN_WIDTH = 80
CELL_WIDTH = 4
"""Number of columns between two hexagons of a row. Each row is shifted by half of it."""
CELLS_SHOWN = SCREEN_WIDTH // CELL_WIDTH
TITLE = "Dobble Connect"
NON_BREAKING_SPACE = "\0"
"""Character that stands for a space at which `wrap` must not break."""
LEGEND = "P pink   O orange   G green   B blue   S start   · free"
MAP_CUT_OFF_NOTE = "The map is wider than this screen; the cards around the last one are shown."


def draw_screen(view: View) -> str:
    """Return the whole view as text."""
    lines = [headline(view), "", *(team_line(view, team) for team in view.teams), ""]
    for seat in range(view.seats):
        lines += player_lines(view, seat)
    lines += ["", *map_lines(view), "", LEGEND, ""]
    for number, spot in enumerate(view.table):
        if spot.free:
            lines += card_lines(f"{spot.card.letter}{number}", spot.card)
    return "\n".join(line.rstrip() for line in lines)


def headline(view: View) -> str:
    """Return the title with the round and the goal, the end of the round, or the winners."""
    status = f"Round {view.round}, first to {view.goal}"
    if view.winners:
        status = winners_line(view)
    elif view.phase != PLAYING_NAME:
        status = NarrationRenderer(TEMPLATES, view.seat).narration_text(narrate_round_end(view))
    return (
        f"{TITLE}{status:>{SCREEN_WIDTH - len(TITLE)}}"
        if len(status) < SCREEN_WIDTH - len(TITLE)
        else f"{TITLE}\n{status}"
    )


def winners_line(view: View) -> str:
    """Return a line with the winners: a player, a team, or teams that share the win after the last possible round."""
    won = [team for team in view.teams if team.seats[0] in view.winners]
    if len(won) > 1:
        return f"Teams {join_with_and([team.colour.capitalize() for team in won])} share the win"
    if len(won[0].seats) == 1:
        return (
            "You win" if view.winners[0] == view.seat else f"{capitalized(name_for(view.seat, view.winners[0]))} wins"
        )
    return "Your team wins" if view.seat in view.winners else f"Team {won[0].colour.capitalize()} wins"


def team_line(view: View, team: Team) -> str:
    names = capitalized(names_for(view.seat, team.seats))
    points = f"{team.points} point{'' if team.points == 1 else 's'}"
    return f"{team.letter} {team.colour:<7}{points:<9} {len(team.face_down):>2} face down  {names}"


def player_lines(view: View, seat: int) -> list[str]:
    """Return the lines with a player's cards. The viewer's own symbols are numbered, as in claims."""
    player = view.players[seat]
    name = f"{capitalized(name_for(view.seat, seat))} ({player.team})"
    if player.top is None:
        return [f"{name}: no card left"]
    lock = ", waits" if player.locked_until_ms is not None else ""
    head = f"{name}: {player.top.letter} {player.top.name} and {player.pack_left} more{lock}"
    return [head, *card_lines("    ", player.top, numbered=True)] if seat == view.seat else [head]


def card_lines(head: str, card: SymbolCard, *, numbered: bool = False) -> list[str]:
    """Return a heading and the names of a card's symbols as lines that fit the screen. No name is split."""
    names = [name.replace(" ", NON_BREAKING_SPACE) for name in card.symbols]
    if numbered:
        names = [f"{k + 1}{NON_BREAKING_SPACE}{name}" for k, name in enumerate(names)]
    head = f"{head:<4}"
    lines = wrap(", ".join(names), SCREEN_WIDTH - len(head), break_long_words=False, break_on_hyphens=False)
    heads = [head, *[" " * len(head)] * (len(lines) - 1)]
    return [f"{head}{line}".replace(NON_BREAKING_SPACE, " ") for head, line in zip(heads, lines, strict=True)]


def map_lines(view: View) -> list[str]:
    """Return the map as lines, with letter and spot for every card and a dot for every free hexagon."""
    cells = dict.fromkeys(free_places(view.table), " ·")
    cells |= {(spot.q, spot.r): f"{spot.card.letter}{k}" for k, spot in enumerate(view.table)}
    columns = {(q, r): CELL_WIDTH * q + CELL_WIDTH // 2 * r for q, r in cells}
    left, right = min(columns.values()), max(columns.values())
    notes = []
    if right - left >= SCREEN_WIDTH - CELL_WIDTH:
        last = view.table[-1]
        middle = CELL_WIDTH * last.q + CELL_WIDTH // 2 * last.r
        left = middle - CELL_WIDTH // 2 * (CELLS_SHOWN - 1)
        notes = [MAP_CUT_OFF_NOTE]
    rows = sorted({r for _, r in cells})
    return [*(map_row(cells, columns, row, left) for row in rows), *notes]


def free_places(table: tuple[Spot, ...]) -> set[tuple[int, int]]:
    return {
        (spot.q + int(SIDE_STEP_Q[side]), spot.r + int(SIDE_STEP_R[side]))
        for spot in table
        for side, name in enumerate(SIDE_CODES)
        if name in spot.free
    }


def map_row(cells: dict[tuple[int, int], str], columns: dict[tuple[int, int], int], row: int, left: int) -> str:
    line = ""
    for place in sorted(place for place in cells if place[1] == row):
        at = columns[place] - left
        if 0 <= at <= SCREEN_WIDTH - CELL_WIDTH:
            line = line.ljust(at) + cells[place]
    return line
