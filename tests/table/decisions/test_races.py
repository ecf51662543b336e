"""Races: credited time decides, independent of the connection."""

from __future__ import annotations

import random

import pytest

from dottable.bots.bot import Choice
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.games.dots_52.rules.refusal_codes import SNAP_TIME_UP
from dottable.table.commands import MakeMove, Start
from dottable.table.decisions.command_results import HeldClaim, Rejected
from dottable.table.decisions.races import (
    MAX_LATENCY_CREDIT_MS,
    Claim,
    by_credited_time,
    decision_time_ms,
    is_race_action,
    race_outcome,
)
from dottable.table.events import Moved
from dottable.table.seats.planned_bot_moves import BotRequest, PlannedBotMove
from dottable.table.viewers.recent_moves import RecentMoves
from tests.games.dots_52 import positions
from tests.table.harness import TableHarness, right_symbol


def put(harness: TableHarness, match: Match) -> None:
    """Continue the table from a given match."""
    harness.table.match, harness.table.recent_moves, harness.table.to_act = match, RecentMoves(match), match.to_act


def snap_harness(*tableaux: str, **round_trips_ms: int) -> TableHarness:
    """Return a table where a seven was just laid and all players may snap it."""
    harness = TableHarness("dots_52", seats=len(tableaux))
    harness.start()
    put(harness, positions.table(*tableaux, drawn="7d"))
    for player, ms in round_trips_ms.items():
        harness.table.add_round_trip(player, ms)
    harness.act("ann", "discard")
    return harness


RACES_PER_MATCH = 50
SEVENS = ("7s 2s 3s 4s", "7h 2h 3h 4h", "7c 2c 3c 4c")


def race(harness: TableHarness) -> list[Moved]:
    return [move for move in harness.moves if move.race is not None]


def test_a_claim_is_held_until_no_rival_can_have_been_earlier() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.wait(1000)
    assert isinstance(harness.act("ann", "snap", 0), HeldClaim)
    harness.wait(159)
    assert race(harness) == []
    harness.wait(1)
    assert race(harness)[0].at_ms == 980


def test_the_slowest_player_is_decided_at_once() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.wait(1000)
    harness.act("bob", "snap", 0)
    assert race(harness)[0].at_ms == 820


def test_a_rival_who_reacted_earlier_but_arrived_later_wins() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.wait(1000)
    harness.act("ann", "snap", 0)
    harness.wait(100)
    harness.act("bob", "snap", 0)
    harness.wait(500)
    first, second = race(harness)
    assert (first.seat, first.at_ms) == (1, 920)
    assert first.race is not None
    assert first.race.reason == "earlier"
    assert [(rival.seat, rival.arrived_ms, rival.credit_ms) for rival in first.race.rivals] == [
        (1, 1100, 180),
        (0, 1000, 20),
    ]
    assert (second.seat, second.at_ms) == (0, 980)


def test_D8_a_right_card_that_lost_the_race_goes_back_without_penalty() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.act("ann", "snap", 0)
    harness.wait(100)
    harness.act("bob", "snap", 0)
    harness.wait(500)
    match = harness.table.live_match()
    assert int(match.state.cards[1]) == 3
    assert int(match.state.cards[0]) == 4


def test_E7_a_claim_on_a_hexagon_just_taken_is_refused_without_a_lock() -> None:
    harness = TableHarness("dobble_connect", seats=3)
    harness.start()
    harness.table.add_round_trip("cem", 300)  # who is waited for
    match = harness.table.live_match()
    harness.act("ann", "claim", 0, 0, right_symbol(harness, 0), client_id="a")
    harness.wait(10)
    harness.act("bob", "claim", 0, 0, right_symbol(harness, 1), client_id="b")
    harness.wait(500)
    assert [move.seat for move in harness.moves] == [0]
    assert [(claim.player, claim.client_id) for claim in harness.rejected] == [("bob", "b")]
    assert harness.rejected[0].rejected.sentence == "Too late: a card lies there already."
    assert int(match.state.locked) == 0


def test_equal_times_are_decided_by_a_fair_tie_break() -> None:
    claims = [Claim(seat, 0, 100, 0) for seat in range(4)]
    firsts = [by_credited_time(claims, "commitment", n)[0].seat for n in range(4000)]
    assert all(900 < firsts.count(seat) < 1100 for seat in range(4))
    assert by_credited_time(claims, "commitment", 7) == by_credited_time(claims[::-1], "commitment", 7)
    assert race_outcome(by_credited_time(claims, "commitment", 7)).reason == "coin"


def test_a_claim_is_never_held_longer_than_the_cap() -> None:
    harness = snap_harness(*SEVENS[:2], ann=0, bob=60_000)
    assert harness.table.presence.latency_credit_ms("bob") == MAX_LATENCY_CREDIT_MS
    assert decision_time_ms(Claim(0, 0, 1000, 0), [MAX_LATENCY_CREDIT_MS]) == 1000 + MAX_LATENCY_CREDIT_MS


def test_longer_round_trips_gain_nothing() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20)
    for ms in (22, 5000, 410, 410, 410, 410, 410, 410, 410, 410):
        harness.table.add_round_trip("ann", ms)
    assert harness.table.presence.latency_credit_ms("ann") == 20


def test_a_second_slower_connection_gains_nothing() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20)
    harness.table.add_connection("ann")
    harness.table.add_round_trip("ann", 300)
    assert harness.table.presence.latency_credit_ms("ann") == 20
    harness.table.remove_connection("ann", harness.now)
    assert harness.table.presence.latency_credit_ms("ann") == 20


def test_a_new_connection_is_measured_anew() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20)
    harness.table.remove_connection("ann", harness.now)
    harness.table.add_connection("ann")
    assert harness.table.presence.latency_credit_ms("ann") == 0
    harness.table.add_round_trip("ann", 90)
    assert harness.table.presence.latency_credit_ms("ann") == 90


def test_D9_the_clock_waits_for_claims_that_were_made_in_time() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.wait(3100)
    assert harness.table.live_match().deadline_ms == 3000
    harness.act("bob", "snap", 0)
    assert (race(harness)[0].seat, race(harness)[0].at_ms) == (1, 2920)


def test_D9_the_clock_closes_the_window_once_nobody_can_have_been_in_time() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.wait(3179)
    assert harness.moves[-1].seat != CLOCK
    harness.wait(1)
    assert (harness.moves[-1].seat, harness.moves[-1].at_ms) == (CLOCK, 3000)


def test_D9_a_claim_made_after_the_deadline_comes_after_the_clock() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.wait(3050)
    harness.act("ann", "snap", 0, client_id="late")
    harness.wait(500)
    assert harness.moves[-1].seat == CLOCK
    assert harness.rejected[0].rejected.reason == SNAP_TIME_UP


def test_E7_a_locked_player_who_waited_for_the_clock_is_heard_after_it() -> None:
    harness = TableHarness("dobble_connect")
    harness.start()
    harness.table.add_round_trip("ann", 100)
    match = harness.table.live_match()
    right = right_symbol(harness, 0)
    harness.act("ann", "claim", 0, 0, (right + 1) % 10)
    harness.wait(100)
    deadline_ms = match.deadline_ms
    assert deadline_ms is not None
    harness.wait(deadline_ms - 100 + 50)
    harness.act("ann", "claim", 0, 0, right)
    harness.wait(500)
    assert [move.seat for move in harness.moves] == [0, CLOCK, 0]
    assert harness.rejected == []


def test_a_player_has_one_claim_at_a_time() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=180)
    harness.act("ann", "snap", 0, client_id="1")
    assert isinstance(harness.act("ann", "snap", 0, client_id="1"), HeldClaim)
    answer = harness.act("ann", "snap", 1, client_id="2")
    assert isinstance(answer, Rejected)
    assert answer.code == "being-judged"
    harness.wait(500)
    assert len(race(harness)) == 1


def test_three_rivals_are_judged_one_after_the_other() -> None:
    harness = snap_harness(*SEVENS, ann=10, bob=100, cem=200)
    for player in ("ann", "bob", "cem"):
        harness.act(player, "snap", 0)
        harness.wait(60)
    harness.wait(500)
    assert [move.seat for move in race(harness)] == [2, 1, 0]


def test_a_disconnected_player_does_not_delay_a_race() -> None:
    harness = snap_harness(*SEVENS[:2], ann=20, bob=300)
    harness.table.remove_connection("bob", harness.now)
    harness.act("ann", "snap", 0)
    assert len(race(harness)) == 1


def test_client_times_are_never_used() -> None:
    assert set(MakeMove.__struct_fields__) == {"client_id", "action"}


def share_of_the_slower(delays_ms: tuple[int, int], races: int, *, measured: bool) -> float:
    """Return how often the slower connection wins with equal reactions; one-way `delays_ms` with 10 % jitter."""
    harness = TableHarness("dots_52")
    harness.seat_people()
    harness.command("ann", Start())
    position, rng, won = positions.table(*SEVENS[:2], drawn="7d"), random.Random(5), 0
    for n in range(races):
        put(harness, position.copy())
        if measured and n % RACES_PER_MATCH == 0:
            for player, delay_ms in zip(("ann", "bob"), delays_ms, strict=True):
                harness.table.remove_connection(player, harness.now)
                harness.table.add_connection(player)
                for smoothed_ms in kernel_round_trips(delay_ms, rng):
                    harness.table.add_round_trip(player, smoothed_ms)
        harness.act("ann", "discard")
        arrivals = []
        for player, delay_ms in zip(("ann", "bob"), delays_ms, strict=True):
            reaction_ms = round(rng.gauss(600, 120))
            arrivals.append((jittered(delay_ms, rng) + reaction_ms + jittered(delay_ms, rng), player))
        opened, before = harness.now, len(harness.bodies)
        for arrives_ms, player in sorted(arrivals):
            harness.wait(opened + arrives_ms - harness.now)
            harness.act(player, "snap", 0)
        harness.wait(1000)
        del harness.bodies[:before]
        won += race(harness)[0].seat == 1
        harness.bodies.clear()
    return won / races


def kernel_round_trips(delay_ms: int, rng: random.Random) -> list[int]:
    """Return 100 smoothed round-trip times like a kernel's (RFC 6298: a moving average with weight 1/8)."""
    smoothed = float(jittered(delay_ms, rng) + jittered(delay_ms, rng))
    found = [round(smoothed)]
    for _ in range(99):
        smoothed += (jittered(delay_ms, rng) + jittered(delay_ms, rng) - smoothed) / 8
        found.append(round(smoothed))
    return found


def jittered(ms: int, rng: random.Random) -> int:
    return max(0, round(rng.gauss(ms, ms / 10)))


@pytest.mark.parametrize("delays_ms", [(20, 180), (10, 90)])
def test_the_slower_connection_wins_half_of_the_races(delays_ms: tuple[int, int]) -> None:
    assert 0.45 <= share_of_the_slower(delays_ms, 3000, measured=True) <= 0.55


def test_without_measured_round_trips_the_slower_connection_would_lose() -> None:
    assert share_of_the_slower((20, 180), 500, measured=False) < 0.2


@pytest.mark.parametrize(("pace", "ms"), [("quick", 1000), ("natural", 1000), ("calm", 2000)])
def test_a_calm_table_slows_bots_in_races_and_no_table_speeds_them_up(pace: str, ms: int) -> None:
    harness = TableHarness("dots_52", seats=2, pace=pace)
    harness.start()
    put(harness, positions.table(*SEVENS[:2], drawn="7d"))
    harness.act("ann", "discard")
    table = harness.table
    table.seating.holders[1].bot = "steady"  # type: ignore[union-attr]
    snap = next(action for action in table.live_match().legal(1) if is_race_action(table.game, action))
    asked = table.seat_clocks.waits[1]
    table.plan_bot_move(BotRequest(1, "steady", asked.version), Choice(snap, 1000), harness.now)
    assert table.plans.by_seat[1] == PlannedBotMove(snap, asked.since_ms + ms, True)
