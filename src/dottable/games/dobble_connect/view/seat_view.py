"""The view of a seat or a spectator: a Struct built field by field from the record. All viewers see the same table."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.state_record_reader import reads_record
from dottable.games.dobble_connect.pieces import (
    CARD_KINDS,
    CARDS_PER_COLOUR,
    COLOURS,
    KIND_LETTERS,
    MAX_TEAMS,
    NO_CARD,
    SIDE_CODES,
    SIDE_COUNT,
    SYMBOL_NAMES,
    card_name,
)
from dottable.games.dobble_connect.rules import flow as rules
from dottable.games.dobble_connect.rules.grid import AXIS_COUNT, CARDS_IN_LINE, run_length
from dottable.games.dobble_connect.state import (
    FIRST_CHOSEN_TEAMS_NUMBER,
    NO_NEIGHBOUR,
    NOBODY,
    OVER,
    PLAYING,
    TEAM_CHOICES,
    TEAM_LETTERS,
    Options,
)

PLAYING_NAME, ROUND_OVER_NAME, OVER_NAME = PHASE_NAMES = ("playing", "round over", "over")
ENDED_BY_LINE, ENDED_BY_PLAYING_OUT, ENDED_BY_WRONG_CLAIMS = "line", "played out", "wrong claims"
"""Possible ways in which a round ends."""


class SymbolCard(Struct, frozen=True):
    """A face-up card. A claim names a symbol by its position in `symbols`."""

    number: int
    name: str
    kind: str
    letter: str
    symbols: tuple[str, ...]


class Spot(Struct, frozen=True):
    """A card on the table, with its axial coordinates and the sides at which a card can be laid."""

    card: SymbolCard
    q: int
    r: int
    free: tuple[str, ...]


class PlayerStatus(Struct, frozen=True):
    """A seat: its team's colour, its top card, the number of cards below, and when its lock ends in ms (E7)."""

    team: str
    top: SymbolCard | None
    pack_left: int
    locked_until_ms: int | None


class Team(Struct, frozen=True):
    """A team. `face_down` lists its face-down cards, sorted by number; their order in the packs is secret."""

    colour: str
    letter: str
    seats: tuple[int, ...]
    points: int
    face_down: tuple[str, ...]


class Gift(Struct, frozen=True):
    """A card that the scoring team received from another team before this round (E9)."""

    card: str
    giver: str


class View(Struct, frozen=True):
    """The table as a seat or a spectator sees it. The starting card lies on spot 0."""

    seat: int
    seats: int
    phase: str
    round: int
    goal: int
    teams: tuple[Team, ...]
    players: tuple[PlayerStatus, ...]
    table: tuple[Spot, ...]
    gifts: tuple[Gift, ...]
    wrong: int
    """Number of wrong claims in this round."""
    dealer: int | None
    """Seat that deals the next round; None during a round."""
    ended_by: str | None
    scorer: str | None
    """Colour of the team that won the round; None during a round, or if no team won."""
    line: tuple[int, ...]
    """Spots of the winning lines."""
    options: Options
    winners: tuple[int, ...]
    """Winning seats; empty until the match is over."""


@reads_record
def build_view(s: Any, seat: int) -> View:
    """Return the view of a seat or of SPECTATOR. Views differ only in `seat`."""
    return structs.replace(s.once_for_all_viewers(build_public_view), seat=seat)


def build_public_view(s: Any) -> View:
    """Return the view of a spectator. It copies only public fields, so other fields stay secret."""
    phase = s.phase
    is_playing = phase == PLAYING
    scorer = None if is_playing or s.scorer == NOBODY else COLOURS[s.scorer]
    return View(
        seat=SPECTATOR,
        seats=s.seats,
        phase=PHASE_NAMES[phase],
        round=s.round_number,
        goal=s.goal,
        teams=team_views(s),
        players=tuple(player_status(s, other) for other in range(s.seats)),
        table=table_spots(s),
        gifts=received_gifts(s),
        wrong=s.wrong,
        dealer=s.dealer if PHASE_NAMES[phase] == ROUND_OVER_NAME else None,
        ended_by=None if is_playing else round_end_reason(s),
        scorer=scorer,
        line=line_spots(s) if scorer else (),
        options=match_options(s.teams_choice, s.team[: s.seats], s.points_choice, s.lock_ms),
        winners=winning_seats(s) if phase == OVER else (),
    )


@lru_cache(64)
def match_options(teams_choice: int, team_of_seat: tuple[int, ...], points: int, lock_ms: int) -> Options:
    """Return the options of a match from the record's fields: teams, points to win and lock time."""
    is_chosen = teams_choice == FIRST_CHOSEN_TEAMS_NUMBER
    teams = "".join(TEAM_LETTERS[team] for team in team_of_seat) if is_chosen else TEAM_CHOICES[teams_choice]
    return Options(teams=teams, points=points, lock_seconds=lock_ms // 1000)


@lru_cache(1024)
def symbol_card(card: int, symbols: tuple[int, ...]) -> SymbolCard:
    kind = card // CARDS_PER_COLOUR
    names = tuple(SYMBOL_NAMES[symbol] for symbol in symbols)
    return SymbolCard(
        number=card, name=card_name(card), kind=CARD_KINDS[kind], letter=KIND_LETTERS[kind], symbols=names
    )


def team_views(s: Any) -> tuple[Team, ...]:
    return tuple(
        Team(
            colour=COLOURS[team],
            letter=KIND_LETTERS[team],
            seats=seats,
            points=s.points[team],
            face_down=face_down_of(s.pool[team][: s.pool_left[team]]),
        )
        for team, seats in enumerate(seats_by_team(s.team[: s.seats]))
        if seats
    )


@lru_cache(1024)
def seats_by_team(team_of_seat: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats of every colour, in the order of the colours."""
    return tuple(tuple(seat for seat, own in enumerate(team_of_seat) if own == team) for team in range(MAX_TEAMS))


@lru_cache(1024)
def face_down_of(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(card_name, sorted(cards)))


def player_status(s: Any, seat: int) -> PlayerStatus:
    """Return the public state of a player: team, top card, cards left in the pack, and the end of a lock."""
    top = s.top[seat]
    return PlayerStatus(
        team=COLOURS[s.team[seat]],
        top=None if top == NO_CARD else symbol_card(top, s.symbols[top]),
        pack_left=s.pack_left[seat],
        locked_until_ms=s.locked_until[seat] if s.locked >> seat & 1 else None,
    )


def table_spots(s: Any) -> tuple[Spot, ...]:
    symbols, neighbours = s.symbols, s.neighbour
    return tuple(
        [
            table_spot(card, symbols[card], q, r, neighbours[spot * SIDE_COUNT : (spot + 1) * SIDE_COUNT])
            for spot, (card, q, r) in enumerate(zip(s.card[: s.placed], s.q, s.r, strict=False))
        ]
    )


@lru_cache(4096)
def table_spot(card: int, symbols: tuple[int, ...], q: int, r: int, neighbours: tuple[int, ...]) -> Spot:
    """Return a card on the table. Cached, because a laid card changes only the spots next to it."""
    free = tuple(side for side, neighbour in zip(SIDE_CODES, neighbours, strict=True) if neighbour == NO_NEIGHBOUR)
    return Spot(card=symbol_card(card, symbols), q=q, r=r, free=free)


def received_gifts(s: Any) -> tuple[Gift, ...]:
    pairs = zip(s.received[: s.received_count], s.givers, strict=False)
    return tuple(Gift(card=card_name(card), giver=COLOURS[giver]) for card, giver in pairs)


def round_end_reason(s: Any) -> str:
    if s.scorer != NOBODY:
        return ENDED_BY_LINE
    return ENDED_BY_WRONG_CLAIMS if s.wrong == rules.MAX_WRONG_CLAIMS else ENDED_BY_PLAYING_OUT


def line_spots(s: Any) -> tuple[int, ...]:
    """Return the spots of all lines that the last card completed (E8)."""
    last, neighbours, record = s.placed - 1, s.neighbour, s.record
    spots = {last}
    for axis in range(AXIS_COUNT):
        sides = {side: int(run_length(record, last, side)) for side in (axis, axis + AXIS_COUNT)}
        if 1 + sum(sides.values()) >= CARDS_IN_LINE:
            for side, count in sides.items():
                spot = last
                for _ in range(count):
                    spot = neighbours[spot * SIDE_COUNT + side]
                    spots.add(spot)
    return tuple(sorted(spots))


def winning_seats(s: Any) -> tuple[int, ...]:
    """Return the seats of the teams with the most points; they win if the match is over."""
    points = [s.points[s.team[seat]] for seat in range(s.seats)]
    return tuple(seat for seat, own in enumerate(points) if own == max(points))
