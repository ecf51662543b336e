"""Teams, their decks and packs: dealing (E4), collecting (E10) and handing cards over (E9).

A team's face-down cards are one set; how many of them lie in whose pack is all that is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.chance import below
from dottable.core.rule import big_rule, rule
from dottable.core.seats import only
from dottable.games.dobble_connect.pieces import CARDS_PER_COLOUR, COLOUR_CARDS, NO_CARD, START_CARDS, colour
from dottable.games.dobble_connect.state import NOBODY, RULEBOOK, SEATS, TEAM_CHOICES

MOST_PLAYERS = 3
BY_THE_RULEBOOK = TEAM_CHOICES.index(RULEBOOK)
RULEBOOK_TEAMS = np.array([0, 0, 2, 3, 2, 2, 3, 3, 4], np.int64)
"""Teams by the number of seats: singles up to three players, above that teams of two or three (E3)."""


@rule
def team_count(seats: int, choice: int) -> int:
    """How many teams play (E3): as the rulebook says, or choice + 2 of them, as near as can be."""
    teams = RULEBOOK_TEAMS[seats] if choice == BY_THE_RULEBOOK else min(choice + 2, seats)
    while teams * MOST_PLAYERS < seats:
        teams += 1
    return teams


@rule
def form_teams(s: Any, choice: int) -> None:
    """Seats join the teams in turn, so that sizes differ by one at most; each team takes its colour's cards."""
    s.teams = team_count(s.seats, choice)
    for seat in range(SEATS):
        s.team[seat] = seat % s.teams if seat < s.seats else NOBODY
        s.top[seat] = NO_CARD
    for card in range(s.teams * CARDS_PER_COLOUR):
        give(s, colour(card), card)


@rule
def give(s: Any, team: int, card: int) -> None:
    s.pool[team, s.pool_left[team]] = card
    s.pool_left[team] += 1


@rule
def take_at(s: Any, team: int, index: int) -> int:
    card = s.pool[team, index]
    last = s.pool_left[team] - 1
    s.pool[team, index] = s.pool[team, last]
    s.pool_left[team] = last
    return card


@rule
def turn_up(s: Any, seat: int) -> None:
    """Turn up the next card of a pack, if there is one (E5)."""
    team = s.team[seat]
    if s.pack_left[seat] > 0:
        s.pack_left[seat] -= 1
        s.top[seat] = take_at(s, team, below(s.rng, s.pool_left[team]))
    else:
        s.top[seat] = NO_CARD
        s.active &= ~only(seat)
        s.holding[team] -= 1


@big_rule
def deal_packs(s: Any) -> None:
    """Deal every team's deck into packs, the remainder to its first seats, and turn up their top cards (E4)."""
    s.active = 0
    for team in range(s.teams):
        players = (s.seats - team + s.teams - 1) // s.teams
        share, rest = s.pool_left[team] // players, s.pool_left[team] % players
        s.holding[team] = players
        for k in range(players):
            seat = team + k * s.teams
            s.pack_left[seat] = share + (1 if k < rest else 0)
            s.active |= only(seat)
    for seat in range(s.seats):
        turn_up(s, seat)


@big_rule
def collect(s: Any) -> None:
    """Each team takes back its colour from the table; what is still in a pack stays there (E10)."""
    for spot in range(1, s.placed):
        give(s, colour(s.card[spot]), s.card[spot])
    s.placed = 1
    for seat in range(s.seats):
        if s.top[seat] != NO_CARD:
            give(s, s.team[seat], s.top[seat])
            s.top[seat] = NO_CARD
        s.pack_left[seat] = 0


@big_rule
def hand_over(s: Any) -> None:
    """After its k-th point a team receives k cards from each other team, for all to see (E9)."""
    s.received_count = 0
    if s.scorer == NOBODY:
        return
    for giver in range(s.teams):
        if giver != s.scorer:
            for _ in range(s.points[s.scorer]):
                if s.pool_left[giver] > 1:
                    card = random_gift(s, giver)
                    s.received[s.received_count] = card
                    s.givers[s.received_count] = giver
                    s.received_count += 1
                    give(s, s.scorer, card)


@rule
def random_gift(s: Any, giver: int) -> int:
    """A random card of a deck, but never the last one of the giver's own colour (E9)."""
    own, own_at = 0, 0
    for k in range(s.pool_left[giver]):
        if colour(s.pool[giver, k]) == giver:
            own += 1
            own_at = k
    if own > 1:
        return take_at(s, giver, below(s.rng, s.pool_left[giver]))
    index = below(s.rng, s.pool_left[giver] - 1)
    return take_at(s, giver, index + 1 if index >= own_at else index)


@rule
def take_start_card(s: Any) -> int:
    """A random starting card that no team keeps yet; when all ten are kept they come back (E12)."""
    if s.starts_taken == START_CARDS:
        s.starts_taken = 0
    at = s.starts_taken + below(s.rng, START_CARDS - s.starts_taken)
    s.starts[at], s.starts[s.starts_taken] = s.starts[s.starts_taken], s.starts[at]
    s.starts_taken += 1
    return s.starts[s.starts_taken - 1]


@rule
def start_cards_to_box(s: Any) -> None:
    for k in range(START_CARDS):
        s.starts[k] = COLOUR_CARDS + k
