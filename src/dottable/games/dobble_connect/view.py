"""What a seat may know, for people: the view, moves in words, and reasons for refusals.

Nothing is hidden from one seat and open to another: everybody sees the same table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct, structs

from dottable.core.glance import at_a_glance
from dottable.core.seats import SPECTATOR
from dottable.core.wording import does, name_of
from dottable.games.dobble_connect import rules
from dottable.games.dobble_connect.grid import AXES, LINE, reach
from dottable.games.dobble_connect.pieces import (
    CARDS_PER_COLOUR,
    COLOURS,
    DIRECTION_WORDS,
    DIRECTIONS,
    KINDS,
    LETTERS,
    NO_CARD,
    SIDES,
    SYMBOLS,
    card_name,
)
from dottable.games.dobble_connect.state import ACTIONS, FREE, NOBODY, OVER, PLAYING, TEAM_CHOICES, Options

PLAYING_WORD, ROUND_OVER_WORD, OVER_WORD = PHASE_WORDS = ("playing", "round over", "over")
BY_LINE, BY_PLAYING_OUT, BY_WRONG_CLAIMS = "line", "played out", "wrong claims"

REASONS = {
    rules.LOCKED: "You named a wrong symbol; wait until your time is up.",
    rules.PLAYED_OUT: "You have played all your cards of this round.",
    rules.TOO_LATE: "Too late: a card lies there already.",
    rules.NO_SUCH_SPOT: "There is no such card on the table.",
    rules.ROUND_HAS_ENDED: "The round is over; the next one has to be dealt first.",
    rules.ROUND_GOES_ON: "The round is not over yet.",
    rules.ONLY_THE_DEALER: "Another player deals the next round.",
    rules.ONLY_THE_CLOCK: "Only the clock can end a wait.",
}


class Card(Struct, frozen=True):
    """A card that lies open: its ten symbols in the order that a claim counts them."""

    number: int
    name: str
    kind: str
    letter: str
    symbols: tuple[str, ...]


class Spot(Struct, frozen=True):
    """A card on the table, where it lies, and the sides where another can be laid."""

    card: Card
    q: int
    r: int
    free: tuple[str, ...]


class Player(Struct, frozen=True):
    """A seat: its team's colour, the top card, the cards below it, and until when it waits (E7)."""

    team: str
    top: Card | None
    pack_left: int
    locked_until_ms: int | None


class Team(Struct, frozen=True):
    """A team: everybody can know which cards it has face down, nobody in which order."""

    colour: str
    letter: str
    seats: tuple[int, ...]
    points: int
    face_down: tuple[str, ...]


class Gift(Struct, frozen=True):
    """A card that changed hands before this round (E9)."""

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
    players: tuple[Player, ...]
    table: tuple[Spot, ...]
    gifts: tuple[Gift, ...]
    wrong: int
    """Wrong claims in this round."""
    dealer: int | None
    """Who deals, once the round is over."""
    ended_by: str | None
    scorer: str | None
    """The team that won the round that is over, and the spots of its line."""
    line: tuple[int, ...]
    options: Options
    winners: tuple[int, ...]
    """Seats; empty until the match is over."""


@at_a_glance
def look(s: Any, seat: int) -> View:
    """The view of a seat or of SPECTATOR, built field by field."""
    return structs.replace(s.for_all(look_at_all), seat=seat)


def look_at_all(s: Any) -> View:
    """What everybody sees, as a spectator."""
    phase = s.phase
    goes_on = phase == PLAYING
    scorer = None if goes_on or s.scorer == NOBODY else COLOURS[s.scorer]
    return View(
        seat=SPECTATOR,
        seats=s.seats,
        phase=PHASE_WORDS[phase],
        round=s.round_number,
        goal=s.goal,
        teams=teams_of(s),
        players=tuple(player_of(s, other) for other in range(s.seats)),
        table=table_of(s),
        gifts=gifts_of(s),
        wrong=s.wrong,
        dealer=s.dealer if PHASE_WORDS[phase] == ROUND_OVER_WORD else None,
        ended_by=None if goes_on else how_it_ended(s),
        scorer=scorer,
        line=line_of(s) if scorer else (),
        options=options_of(s),
        winners=winners_of(s) if phase == OVER else (),
    )


def options_of(s: Any) -> Options:
    choice: Any = TEAM_CHOICES[s.teams_choice]
    return Options(teams=choice, points=s.points_choice, lock_seconds=s.lock_ms // 1000)


@lru_cache(1024)
def card_of(card: int, symbols: tuple[int, ...]) -> Card:
    kind = card // CARDS_PER_COLOUR
    names = tuple(SYMBOLS[symbol] for symbol in symbols)
    return Card(number=card, name=card_name(card), kind=KINDS[kind], letter=LETTERS[kind], symbols=names)


def teams_of(s: Any) -> tuple[Team, ...]:
    return tuple(
        Team(
            colour=COLOURS[team],
            letter=LETTERS[team],
            seats=tuple(range(team, s.seats, s.teams)),
            points=s.points[team],
            face_down=face_down_of(s.pool[team][: s.pool_left[team]]),
        )
        for team in range(s.teams)
    )


@lru_cache(1024)
def face_down_of(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(card_name, sorted(cards)))


def player_of(s: Any, seat: int) -> Player:
    top = s.top[seat]
    return Player(
        team=COLOURS[s.team[seat]],
        top=None if top == NO_CARD else card_of(top, s.symbols[top]),
        pack_left=s.pack_left[seat],
        locked_until_ms=s.locked_until[seat] if s.locked >> seat & 1 else None,
    )


def table_of(s: Any) -> tuple[Spot, ...]:
    neighbours = s.neighbour
    return tuple(
        Spot(
            card=card_of(card, s.symbols[card]),
            q=q,
            r=r,
            free=free_sides(neighbours[spot * SIDES : (spot + 1) * SIDES]),
        )
        for spot, (card, q, r) in enumerate(zip(s.card[: s.placed], s.q, s.r, strict=False))
    )


@lru_cache(1024)
def free_sides(neighbours: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(d for d, neighbour in zip(DIRECTIONS, neighbours, strict=True) if neighbour == FREE)


def gifts_of(s: Any) -> tuple[Gift, ...]:
    pairs = zip(s.received[: s.received_count], s.givers, strict=False)
    return tuple(Gift(card=card_name(card), giver=COLOURS[giver]) for card, giver in pairs)


def how_it_ended(s: Any) -> str:
    if s.scorer != NOBODY:
        return BY_LINE
    return BY_WRONG_CLAIMS if s.wrong == rules.MOST_WRONG else BY_PLAYING_OUT


def line_of(s: Any) -> tuple[int, ...]:
    """The spots of all lines that the last card completed (E8)."""
    last, neighbours, record = s.placed - 1, s.neighbour, s.record
    spots = {last}
    for axis in range(AXES):
        sides = {side: int(reach(record, last, side)) for side in (axis, axis + AXES)}
        if 1 + sum(sides.values()) >= LINE:
            for side, count in sides.items():
                spot = last
                for _ in range(count):
                    spot = neighbours[spot * SIDES + side]
                    spots.add(spot)
    return tuple(sorted(spots))


def winners_of(s: Any) -> tuple[int, ...]:
    points = [s.points[s.team[seat]] for seat in range(s.seats)]
    return tuple(seat for seat, own in enumerate(points) if own == max(points))


def words(view: View, action: int) -> str:
    """An action in words, for the seat that may choose it."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "deal":
        return f"Deal round {view.round + 1}"
    if verb == "unlock":
        return "End a wait"
    spot, side, place = arguments
    top = view.players[view.seat].top
    assert top is not None  # a seat without a card has no claims
    return f"Name {top.symbols[place]}: lay {top.name} at the {DIRECTION_WORDS[side]} of {at_spot(view, spot)}"


def at_spot(view: View, spot: int) -> str:
    """A card on the table, as the map shows it: "P4"."""
    return f"{view.table[spot].card.letter}{spot}"


def narrate(before: View, seat: int, action: int, after: View) -> str:
    """What a move did, as the viewer saw it; made from the viewer's own two views only."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "deal":
        return narrate_deal(before, seat, after)
    if verb == "unlock":
        return narrate_unlock(before, after)
    spot, side, place = arguments
    top = before.players[seat].top
    assert top is not None  # only who holds a card claims
    claim = f"{does(before.seat, seat, 'name')} {top.symbols[place]}"
    if len(after.table) > len(before.table):
        where = f"at the {DIRECTION_WORDS[side]} of {at_spot(before, spot)}"
        return f"{claim} and {verb_of(before, seat, 'lay')} {top.name} {where}.{outcome(after)}"
    wait = after.players[seat].locked_until_ms is not None
    seconds = f", and {verb_of(before, seat, 'wait')} {after.options.lock_seconds} s" if wait else ""
    return f"{claim}, which is not on {at_spot(before, spot)}{seconds}.{outcome(after)}"


def verb_of(view: View, seat: int, verb: str) -> str:
    return verb if seat == view.seat else f"{verb}s"


def outcome(after: View) -> str:
    """How a round ended, as further sentences; nothing while it goes on."""
    if after.phase == PLAYING_WORD:
        return ""
    if after.scorer:
        end = " and wins the match" if after.phase == OVER_WORD and is_won(after) else ""
        return f" Four {after.scorer} cards in a line: the {after.scorer} team scores{end}."
    why = "a team has played all its cards" if after.ended_by == BY_PLAYING_OUT else "too many claims were wrong"
    return f" The round ends without a winner: {why}."


def is_won(view: View) -> bool:
    return any(team.colour == view.scorer and team.points == view.goal for team in view.teams)


def narrate_deal(before: View, seat: int, after: View) -> str:
    deal = f"{does(before.seat, seat, 'deal')} round {after.round} around {after.table[0].card.name}."
    if not after.gifts:
        return deal
    given = ", ".join(f"{gift.card} from {gift.giver}" for gift in after.gifts)
    return f"{deal} The {before.scorer} team receives {given}."


def narrate_unlock(before: View, after: View) -> str:
    pairs = enumerate(zip(before.players, after.players, strict=True))
    free = [seat for seat, (b, a) in pairs if b.locked_until_ms is not None and a.locked_until_ms is None]
    return f"{joined([name_of(before.seat, seat) for seat in free])} may go on."


def joined(names: list[str]) -> str:
    """Names as a person lists them: "You, Player 2 and Player 3"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def is_open(action: int) -> bool:
    """Every action here is made in sight of all."""
    return True
