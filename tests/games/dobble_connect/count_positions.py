"""Perft: counts the claim sequences of a given length, by the rules and the oracle. Turned-up cards count separately.

Run as a script it prints the oracle's counts: `python -m tests.games.dobble_connect.count_positions`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.games.dobble_connect.pieces import NO_CARD
from dottable.games.dobble_connect.state import DEAL
from tests.games.dobble_connect import oracle
from tests.games.dobble_connect.positions import CARDS, position, right_place

TABLES = {
    "start": lambda: position(tops="p1 o1", packs=("p2", "o2")),
    "almost a line": lambda: position("p5@1,0 p6@2,0 p7@3,0", tops="p1 o1", packs=("p2", "o2")),
    "last cards": lambda: position("p5@1,0 o5@0,1", tops="p1 o1", packs=("", "p2")),
    "three seats": lambda: position("o5@0,1", seats=3, tops="p1 o1 g1", packs=("p2", "", "g2"), points=(0, 0, 0)),
}

RIGHT_DEPTHS, ALL_DEPTHS = range(4), range(3)


def count_by_engine(match: Match, depth: int, *, only_right: bool) -> int:
    """Return the number of sequences of `depth` moves within the round, by the rules."""
    if depth == 0:
        return 1
    total = 0
    for seat in match.to_act:
        for action in match.legal(seat):
            if action == DEAL or (
                only_right and seat != CLOCK and action % 10 != right_place(match, seat, action // 60)
            ):
                continue
            after = match.copy()
            assert after.apply(seat, action, match.deadline_ms if seat == CLOCK else None) is None
            total += sum(count_by_engine(m, depth - 1, only_right=only_right) for m in each_card(match, after, seat))
    return total


def each_card(before: Match, after: Match, seat: int) -> Iterator[Match]:
    """Yield the match for every card that could have been turned up instead."""
    s = after.state
    laid = seat != CLOCK and int(s.placed) > int(before.state.placed)
    if not laid or int(s.top[seat]) == NO_CARD:
        yield after
        return
    team = int(s.team[seat])
    yield after
    for k in range(int(s.pool_left[team])):
        other = after.copy()
        o = other.state
        o.top[seat], o.pool[team, k] = int(s.pool[team, k]), int(s.top[seat])
        yield other


def count_by_oracle(reference: oracle.ReferenceMatch, depth: int, *, only_right: bool) -> int:
    """Return the number of sequences of `depth` moves within the round, by the oracle."""
    if depth == 0:
        return 1
    if reference.phase != "playing":
        return 0
    total = 0
    for seat in reference.awaited():
        for claim in reference.claims():
            right = is_right(reference, seat, claim)
            if right or not only_right:
                after = each_claim(reference, seat, claim, right=right)
                total += sum(count_by_oracle(r, depth - 1, only_right=only_right) for r in after)
    if reference.locked:
        unlocked = reference.copy()
        unlocked.unlock(min(reference.locked.values()))
        total += count_by_oracle(unlocked, depth - 1, only_right=only_right)
    return total


def is_right(reference: oracle.ReferenceMatch, seat: int, claim: tuple[int, int, int]) -> bool:
    top = reference.tops[seat]
    assert top is not None
    return reference.faces[top][claim[2]] in reference.faces[reference.table[claim[0]][0]]


def each_claim(
    reference: oracle.ReferenceMatch, seat: int, claim: tuple[int, int, int], *, right: bool
) -> Iterator[oracle.ReferenceMatch]:
    """Yield the oracle after a claim, once for every card that may be turned up."""
    turned: list[int | None] = [None]
    if right and reference.left[seat] > 0:
        turned = list(reference.packs[reference.team_of(seat)])
    for card in turned:
        after = reference.copy()
        after.claim(seat, *claim, 0, card)
        yield after


def for_oracle(match: Match) -> oracle.ReferenceMatch:
    """Return a round in play as the oracle's state."""
    s = match.state
    placed = int(s.placed)
    tops = [None if top == NO_CARD else top for top in s.top.tolist()[: match.seats]]
    reference = oracle.ReferenceMatch.__new__(oracle.ReferenceMatch)
    places = zip(s.q.tolist()[:placed], s.r.tolist()[:placed], strict=True)
    vars(reference).update(
        symbols=[frozenset(symbols) for symbols in CARDS],
        faces=CARDS,
        teams=oracle.split(match.seats, str(int(s.teams))),
        goal=int(s.goal),
        lock_ms=int(s.lock_ms),
        centre=int(s.card[0]),
        tops=tops,
        packs=[set(s.pool[team].tolist()[: int(s.pool_left[team])]) for team in range(int(s.teams))],
        left=s.pack_left.tolist()[: match.seats],
        table=list(zip(s.card.tolist()[:placed], places, strict=True)),
        points=s.points.tolist()[: int(s.teams)],
        locked={},
        phase="playing",
        scorer=None,
        dealer=0,
        round=1,
        wrong=0,
        kept=set(),
    )
    return reference


def main() -> None:
    for name, build in TABLES.items():
        for only_right, depths in ((True, RIGHT_DEPTHS), (False, ALL_DEPTHS)):
            counts = [count_by_oracle(for_oracle(build()), depth, only_right=only_right) for depth in depths]
            sys.stdout.write(f"{name}, {'right claims' if only_right else 'all moves'}: {counts}\n")


if __name__ == "__main__":
    main()
