"""The rules against the oracle: equal claims at every step, equal table, points and winners.

Matches differ in seats, split into teams, colours, points to win and lock, and every third has a deck of its own.
"""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.deck_files import read_deck
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.games.dobble_connect.pieces import CARD_KINDS, SYMBOL_NAMES
from dottable.games.dobble_connect.state import DEAL, Options
from tests.games.dobble_connect import oracle
from tests.games.dobble_connect.positions import CARDS, GAME, step
from tests.sizes import sized

GROUPS = 10
MATCHES_PER_GROUP = sized(1, 15, 100)
CARDS_OF_KIND = (20, 20, 20, 20, 10)


def own_deck(random):
    """Return the cards of a random deck as sets of names, and the deck: cards and symbols change places."""
    names = random.sample(SYMBOL_NAMES, len(SYMBOL_NAMES))
    cards = [random.sample([names[symbol] for symbol in card], 10) for card in random.sample(CARDS, len(CARDS))]
    rows = iter(cards)
    kinds = [[next(rows) for _ in range(count)] for count in CARDS_OF_KIND]
    text = "".join(
        f"{kind} = {str(own).replace(chr(39), chr(34))}\n" for kind, own in zip(CARD_KINDS, kinds, strict=True)
    )
    return cards, read_deck(GAME, text, "own.toml")


def random_split(random, seats):
    """Return a value of the option `teams`: half of them name the colour of every seat."""
    if random.random() < 0.5:
        return random.choice(["2", "3", "4", "rulebook"])
    while True:
        letters = "".join(random.choice("POGB") for _ in range(seats))
        if oracle.is_allowed(letters):
            return letters


def tops_of(match):
    tops = match.state.top.tolist()[: match.seats]
    return [None if top < 0 else top for top in tops]


def reference_for(match, faces, teams, options):
    players = oracle.split(match.seats, teams)
    count = sum(1 for own in players if own)
    return oracle.ReferenceMatch(
        symbols=[frozenset(face) for face in faces],
        faces=faces,
        teams=players,
        goal=options.points or {2: 5, 3: 4, 4: 3}[count],
        lock_ms=options.lock_seconds * 1000,
        centre=int(match.state.card[0]),
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
    assert reference.points == s.points.tolist()
    assert match.scores() == [reference.points[reference.team_of(seat)] for seat in range(match.seats)]
    assert reference.deadline() == match.deadline_ms
    assert reference.awaited() == set(match.to_act) - {CLOCK}
    assert (CLOCK in match.to_act) == (reference.deadline() is not None)


def same_claims(reference, match):
    pools, counts = match.state.pool.tolist(), match.state.pool_left.tolist()
    assert [set(pool[:count]) for pool, count in zip(pools, counts, strict=True)] == reference.packs
    expected = [DEAL]
    if reference.phase == "playing":
        expected = [60 * spot + 10 * side + k for spot, side in reference.free_sides() for k in range(10)]
    awaited = reference.awaited()
    for seat in range(match.seats):
        assert match.legal(seat) == (expected if seat in awaited else [])


def new_random_match(seed):
    """Return a match with random settings and its oracle."""
    random = Random(seed)
    seats = random.randint(2, 8)
    options = Options(
        teams=random_split(random, seats), points=random.choice([0, 1, 2, 3, 5]), lock_seconds=random.choice([0, 3, 10])
    )
    faces, deck = own_deck(random) if seed % 3 == 0 else ([[SYMBOL_NAMES[k] for k in card] for card in CARDS], None)
    match = Match(GAME, seats=seats, options=options, deck=deck, seed=seed.to_bytes(32, "little"), salt=b"")
    return match, reference_for(match, faces, options.teams, options), random


@pytest.mark.parametrize("group", range(GROUPS))
def test_the_oracle_agrees_at_every_step_and_on_the_winners(group):
    for seed in range(group, GROUPS * MATCHES_PER_GROUP, GROUPS):
        match, reference, random = new_random_match(seed)
        same_claims(reference, match)
        while not match.is_over:
            follow(reference, match, *step(match, random, chance_of_right=0.6))
            same(reference, match)
            same_claims(reference, match)
        assert reference.phase == "over"
        best = max(reference.points)
        winners = [
            seat for team, own in zip(reference.teams, reference.points, strict=True) if own == best for seat in team
        ]
        assert match.view(0).winners == tuple(sorted(winners))
