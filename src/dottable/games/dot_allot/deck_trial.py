"""How a deck plays (A20): greedy matches in bulk, `python -m dottable.games.dot_allot.deck_trial [SEED ...]`.

A greedy side lays the card after which its groups are furthest ahead. It is no strong player, but
it tells decks apart: who is favoured, how often a colour is tied, how large groups grow.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import numpy as np

from dottable.core import chance, quick
from dottable.core.decks import Deck, read_deck
from dottable.core.options import settings
from dottable.core.record import for_rules
from dottable.core.registry import find
from dottable.core.rule import big_rule, rule
from dottable.core.series import seed_from
from dottable.games.dot_allot.dealing import deal_next, open_round
from dottable.games.dot_allot.make_deck import HOUSE_SEED, make
from dottable.games.dot_allot.pieces import COLOURS, IN_PLAY
from dottable.games.dot_allot.placement import can_give, cover
from dottable.games.dot_allot.rules import lay_card, list_placements, setup
from dottable.games.dot_allot.scoring import EVERY_COLUMN, largest_group, may_score
from dottable.games.dot_allot.state import ACTIONS, LAYING, ROUND_OVER, STATE, Options, own_rows

MATCHES, WON, LOST, ROUNDS, TIED, GROUPS, TURNS, PLACEMENTS, WAIVED = range(9)
POINT = 64
LUCK = 16


class Trial(msgspec.Struct, frozen=True):
    """What came out of some greedy matches of two players."""

    matches: int
    starter_wins: float
    """Of the matches with one winner, how many the starter of round 1 won."""
    decided: float
    tied_colours: float
    """How often the largest groups of a colour were equal at the end of a round."""
    mean_group: float
    """The mean size of a largest group."""
    placements: float
    """The mean number of legal placements."""
    waived: int
    """Turns in which no card could give a dot (A12)."""


@rule
def lead(s: Any, side: int) -> int:
    """How far a side is ahead if the round ended now: points first, then sizes of groups."""
    ahead = 0
    for colour in range(COLOURS):
        own = largest_group(s.visible[colour] & (own_rows(s, side) * EVERY_COLUMN))
        other = largest_group(s.visible[colour] & (own_rows(s, 1 - side) * EVERY_COLUMN))
        scores = own != other and may_score(s, side if own > other else 1 - side, colour)
        ahead += own - other
        if scores:
            ahead += POINT if own > other else -POINT
    return ahead


@big_rule
def greedy_action(s: Any, buffer: Any, count: int, q: Any) -> int:
    """The listed placement with the greatest lead; chance decides between equals."""
    before_0, before_1, before_2 = s.visible[0], s.visible[1], s.visible[2]
    best, best_lead = 0, -(1 << 30)
    for k in range(count):
        cover(s, buffer[k], s.laid_count + 1)
        ahead = lead(s, s.turn) * LUCK + quick.below(q, LUCK)
        s.visible[0], s.visible[1], s.visible[2] = before_0, before_1, before_2
        if ahead > best_lead:
            best, best_lead = buffer[k], ahead
    return best


@rule
def count_round(s: Any, tally: Any) -> None:
    tally[ROUNDS] += 1
    for colour in range(COLOURS):
        tally[TIED] += s.largest[0, colour] == s.largest[1, colour]
        tally[GROUPS] += s.largest[0, colour] + s.largest[1, colour]


@rule
def play_greedily(s: Any, buffer: Any, q: Any, tally: Any) -> None:
    """One match to its end, counted."""
    first = s.at[0]
    while s.phase == LAYING or s.phase == ROUND_OVER:
        if s.phase == ROUND_OVER:
            deal_next(s)
            open_round(s)
        tally[WAIVED] += not can_give(s)
        count = list_placements(s, buffer)
        tally[TURNS] += 1
        tally[PLACEMENTS] += count
        lay_card(s, greedy_action(s, buffer, count, q))
        if s.laid_count == IN_PLAY:
            count_round(s, tally)
    tally[MATCHES] += 1
    tally[WON] += s.totals[first] > s.totals[1 - first]
    tally[LOST] += s.totals[first] < s.totals[1 - first]


@rule
def play_trial(states: Any, count: int, root: Any, numbers: Any, buffer: Any, g: Any, q: Any, tally: Any) -> None:
    """Matches 0 to `count` - 1 of a series; record 1 stays blank."""
    for k in range(count):
        states[0] = states[1]
        s = states[0]
        chance.derive(root, k, 1, g)
        chance.start(s.rng, g[chance.BLOCK : chance.BLOCK + chance.KEY_WORDS])
        quick.start(q, g[chance.BLOCK + chance.KEY_WORDS], g[chance.BLOCK + chance.KEY_WORDS + 1])
        s.seats = 2
        setup(s, numbers)
        play_greedily(s, buffer, q, tally)


def try_deck(deck: Deck, options: Options, matches: int, seed: str = "deck trial") -> Trial:
    """Play greedy matches with a deck; the same for the same seed."""
    tally = np.zeros(9, np.int64)
    play_trial(
        for_rules(np.zeros(2, STATE)),
        matches,
        for_rules(chance.key_of(seed_from(seed))),
        for_rules(settings(options, deck)),
        for_rules(np.zeros(ACTIONS.size, np.int32)),
        for_rules(chance.generator()),
        for_rules(quick.generator()),
        for_rules(tally),
    )
    decided = tally[WON] + tally[LOST]
    return Trial(
        matches=int(tally[MATCHES]),
        starter_wins=float(tally[WON] / decided),
        decided=float(decided / tally[MATCHES]),
        tied_colours=float(tally[TIED] / (tally[ROUNDS] * COLOURS)),
        mean_group=float(tally[GROUPS] / (tally[ROUNDS] * COLOURS * 2)),
        placements=float(tally[PLACEMENTS] / tally[TURNS]),
        waived=int(tally[WAIVED]),
    )


def report(seed: int, matches: int) -> str:
    """One line for each way to lay the track."""
    deck = read_deck(find("dot_allot"), make(seed), f"seed {seed}")
    lines = [f"Seed {seed}, {matches} greedy matches each:"]
    for orientation, side in (
        ("vertical", "dark"),
        ("vertical", "light"),
        ("horizontal", "dark"),
        ("horizontal", "light"),
    ):
        trial = try_deck(deck, msgspec.convert({"orientation": orientation, "side": side}, Options), matches)
        lines.append(
            f"  {orientation:10} {side:5}  starter wins {trial.starter_wins:.1%} of {trial.decided:.0%} decided, "
            f"colours tied {trial.tied_colours:.1%}, mean group {trial.mean_group:.2f}, "
            f"placements {trial.placements:.0f}, waived {trial.waived}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    for number in [int(text) for text in sys.argv[1:]] or [HOUSE_SEED]:
        sys.stdout.write(f"{report(number, 3000)}\n")
