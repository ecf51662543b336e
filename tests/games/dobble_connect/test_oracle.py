"""The rules against the independent referee: the same claims at every step, the same table, points and winners."""

from __future__ import annotations

import os
from random import Random

import pytest

from dottable.core.seats import CLOCK
from dottable.games.dobble_connect.state import DEAL

from . import oracle
from .positions import CARDS, new_match, step

MATCHES = 1_000 if os.environ.get("DOTTABLE_FULL") else 20
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


def referee_for(match):
    s = match.state
    return oracle.Referee(
        symbols=SYMBOLS,
        faces=CARDS,
        teams=oracle.split(match.seats, int(s.teams)),
        goal=int(s.goal),
        lock_ms=int(s.lock_ms),
        centre=int(s.card[0]),
        tops=tops_of(match),
    )


def follow(referee, match, seat, action, at_ms):
    """Tell the referee a move and what chance brought with it."""
    s = match.state
    if seat == CLOCK:
        referee.unlock(at_ms)
    elif action == DEAL:
        count = int(s.received_count)
        gifts = list(zip(s.received.tolist()[:count], s.givers.tolist()[:count], strict=True))
        referee.deal(gifts, int(s.card[0]), tops_of(match))
    else:
        spot, rest = divmod(action, 60)
        referee.claim(seat, spot, *divmod(rest, 10), at_ms, tops_of(match)[seat])


def same(referee, match):
    s = match.state
    placed = int(s.placed)
    table = list(
        zip(s.card.tolist()[:placed], zip(s.q.tolist()[:placed], s.r.tolist()[:placed], strict=True), strict=True)
    )
    assert referee.table == table
    assert referee.tops == tops_of(match)
    assert referee.left == s.pack_left.tolist()[: match.seats]
    assert referee.points == s.points.tolist()[: len(referee.points)]
    assert referee.deadline() == match.deadline_ms
    assert referee.awaited() == set(match.to_act) - {CLOCK}
    assert (CLOCK in match.to_act) == (referee.deadline() is not None)


def same_claims(referee, match):
    pools, counts = match.state.pool.tolist(), match.state.pool_left.tolist()
    assert [set(pools[team][: counts[team]]) for team in range(len(referee.teams))] == referee.packs
    for seat in range(match.seats):
        claims = {(action // 60, action // 10 % 6, action % 10) for action in match.legal(seat) if action < DEAL}
        assert claims == referee.legal(seat)


@pytest.mark.parametrize(("seats", "teams", "points", "lock_seconds"), TABLES)
def test_the_referee_agrees_at_every_step_and_on_the_winners(seats, teams, points, lock_seconds):
    for seed in range(MATCHES // len(TABLES)):
        luck = Random(seed)
        match = new_match(seats, seed=seed, teams=teams, points=points, lock_seconds=lock_seconds)
        referee = referee_for(match)
        while not match.is_over:
            if len(match.moves) % LEGAL_EVERY == 0:
                same_claims(referee, match)
            follow(referee, match, *step(match, luck, chance_of_right=0.6))
            same(referee, match)
        assert referee.phase == "over"
        best = max(referee.points)
        winners = [
            seat for team, own in zip(referee.teams, referee.points, strict=True) if own == best for seat in team
        ]
        assert match.view(0).winners == tuple(sorted(winners))
        assert match.scores() == [referee.points[referee.team_of(seat)] for seat in range(seats)]
