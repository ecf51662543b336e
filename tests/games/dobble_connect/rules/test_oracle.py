"""The rules against the oracle: equal claims at every step, equal table, points and winners."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.primitives.seats import CLOCK
from dottable.games.dobble_connect.state import DEAL
from tests.games.dobble_connect import oracle
from tests.games.dobble_connect.positions import CARDS, new_match, step
from tests.sizes import sized

MATCHES = sized(3, 200)
"""Over all the table sizes below."""
LEGAL_EVERY = 7
SYMBOLS = [frozenset(symbols) for symbols in CARDS]
TABLES = [
    (2, "rulebook", 0, 3),
    (3, "rulebook", 0, 3),
    (3, "2", 0, 0),
    (4, "rulebook", 3, 1),
    (4, "4", 5, 3),
    (5, "rulebook", 0, 10),
    (6, "2", 0, 3),
    (6, "4", 5, 3),
    (7, "rulebook", 0, 0),
    (8, "rulebook", 0, 3),
]


def tops_of(match):
    tops = match.state.top.tolist()[: match.seats]
    return [None if top < 0 else top for top in tops]


def reference_for(match):
    s = match.state
    return oracle.ReferenceMatch(
        symbols=SYMBOLS,
        faces=CARDS,
        teams=oracle.split(match.seats, int(s.teams)),
        goal=int(s.goal),
        lock_ms=int(s.lock_ms),
        centre=int(s.card[0]),
        tops=tops_of(match),
    )


def follow(reference, match, seat, action, at_ms):
    """Apply a move to the oracle, with the results of chance."""
    s = match.state
    if seat == CLOCK:
        reference.unlock(at_ms)
    elif action == DEAL:
        count = int(s.received_count)
        gifts = list(zip(s.received.tolist()[:count], s.givers.tolist()[:count], strict=True))
        reference.deal(gifts, int(s.card[0]), tops_of(match))
    else:
        spot, rest = divmod(action, 60)
        reference.claim(seat, spot, *divmod(rest, 10), at_ms, tops_of(match)[seat])


def same(reference, match):
    s = match.state
    placed = int(s.placed)
    table = list(
        zip(s.card.tolist()[:placed], zip(s.q.tolist()[:placed], s.r.tolist()[:placed], strict=True), strict=True)
    )
    assert reference.table == table
    assert reference.tops == tops_of(match)
    assert reference.left == s.pack_left.tolist()[: match.seats]
    assert reference.points == s.points.tolist()[: len(reference.points)]
    assert reference.deadline() == match.deadline_ms
    assert reference.awaited() == set(match.to_act) - {CLOCK}
    assert (CLOCK in match.to_act) == (reference.deadline() is not None)


def same_claims(reference, match):
    pools, counts = match.state.pool.tolist(), match.state.pool_left.tolist()
    assert [set(pools[team][: counts[team]]) for team in range(len(reference.teams))] == reference.packs
    for seat in range(match.seats):
        claims = {(action // 60, action // 10 % 6, action % 10) for action in match.legal(seat) if action < DEAL}
        assert claims == reference.legal(seat)


@pytest.mark.parametrize(("seats", "teams", "points", "lock_seconds"), TABLES)
def test_the_oracle_agrees_at_every_step_and_on_the_winners(seats, teams, points, lock_seconds):
    for seed in range(MATCHES // len(TABLES)):
        random = Random(seed)
        match = new_match(seats, seed=seed, teams=teams, points=points, lock_seconds=lock_seconds)
        reference = reference_for(match)
        while not match.is_over:
            if len(match.moves) % LEGAL_EVERY == 0:
                same_claims(reference, match)
            follow(reference, match, *step(match, random, chance_of_right=0.6))
            same(reference, match)
        assert reference.phase == "over"
        best = max(reference.points)
        winners = [
            seat for team, own in zip(reference.teams, reference.points, strict=True) if own == best for seat in team
        ]
        assert match.view(0).winners == tuple(sorted(winners))
        assert match.scores() == [reference.points[reference.team_of(seat)] for seat in range(seats)]
