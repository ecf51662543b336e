"""Fair races: credited time decides, whatever the connection."""

from __future__ import annotations

import random

import pytest

from dottable.bots.bot import Choice
from dottable.core.match import Match
from dottable.core.seats import CLOCK
from dottable.games.dots_52.reasons import SNAP_IS_OVER
from dottable.table.answers import Held, Refusal
from dottable.table.commands import Move, Start
from dottable.table.events import Moved
from dottable.table.plans import BotCall, Plan
from dottable.table.races import CREDIT_CAP_MS, Claim, decidable_ms, in_order, is_raced, race_of
from dottable.table.trail import Trail
from tests.games.dots_52 import positions

from .house import House, right_symbol


def put(house: House, match: Match) -> None:
    """Let the table go on from a position."""
    house.table.match, house.table.trail, house.table.to_act = match, Trail(match), match.to_act


def snap_house(*tableaux: str, **round_trips_ms: int) -> House:
    """A seven has just been laid on the pile, and everybody may snap it."""
    house = House("dots_52", seats=len(tableaux))
    house.start()
    put(house, positions.table(*tableaux, drawn="7d"))
    for player, ms in round_trips_ms.items():
        house.table.round_trip(player, ms)
    house.act("ann", "discard")
    return house


SEVENS = ("7s 2s 3s 4s", "7h 2h 3h 4h", "7c 2c 3c 4c")


def race(house: House) -> list[Moved]:
    return [move for move in house.moves if move.race is not None]


def test_a_claim_is_held_until_no_rival_can_have_been_earlier() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.wait(1000)
    assert isinstance(house.act("ann", "snap", 0), Held)
    house.wait(159)
    assert race(house) == []
    house.wait(1)
    assert race(house)[0].at_ms == 980


def test_the_slowest_player_is_decided_at_once() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.wait(1000)
    house.act("bob", "snap", 0)
    assert race(house)[0].at_ms == 820


def test_a_rival_who_reacted_earlier_but_was_heard_later_wins() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.wait(1000)
    house.act("ann", "snap", 0)
    house.wait(100)
    house.act("bob", "snap", 0)
    house.wait(500)
    first, second = race(house)
    assert (first.seat, first.at_ms) == (1, 920)
    assert first.race is not None
    assert first.race.reason == "earlier"
    assert [(rival.seat, rival.arrived_ms, rival.credit_ms) for rival in first.race.rivals] == [
        (1, 1100, 180),
        (0, 1000, 20),
    ]
    assert (second.seat, second.at_ms) == (0, 980)


def test_D8_a_right_card_that_lost_the_race_goes_back_without_penalty() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.act("ann", "snap", 0)
    house.wait(100)
    house.act("bob", "snap", 0)
    house.wait(500)
    match = house.table.live_match()
    assert int(match.state.cards[1]) == 3
    assert int(match.state.cards[0]) == 4


def test_E7_a_claim_on_a_hexagon_just_taken_is_refused_without_a_lock() -> None:
    house = House("dobble_connect", seats=3)
    house.start()
    house.table.round_trip("cem", 300)  # who is waited for
    match = house.table.live_match()
    house.act("ann", "claim", 0, 0, right_symbol(house, 0), client_id="a")
    house.wait(10)
    house.act("bob", "claim", 0, 0, right_symbol(house, 1), client_id="b")
    house.wait(500)
    assert [move.seat for move in house.moves] == [0]
    assert [(refused.player, refused.client_id) for refused in house.refused] == [("bob", "b")]
    assert house.refused[0].refusal.sentence == "Too late: a card lies there already."
    assert int(match.state.locked) == 0


def test_equal_times_are_decided_by_a_coin_that_favours_nobody() -> None:
    claims = [Claim(seat, 0, 100, 0) for seat in range(4)]
    firsts = [in_order(claims, "commitment", n)[0].seat for n in range(4000)]
    assert all(900 < firsts.count(seat) < 1100 for seat in range(4))
    assert in_order(claims, "commitment", 7) == in_order(claims[::-1], "commitment", 7)
    assert race_of(in_order(claims, "commitment", 7)).reason == "coin"


def test_a_claim_is_never_held_longer_than_the_cap() -> None:
    house = snap_house(*SEVENS[:2], ann=0, bob=60_000)
    assert house.table.presence.credit_ms("bob") == CREDIT_CAP_MS
    assert decidable_ms(Claim(0, 0, 1000, 0), [CREDIT_CAP_MS]) == 1000 + CREDIT_CAP_MS


def test_one_long_round_trip_among_many_gains_nothing() -> None:
    house = snap_house(*SEVENS[:2], ann=20)
    for ms in (20, 22, 5000, 21):
        house.table.round_trip("ann", ms)
    assert house.table.presence.credit_ms("ann") == 21


def test_D9_the_clock_waits_for_claims_that_were_made_in_time() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.wait(3100)
    assert house.table.live_match().deadline_ms == 3000
    house.act("bob", "snap", 0)
    assert (race(house)[0].seat, race(house)[0].at_ms) == (1, 2920)


def test_D9_the_clock_closes_the_window_once_nobody_can_have_been_in_time() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.wait(3179)
    assert house.moves[-1].seat != CLOCK
    house.wait(1)
    assert (house.moves[-1].seat, house.moves[-1].at_ms) == (CLOCK, 3000)


def test_D9_a_claim_made_after_the_deadline_comes_after_the_clock() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.wait(3050)
    house.act("ann", "snap", 0, client_id="late")
    house.wait(500)
    assert house.moves[-1].seat == CLOCK
    assert house.refused[0].refusal.reason == SNAP_IS_OVER


def test_E7_a_locked_player_who_waited_for_the_clock_is_heard_after_it() -> None:
    house = House("dobble_connect")
    house.start()
    house.table.round_trip("ann", 100)
    match = house.table.live_match()
    right = right_symbol(house, 0)
    house.act("ann", "claim", 0, 0, (right + 1) % 10)
    house.wait(100)
    deadline_ms = match.deadline_ms
    assert deadline_ms is not None
    house.wait(deadline_ms - 100 + 50)
    house.act("ann", "claim", 0, 0, right)
    house.wait(500)
    assert [move.seat for move in house.moves] == [0, CLOCK, 0]
    assert house.refused == []


def test_a_player_has_one_claim_at_a_time() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=180)
    house.act("ann", "snap", 0, client_id="1")
    assert isinstance(house.act("ann", "snap", 0, client_id="1"), Held)
    answer = house.act("ann", "snap", 1, client_id="2")
    assert isinstance(answer, Refusal)
    assert answer.code == "being-judged"
    house.wait(500)
    assert len(race(house)) == 1


def test_three_rivals_are_judged_one_after_the_other() -> None:
    house = snap_house(*SEVENS, ann=10, bob=100, cem=200)
    for player in ("ann", "bob", "cem"):
        house.act(player, "snap", 0)
        house.wait(60)
    house.wait(500)
    assert [move.seat for move in race(house)] == [2, 1, 0]


def test_a_player_who_is_gone_holds_nobody_up() -> None:
    house = snap_house(*SEVENS[:2], ann=20, bob=300)
    house.table.disconnected("bob", house.now)
    house.act("ann", "snap", 0)
    assert len(race(house)) == 1


def test_no_time_of_a_client_is_ever_read() -> None:
    assert set(Move.__struct_fields__) == {"client_id", "action"}


def share_of_the_slower(delays_ms: tuple[int, int], races: int, *, measured: bool) -> float:
    """Equal reactions over two connections, one way `delays_ms` with a tenth of jitter; who snaps first?"""
    house = House("dots_52")
    house.seat_people()
    house.command("ann", Start())
    position, luck, won = positions.table(*SEVENS[:2], drawn="7d"), random.Random(5), 0
    for _ in range(races):
        put(house, position.copy())
        if measured:
            for player, delay_ms in zip(("ann", "bob"), delays_ms, strict=True):
                house.table.round_trip(player, jittered(2 * delay_ms, luck))
        house.act("ann", "discard")
        arrivals = []
        for player, delay_ms in zip(("ann", "bob"), delays_ms, strict=True):
            reaction_ms = round(luck.gauss(600, 120))
            arrivals.append((jittered(delay_ms, luck) + reaction_ms + jittered(delay_ms, luck), player))
        opened, before = house.now, len(house.bodies)
        for arrives_ms, player in sorted(arrivals):
            house.wait(opened + arrives_ms - house.now)
            house.act(player, "snap", 0)
        house.wait(1000)
        del house.bodies[:before]
        won += race(house)[0].seat == 1
        house.bodies.clear()
    return won / races


def jittered(ms: int, luck: random.Random) -> int:
    return max(0, round(luck.gauss(ms, ms / 10)))


@pytest.mark.parametrize("delays_ms", [(20, 180), (10, 90)])
def test_the_slower_connection_wins_half_of_the_races(delays_ms: tuple[int, int]) -> None:
    assert 0.45 <= share_of_the_slower(delays_ms, 3000, measured=True) <= 0.55


def test_without_measured_round_trips_the_slower_connection_would_lose() -> None:
    assert share_of_the_slower((20, 180), 500, measured=False) < 0.2


@pytest.mark.parametrize(("pace", "ms"), [("quick", 1000), ("natural", 1000), ("calm", 2000)])
def test_a_calm_table_slows_bots_in_races_and_no_table_speeds_them_up(pace: str, ms: int) -> None:
    house = House("dots_52", seats=2, pace=pace)  # type: ignore[arg-type]
    house.start()
    put(house, positions.table(*SEVENS[:2], drawn="7d"))
    house.act("ann", "discard")
    table = house.table
    table.seating.holders[1].bot = "steady"  # type: ignore[union-attr]
    snap = next(action for action in table.live_match().legal(1) if is_raced(table.game, action))
    asked = table.waits.by_seat[1]
    table.bot_chose(BotCall(1, "steady", asked.version), Choice(snap, 1000), house.now)
    assert table.plans.by_seat[1] == Plan(snap, asked.since_ms + ms, True)
