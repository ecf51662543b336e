"""Positions for the tests. A card is `p7`, `o1`, `g20`, `b3` or `s10`; on the table it is `p7@1,-1`."""

from __future__ import annotations

from random import Random
from typing import Any

from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.games.dobble_connect.deck.deck_file_reader import split_into_cards
from dottable.games.dobble_connect.pieces import CARDS_PER_COLOUR, NO_CARD
from dottable.games.dobble_connect.rules.grid import lay_at, lay_start_card
from dottable.games.dobble_connect.state import ACTIONS, PLAYING, Options
from dottable.games.dobble_connect.view import notation
from tests.present import present

GAME = find_game("dobble_connect")
CARDS = split_into_cards(present(GAME.house_deck).numbers)
KIND_LETTERS = "pogbs"


def card(text: str) -> int:
    """Return the number of a card given in notation."""
    return KIND_LETTERS.index(text[0]) * CARDS_PER_COLOUR + int(text[1:]) - 1


def spell(number: int) -> str:
    kind, k = divmod(number, CARDS_PER_COLOUR)
    return f"{KIND_LETTERS[kind]}{k + 1}"


def cards(text: str) -> list[int]:
    return [card(word) for word in text.split()]


def new_match(seats: int = 2, *, seed: int = 0, **options: Any) -> Match:
    """Return a match at its start. Equal seeds give equal matches."""
    return Match(GAME, seats=seats, options=Options(**options), seed=seed.to_bytes(32, "little"), salt=b"")


def position(
    table: str = "",
    *,
    tops: str = "p1 o1",
    packs: tuple[str, ...] = ("p2 p3 p4", "o2 o3 o4"),
    points: tuple[int, ...] = (0, 0),
    seats: int = 2,
    start: str = "s1",
    seed: int = 0,
    **options: object,
) -> Match:
    """Return a match in the middle of a round.

    The arguments are the cards on the table, every seat's top card (`-` for none), and every team's face-down cards.
    Teams are in the order of their colours.
    """
    match = new_match(seats, seed=seed, **options)
    s = match.state
    starts = [card(start), *(k for k in range(80, 90) if k != card(start))]
    for k, number in enumerate(starts):
        s.starts[k] = number
    lay_start_card(s, card(start))
    for word in table.split():
        name, _, place = word.partition("@")
        q, r = map(int, place.split(","))
        lay_at(s, card(name), q, r)
    s.active = 0
    colours = sorted({int(s.team[seat]) for seat in range(seats)})
    for k, team in enumerate(colours):
        s.points[team] = points[k]
        s.holding[team] = 0
        set_pool(match, team, packs[k])
    for seat, word in enumerate(tops.split()):
        s.top[seat] = NO_CARD if word == "-" else card(word)
        if word != "-":
            s.active = s.active | 1 << seat
            s.holding[s.team[seat]] = s.holding[s.team[seat]] + 1
    return match


def set_pool(match: Match, team: int, text: str) -> None:
    """Put cards face down into the packs of a team, divided among its players."""
    s = match.state
    numbers = cards(text)
    for k, number in enumerate(numbers):
        s.pool[team, k] = number
    s.pool_left[team] = len(numbers)
    players = [seat for seat in range(match.seats) if s.team[seat] == team]
    for k, seat in enumerate(players):
        s.pack_left[seat] = len(numbers) // len(players) + (k < len(numbers) % len(players))


def pool(match: Match, team: int) -> list[str]:
    """Return the face-down cards of a team."""
    s = match.state
    return [spell(number) for number in sorted(s.pool[team].tolist()[: int(s.pool_left[team])])]


def deck_of(match: Match, team: int) -> set[str]:
    """Return all cards of a team, face down or turned up."""
    s = match.state
    tops = [int(s.top[seat]) for seat in range(match.seats) if s.team[seat] == team]
    return {*pool(match, team), *(spell(top) for top in tops if top != NO_CARD)}


def table_cards(match: Match) -> list[str]:
    s = match.state
    return [spell(number) for number in s.card.tolist()[: int(s.placed)]]


def right_place(match: Match, seat: int, spot: int) -> int:
    """Return the position, on the seat's top card, of the symbol that it shares with the card on a spot."""
    symbols = match.state.symbols
    top, other = symbols[match.state.top[seat]].tolist(), symbols[match.state.card[spot]].tolist()
    (shared,) = set(top) & set(other)
    place: int = top.index(shared)
    return place


def claim(match: Match, seat: int, where: str, *, wrong: bool = False) -> int:
    """Return the claim at a side of a spot, such as `0ne`, with the right symbol or a wrong symbol."""
    spot = int(where.rstrip("nsew"))
    place = right_place(match, seat, spot)
    return notation.read_action(f"{where}:{(place + wrong) % 10 + 1}")


def lay(match: Match, seat: int, where: str, *, at_ms: int | None = None) -> Match:
    """Apply a right claim."""
    refused = match.apply(seat, claim(match, seat, where), at_ms)
    assert refused is None, refused
    return match


def err(match: Match, seat: int, where: str, *, at_ms: int | None = None) -> Match:
    """Apply a wrong claim."""
    refused = match.apply(seat, claim(match, seat, where, wrong=True), at_ms)
    assert refused is None, refused
    return match


def deal(match: Match) -> Match:
    refused = match.apply(match.to_act[0], ACTIONS.encode("deal"))
    assert refused is None, refused
    return match


def is_playing(match: Match) -> bool:
    return bool(match.state.phase == PLAYING)


def fill_round(match: Match, random: Random) -> Match:
    """Play to the end of the round by right claims of random seats at random free sides."""
    while is_playing(match):
        step(match, random, chance_of_right=1.0)
    return match


def step(match: Match, random: Random, *, chance_of_right: float) -> tuple[int, int, int]:
    """Apply and return a random move of a seat that may act. `chance_of_right` is the probability of a right claim."""
    seat = random.choice(match.to_act)
    if seat == CLOCK:
        action, at_ms = match.legal(CLOCK)[0], max(match.deadline_ms or 0, match.now_ms)
    elif is_playing(match):
        edges = [
            e for e, other in enumerate(match.state.neighbour.tolist()[: int(match.state.placed) * 6]) if other < 0
        ]
        edge = random.choice(edges)
        right = right_place(match, seat, edge // 6)
        place = right if random.random() < chance_of_right else random.randrange(10)
        action, at_ms = edge * 10 + place, match.now_ms + random.randrange(400)
    else:
        action, at_ms = match.legal(seat)[0], match.now_ms
    assert match.apply(seat, action, at_ms) is None
    return seat, action, at_ms
