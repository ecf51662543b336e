"""A test oracle: Dobble Connect in plain Python, written from the rulings E1-E12 alone.

It imports nothing from dottable. Cards are numbers: 20 of each colour, then ten starting cards. The caller provides all
results of chance (cards turned up, cards transferred, starting cards), and the oracle checks that they were possible.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

Place = tuple[int, int]

SIDES: tuple[Place, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
AXES = SIDES[:3]
MAX_ROUNDS, MAX_WRONG_CLAIMS = 60, 1000


def makes_line(places: dict[Place, int], place: Place) -> bool:
    """Return whether a card is one of four of its colour in a straight line, by trying all such lines (E8)."""
    for q, r in AXES:
        for first in range(-3, 1):
            four = [(place[0] + q * k, place[1] + r * k) for k in range(first, first + 4)]
            if all(places.get(other) == places[place] for other in four):
                return True
    return False


RULEBOOK_TEAMS = {2: 2, 3: 3, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4}


def split(seats: int, choice: str) -> list[list[int]]:
    """Return the seats of pink, orange, green and blue (E3): as chosen by letters, or in turn."""
    if choice == "rulebook" or choice.isdigit():
        wanted = RULEBOOK_TEAMS[seats] if choice == "rulebook" else int(choice)
        possible = [count for count in (2, 3, 4) if count <= seats <= 3 * count]
        teams = min(possible, key=lambda count: abs(count - wanted))
        choice = "".join("POGB"[seat % teams] for seat in range(seats))
    return [[seat for seat, letter in enumerate(choice) if letter == own] for own in "POGB"]


def is_allowed(choice: str) -> bool:
    """Return whether letters are a split into 2 to 4 teams of 1 to 3 players (E3)."""
    return len(set(choice)) >= 2 and all(choice.count(letter) <= 3 for letter in choice)


@dataclass
class ReferenceMatch:
    """The state of a match in the oracle."""

    symbols: list[frozenset[int]]
    faces: list[tuple[int, ...]]
    teams: list[list[int]]
    goal: int
    lock_ms: int
    centre: int
    tops: list[int | None]
    packs: list[set[int]] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    table: list[tuple[int, Place]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    locked: dict[int, int] = field(default_factory=dict)
    phase: str = "playing"
    scorer: int | None = None
    dealer: int = 0
    round: int = 1
    wrong: int = 0
    kept: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.points = [0] * len(self.teams)
        self.packs = [set(range(20 * n, 20 * n + 20)) if players else set() for n, players in enumerate(self.teams)]
        self.start_round(self.centre, self.tops)

    def copy(self) -> ReferenceMatch:
        """Return an independent copy."""
        twin = copy(self)
        twin.tops, twin.left, twin.table, twin.points = self.tops[:], self.left[:], self.table[:], self.points[:]
        twin.packs, twin.locked, twin.kept = [set(pack) for pack in self.packs], dict(self.locked), set(self.kept)
        return twin

    def start_round(self, centre: int, tops: list[int | None]) -> None:
        """Start a round (E4, E5)."""
        assert centre >= 80
        self.centre, self.table = centre, [(centre, (0, 0))]
        self.phase, self.wrong, self.locked = "playing", 0, {}
        self.left, self.tops = [0] * len(tops), [None] * len(tops)
        for team, players in enumerate(self.teams):
            count = len(self.packs[team])
            for k, seat in enumerate(players):
                self.left[seat] = count // len(players) + (1 if k < count % len(players) else 0)
        for seat, top in enumerate(tops):
            self.turn_up(seat, top)

    def team_of(self, seat: int) -> int:
        return next(team for team, players in enumerate(self.teams) if seat in players)

    def turn_up(self, seat: int, card: int | None) -> None:
        assert (card is None) == (self.left[seat] == 0)
        self.tops[seat] = card
        if card is not None:
            self.packs[self.team_of(seat)].remove(card)
            self.left[seat] -= 1

    def awaited(self) -> set[int]:
        """Return the seats that may act."""
        if self.phase == "playing":
            return {seat for seat, top in enumerate(self.tops) if top is not None and seat not in self.locked}
        return {self.dealer} if self.phase == "round over" else set()

    def deadline(self) -> int | None:
        return min(self.locked.values(), default=None)

    def free_sides(self) -> list[tuple[int, int]]:
        """Return every free hexagon next to a card, as spot and side (E5, E6)."""
        taken = {place for _, place in self.table}
        return [
            (spot, side)
            for spot, (_, (q, r)) in enumerate(self.table)
            for side, (dq, dr) in enumerate(SIDES)
            if (q + dq, r + dr) not in taken
        ]

    def claims(self) -> list[tuple[int, int, int]]:
        """Return every claim as (spot, side, position of the symbol).

        All seats that may act have the same claims (E5-E7).
        """
        if self.phase != "playing":
            return []
        return [(spot, side, k) for spot, side in self.free_sides() for k in range(10)]

    def claim(self, seat: int, spot: int, side: int, k: int, at_ms: int, turned: int | None) -> None:
        """Apply a claim (E5-E8, E11). `turned` is the card that was turned up next if the claim was right."""
        top = self.tops[seat]
        assert top is not None
        card, (q, r) = self.table[spot]
        if self.symbols[top] & self.symbols[card] != {self.faces[top][k]}:
            self.err(seat, at_ms)
            return
        place = q + SIDES[side][0], r + SIDES[side][1]
        self.table.append((top, place))
        self.turn_up(seat, turned)
        if makes_line({where: other // 20 for other, where in self.table}, place):
            self.score(top // 20)
        elif all(self.tops[mate] is None for mate in self.teams[self.team_of(seat)]):
            self.end_round(None)

    def err(self, seat: int, at_ms: int) -> None:
        """Apply a wrong claim (E7)."""
        self.wrong += 1
        if self.wrong == MAX_WRONG_CLAIMS:
            self.end_round(None)
        elif self.lock_ms:
            self.locked[seat] = at_ms + self.lock_ms

    def unlock(self, at_ms: int) -> None:
        self.locked = {seat: until for seat, until in self.locked.items() if until > at_ms}

    def score(self, team: int) -> None:
        """Score a point (E8, E9, E12)."""
        self.points[team] += 1
        self.kept.add(self.centre)
        self.dealer = self.teams[team][0]
        self.end_round(team)
        if self.points[team] == self.goal:
            self.phase = "over"

    def end_round(self, scorer: int | None) -> None:
        self.scorer, self.locked = scorer, {}
        self.phase = "round over" if self.round < MAX_ROUNDS else "over"

    def deal(self, gifts: list[tuple[int, int]], centre: int, tops: list[int | None]) -> None:
        """Deal the next round (E9-E11). `gifts` are the transferred cards, each with the team that gave it."""
        for card, _ in self.table[1:]:
            self.packs[card // 20].add(card)
        for seat, top in enumerate(self.tops):
            if top is not None:
                self.packs[self.team_of(seat)].add(top)
        if self.scorer is None:
            assert centre == self.centre
            assert gifts == []
        else:
            if len(self.kept) == 10:
                self.kept.clear()
            assert centre not in self.kept
            self.hand_over(self.scorer, gifts)
        self.round += 1
        self.start_round(centre, tops)

    def hand_over(self, scorer: int, gifts: list[tuple[int, int]]) -> None:
        for giver in range(len(self.teams)):
            cards = [card for card, team in gifts if team == giver]
            if giver == scorer or not self.teams[giver]:
                assert cards == []
                continue
            assert len(cards) == min(self.points[scorer], len(self.packs[giver]) - 1)
            assert self.packs[giver] >= set(cards)
            self.packs[giver] -= set(cards)
            self.packs[scorer] |= set(cards)
            assert any(card // 20 == giver for card in self.packs[giver])
