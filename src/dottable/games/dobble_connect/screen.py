"""The table as text, at most 80 columns wide: teams, players, a map of the table, and the cards on it."""

from __future__ import annotations

from textwrap import wrap

from dottable.core.wording import name_of
from dottable.games.dobble_connect.pieces import DIRECTIONS, STEP_Q, STEP_R
from dottable.games.dobble_connect.view import PLAYING_WORD, Card, Spot, Team, View, joined, outcome

WIDTH = 80
CELL = 4
"""Columns from one hexagon to the next of its row; each row is shifted by half of it."""
CELLS_SHOWN = WIDTH // CELL
TITLE = "Dobble Connect"
UNBROKEN = "\0"
LEGEND = "P pink   O orange   G green   B blue   S start   · free"
NO_ROOM = "The map is wider than this screen; the cards around the last one are shown."


def draw(view: View) -> str:
    """The whole table as the viewer sees it."""
    lines = [headline(view), "", *(team_line(view, team) for team in view.teams), ""]
    for seat in range(view.seats):
        lines += player_lines(view, seat)
    lines += ["", *map_lines(view), "", LEGEND, ""]
    for number, spot in enumerate(view.table):
        if spot.free:
            lines += card_lines(f"{spot.card.letter}{number}", spot.card)
    return "\n".join(line.rstrip() for line in lines)


def headline(view: View) -> str:
    """The title, and how the match stands."""
    news = f"Round {view.round}, first to {view.goal}"
    if view.winners:
        names = [name_of(view.seat, seat) for seat in view.winners]
        verb = "win" if len(names) > 1 or names[0] == "You" else "wins"
        news = f"{joined(names)} {verb}"
    elif view.phase != PLAYING_WORD:
        news = outcome(view).strip()
    return f"{TITLE}{news:>{WIDTH - len(TITLE)}}" if len(news) < WIDTH - len(TITLE) else f"{TITLE}\n{news}"


def team_line(view: View, team: Team) -> str:
    names = joined([name_of(view.seat, seat) for seat in team.seats])
    points = f"{team.points} point{'' if team.points == 1 else 's'}"
    return f"{team.letter} {team.colour:<7}{points:<9} {len(team.face_down):>2} face down  {names}"


def player_lines(view: View, seat: int) -> list[str]:
    """A player's cards; the symbols on the viewer's own are numbered, as a claim needs them."""
    player = view.players[seat]
    name = name_of(view.seat, seat)
    if player.top is None:
        return [f"{name}: no card left"]
    lock = ", waits" if player.locked_until_ms is not None else ""
    head = f"{name}: {player.top.letter} {player.top.name} and {player.pack_left} more{lock}"
    return [head, *card_lines("    ", player.top, numbered=True)] if seat == view.seat else [head]


def card_lines(head: str, card: Card, *, numbered: bool = False) -> list[str]:
    """A card's symbols behind a heading, wrapped to the width of the screen; no name is broken."""
    names = [name.replace(" ", UNBROKEN) for name in card.symbols]
    if numbered:
        names = [f"{k + 1}{UNBROKEN}{name}" for k, name in enumerate(names)]
    head = f"{head:<4}"
    lines = wrap(", ".join(names), WIDTH - len(head), break_long_words=False, break_on_hyphens=False)
    heads = [head, *[" " * len(head)] * (len(lines) - 1)]
    return [f"{head}{line}".replace(UNBROKEN, " ") for head, line in zip(heads, lines, strict=True)]


def map_lines(view: View) -> list[str]:
    """Every card as letter and spot, every free place as a dot."""
    cells = dict.fromkeys(free_places(view.table), " ·")
    cells |= {(spot.q, spot.r): f"{spot.card.letter}{k}" for k, spot in enumerate(view.table)}
    columns = {(q, r): CELL * q + CELL // 2 * r for q, r in cells}
    left, right = min(columns.values()), max(columns.values())
    notes = []
    if right - left >= WIDTH - CELL:
        last = view.table[-1]
        middle = CELL * last.q + CELL // 2 * last.r
        left = middle - CELL // 2 * (CELLS_SHOWN - 1)
        notes = [NO_ROOM]
    rows = sorted({r for _, r in cells})
    return [*(map_row(cells, columns, row, left) for row in rows), *notes]


def free_places(table: tuple[Spot, ...]) -> set[tuple[int, int]]:
    return {
        (spot.q + int(STEP_Q[side]), spot.r + int(STEP_R[side]))
        for spot in table
        for side, name in enumerate(DIRECTIONS)
        if name in spot.free
    }


def map_row(cells: dict[tuple[int, int], str], columns: dict[tuple[int, int], int], row: int, left: int) -> str:
    line = ""
    for place in sorted(place for place in cells if place[1] == row):
        at = columns[place] - left
        if 0 <= at <= WIDTH - CELL:
            line = line.ljust(at) + cells[place]
    return line
