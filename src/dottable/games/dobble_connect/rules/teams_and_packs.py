"""Teams, decks and packs: dealing (E4), collecting (E10) and transferring cards between teams (E9).

The face-down cards of a team are one set. Only the number of cards in each pack is stored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.primitives.chance import random_below
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import seat_mask
from dottable.games.dobble_connect.pieces import (
    CARDS_PER_COLOUR,
    COLOUR_CARD_COUNT,
    MAX_TEAMS,
    NO_CARD,
    START_CARD_COUNT,
    card_colour,
)
from dottable.games.dobble_connect.state import (
    BITS_PER_TEAM,
    FIRST_CHOSEN_TEAMS_NUMBER,
    MAX_TEAM_SIZE,
    NOBODY,
    RULEBOOK_TEAMS_OPTION,
    SEATS,
    TEAM_CHOICES,
)

RULEBOOK_CHOICE = TEAM_CHOICES.index(RULEBOOK_TEAMS_OPTION)
RULEBOOK_TEAM_COUNTS = np.array([0, 0, 2, 3, 2, 2, 3, 3, 4], np.int64)
"""Number of teams by number of seats: single players for up to three seats, then teams of two or three (E3)."""


@rule
def team_count(seats: int, choice: int) -> int:
    """Return the number of teams (E3): by the rulebook, or the possible number closest to `choice` + 2."""
    teams = RULEBOOK_TEAM_COUNTS[seats] if choice == RULEBOOK_CHOICE else min(choice + 2, seats)
    while teams * MAX_TEAM_SIZE < seats:
        teams += 1
    return teams


@rule
def form_teams(s: Any, setting: int) -> None:
    """Assign seats to teams, as the players chose or in turn. Each team gets the cards of its colour (E3)."""
    s.teams_choice = min(setting, FIRST_CHOSEN_TEAMS_NUMBER)
    in_turn = team_count(s.seats, setting) if setting < FIRST_CHOSEN_TEAMS_NUMBER else 1
    chosen = setting - FIRST_CHOSEN_TEAMS_NUMBER
    for seat in range(SEATS):
        team = seat % in_turn if setting < FIRST_CHOSEN_TEAMS_NUMBER else (chosen >> BITS_PER_TEAM * seat) % MAX_TEAMS
        s.team[seat] = team if seat < s.seats else NOBODY
        s.top[seat] = NO_CARD
    for team in range(MAX_TEAMS):
        if team_size(s, team) > 0:
            s.teams += 1
            for k in range(CARDS_PER_COLOUR):
                add_to_pool(s, team, team * CARDS_PER_COLOUR + k)


@rule
def team_size(s: Any, team: int) -> int:
    """Return the number of players of a team."""
    count = 0
    for seat in range(s.seats):
        count += s.team[seat] == team
    return count


@rule
def first_seat_of(s: Any, team: int) -> int:
    """Return the first seat of a team that has players."""
    seat = 0
    while s.team[seat] != team:
        seat += 1
    return seat


@rule
def add_to_pool(s: Any, team: int, card: int) -> None:
    """Add a card to the set of a team's face-down cards."""
    s.pool[team, s.pool_left[team]] = card
    s.pool_left[team] += 1


@rule
def remove_from_pool(s: Any, team: int, index: int) -> int:
    """Remove the card at an index from a team's face-down cards and return it."""
    card = s.pool[team, index]
    last = s.pool_left[team] - 1
    s.pool[team, index] = s.pool[team, last]
    s.pool_left[team] = last
    return card


@rule
def turn_up_next_card(s: Any, seat: int) -> None:
    """Turn up the next card of a pack, if there is one (E5)."""
    team = s.team[seat]
    if s.pack_left[seat] > 0:
        s.pack_left[seat] -= 1
        s.top[seat] = remove_from_pool(s, team, random_below(s.rng, s.pool_left[team]))
    else:
        s.top[seat] = NO_CARD
        s.active &= ~seat_mask(seat)
        s.holding[team] -= 1


@noinline_rule
def deal_packs(s: Any) -> None:
    """Deal every team's deck into packs and turn up their top cards (E4). The first seats get the remaining cards."""
    s.active = 0
    for team in range(MAX_TEAMS):
        players = team_size(s, team)
        s.holding[team] = players
        share, rest = s.pool_left[team] // max(players, 1), s.pool_left[team] % max(players, 1)
        for seat in range(s.seats):
            if s.team[seat] == team:
                s.pack_left[seat] = share + (1 if rest > 0 else 0)
                rest -= 1
                s.active |= seat_mask(seat)
    for seat in range(s.seats):
        turn_up_next_card(s, seat)


@noinline_rule
def return_table_cards(s: Any) -> None:
    """Return the cards on the table to the team of their colour. Cards in packs stay with their team (E10)."""
    for spot in range(1, s.placed):
        add_to_pool(s, card_colour(s.card[spot]), s.card[spot])
    s.placed = 1
    for seat in range(s.seats):
        if s.top[seat] != NO_CARD:
            add_to_pool(s, s.team[seat], s.top[seat])
            s.top[seat] = NO_CARD
        s.pack_left[seat] = 0


@noinline_rule
def give_cards_to_scorer(s: Any) -> None:
    """Transfer k face-up cards of each other team to the scoring team after its k-th point (E9)."""
    s.received_count = 0
    if s.scorer == NOBODY:
        return
    for giver in range(MAX_TEAMS):
        if giver != s.scorer:
            for _ in range(s.points[s.scorer]):
                if s.pool_left[giver] > 1:
                    card = remove_random_gift(s, giver)
                    s.received[s.received_count] = card
                    s.givers[s.received_count] = giver
                    s.received_count += 1
                    add_to_pool(s, s.scorer, card)


@rule
def remove_random_gift(s: Any, giver: int) -> int:
    """Remove a random card of a team and return it. The last card of the team's own colour is never removed (E9)."""
    own, own_at = 0, 0
    for k in range(s.pool_left[giver]):
        if card_colour(s.pool[giver, k]) == giver:
            own += 1
            own_at = k
    if own > 1:
        return remove_from_pool(s, giver, random_below(s.rng, s.pool_left[giver]))
    index = random_below(s.rng, s.pool_left[giver] - 1)
    return remove_from_pool(s, giver, index + 1 if index >= own_at else index)


@rule
def take_start_card(s: Any) -> int:
    """Draw a random starting card that has not been used. After all ten, every card can be drawn again (E12)."""
    if s.starts_taken == START_CARD_COUNT:
        s.starts_taken = 0
    at = s.starts_taken + random_below(s.rng, START_CARD_COUNT - s.starts_taken)
    s.starts[at], s.starts[s.starts_taken] = s.starts[s.starts_taken], s.starts[at]
    s.starts_taken += 1
    return s.starts[s.starts_taken - 1]


@rule
def reset_start_cards(s: Any) -> None:
    """Fill the list of starting cards before the first round."""
    for k in range(START_CARD_COUNT):
        s.starts[k] = COLOUR_CARD_COUNT + k
