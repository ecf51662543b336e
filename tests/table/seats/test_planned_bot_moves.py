"""Bots at the table, also as stand-ins for absent players."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.seat_access import SeatAccess
from dottable.bots.timing.timed_bot import MAX_THINKING_MS
from dottable.core.game import Game
from dottable.games.dobble_connect.state import ACTIONS
from dottable.table.commands import SetReady, Start
from dottable.table.decisions.command_handling import ALREADY_STARTED
from dottable.table.seats.planned_bot_moves import START_COUNTDOWN_MS, BotRequest
from dottable.table.seats.seating import NOT_SEATED
from tests.table.harness import TableHarness, right_symbol


class First:
    """Takes the first legal action after a fixed time."""

    def __init__(self, after_ms: int = 1000) -> None:
        self.after_ms = after_ms

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> Choice:  # noqa: ARG002
        return Choice(access.legal()[0], self.after_ms)


class Stubborn:
    """Never chooses anything legal."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        return 3


class LineBuilder:
    """Lays its cards in a row to the right by the right symbol, and deals at once (Dobble Connect)."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> Choice:  # noqa: ARG002
        legal = access.legal()
        if len(legal) == 1:
            return Choice(legal[0], 0)
        view = access.view()
        newest = len(view.table) - 1
        shared = {*view.table[newest].card.symbols}
        place = next(k for k, name in enumerate(view.players[access.seat].top.symbols) if name in shared)
        return Choice(ACTIONS.encode("claim", newest, 0, place), 1000)


def against_bot(game: Game | str, bot: object, *, people: int = 1, seats: int = 2, **settings: object) -> TableHarness:
    harness = TableHarness(game, seats=seats, bot=bot, **settings)  # type: ignore[arg-type]
    harness.seat_people(people)
    harness.seat_bots()
    harness.command("ann", Start())
    return harness


def test_a_bot_acts_after_its_own_time(last_dot: Game) -> None:
    harness = against_bot(last_dot, First(1000))
    harness.wait(500)
    harness.act("ann", "take", 0)
    harness.wait(999)
    assert len(harness.moves) == 1
    harness.wait(1)
    assert (harness.moves[-1].seat, harness.moves[-1].at_ms, harness.moves[-1].by) == (1, 1500, "bot")


@pytest.mark.parametrize(("pace", "ms"), [("quick", 250), ("natural", 1000), ("calm", 2000)])
def test_the_pace_of_a_table_is_that_of_its_bots(last_dot: Game, pace: str, ms: int) -> None:
    harness = against_bot(last_dot, First(1000), pace=pace)
    harness.act("ann", "take", 0)
    harness.wait(5000)
    assert harness.moves[1].at_ms == ms


def test_a_bot_is_asked_once_per_wait(last_dot: Game) -> None:
    harness = against_bot(last_dot, First())
    assert harness.table.bot_requests() == []
    harness.act("ann", "take", 0)
    assert len(harness.requested) == 1
    harness.settle()
    assert harness.table.bot_requests() == []


def test_a_choice_that_is_out_of_date_is_dropped(last_dot: Game) -> None:
    harness = against_bot(last_dot, First())
    harness.act("ann", "take", 0)
    old = BotRequest(1, "steady", harness.table.version)
    harness.wait(2000)
    harness.act("ann", "take", 0)
    plan = harness.table.plans.by_seat[1]
    harness.table.plan_bot_move(old, Choice(2, 0), harness.now)
    assert harness.table.plans.by_seat[1] == plan


def test_a_bot_that_chooses_nothing_legal_gets_the_default_action(last_dot: Game) -> None:
    harness = against_bot(last_dot, Stubborn())
    harness.act("ann", "take", 0)
    assert (harness.moves[-1].seat, harness.moves[-1].action) == (1, 0)


def test_a_bots_claim_waits_for_rivals_like_any_other() -> None:
    harness = against_bot("dobble_connect", First(1000))
    harness.table.add_round_trip("ann", 200)
    harness.wait(START_COUNTDOWN_MS + 1199)
    assert harness.moves == []
    harness.wait(1)
    first = harness.moves[0]
    assert (first.seat, first.at_ms, first.by) == (1, START_COUNTDOWN_MS + 1000, "bot")


def test_a_bot_keeps_its_time_while_others_act() -> None:
    harness = against_bot("dobble_connect", First(1000), seats=3, people=2)
    harness.wait(START_COUNTDOWN_MS + 500)
    harness.act("ann", "claim", 0, 5, 0)
    harness.wait(500)
    assert [(move.seat, move.at_ms) for move in harness.moves] == [
        (0, START_COUNTDOWN_MS + 500),
        (2, START_COUNTDOWN_MS + 1000),
    ]


def test_a_bot_whose_plan_became_illegal_chooses_again() -> None:
    """E7: its hexagon is taken."""
    harness = against_bot("dobble_connect", First(1000), seats=3, people=2)
    harness.wait(500)
    harness.act("ann", "claim", 0, 0, right_symbol(harness, 0))
    harness.wait(1000)
    assert [move.seat for move in harness.moves] == [0, 2]
    assert harness.moves[1].action != harness.moves[0].action


def test_a_bot_replaces_a_player_who_is_away_too_long(last_dot: Game) -> None:
    harness = TableHarness(last_dot, bot=First(), bots_for_absent=True, absent_after_s=5)
    harness.start()
    harness.wait(1000)
    harness.table.remove_connection("ann", harness.now)
    harness.wait(4999)
    assert harness.table.seating.bot_level_at(0) is None
    harness.wait(1)
    assert harness.table.seating.bot_level_at(0) == "steady"
    harness.wait(1000)
    assert (harness.moves[-1].seat, harness.moves[-1].by) == (0, "bot")


def test_absent_players_are_replaced_only_if_configured(last_dot: Game) -> None:
    harness = TableHarness(last_dot)
    harness.start()
    harness.table.remove_connection("ann", harness.now)
    harness.wait(9_000)
    assert harness.table.seating.bot_level_at(0) is None


def test_a_table_that_all_have_left_waits_for_them(last_dot: Game) -> None:
    harness = TableHarness(last_dot, bots_for_absent=True, absent_after_s=5)
    harness.start()
    for player in ("ann", "bob"):
        harness.table.remove_connection(player, harness.now)
    harness.wait(9_000)
    assert [harness.table.seating.bot_level_at(seat) for seat in (0, 1)] == [None, None]


def test_a_returned_player_replaces_the_bot(last_dot: Game) -> None:
    harness = TableHarness(last_dot, bot=First(4000), bots_for_absent=True, absent_after_s=5)
    harness.start()
    harness.table.remove_connection("ann", harness.now)
    harness.wait(5000)
    harness.table.add_connection("ann")
    harness.wait(10)
    assert harness.table.seating.bot_level_at(0) is None
    assert harness.table.seating.seat_of("ann") == 0
    harness.act("ann", "take", 2)
    assert (harness.moves[-1].by, harness.moves[-1].action) == ("player", 2)


def test_a_player_with_two_devices_is_away_only_without_both(last_dot: Game) -> None:
    harness = TableHarness(last_dot, bots_for_absent=True, absent_after_s=5)
    harness.start()
    harness.table.add_connection("ann")
    harness.table.remove_connection("ann", harness.now)
    harness.wait(8000)
    assert harness.table.seating.bot_level_at(0) is None


def test_absences_are_counted_from_the_restart(last_dot: Game) -> None:
    harness = TableHarness(last_dot, bots_for_absent=True, absent_after_s=5)
    harness.start()
    harness.act("ann", "take", 0)
    harness.table = harness.restored(after_ms=1_000_000)
    harness.now += 1_000_000
    harness.table.add_connection("ann")
    harness.wait(4999)
    assert harness.table.seating.bot_level_at(1) is None
    harness.wait(1)
    assert harness.table.seating.bot_level_at(1) == "steady"


def test_a_bot_is_asked_again_after_a_restart(last_dot: Game) -> None:
    harness = against_bot(last_dot, First())
    harness.act("ann", "take", 0)
    table = harness.restored()
    assert [request.seat for request in table.bot_requests()] == [1]


def bot_won_a_round(*, waits_between_rounds: bool) -> TableHarness:
    """Return a table at which a bot has just made the line of the first round, with 20 s of waiting after it."""
    harness = against_bot("dobble_connect", LineBuilder(), waits_between_rounds=waits_between_rounds)
    harness.wait(START_COUNTDOWN_MS + 4 * 1000 + 20_000)
    return harness


def rounds_of(harness: TableHarness) -> int:
    return int(harness.table.live_match().view(0).round)


def test_a_bot_deals_the_next_round_once_a_player_is_ready() -> None:
    harness = bot_won_a_round(waits_between_rounds=True)
    assert (len(harness.moves), rounds_of(harness)) == (4, 1)
    assert harness.command("bob", SetReady()) == NOT_SEATED
    harness.command("ann", SetReady())
    assert (harness.moves[4].seat, harness.moves[4].by, rounds_of(harness)) == (1, "bot", 2)
    harness.wait(START_COUNTDOWN_MS + 999)
    assert len(harness.moves) == 5  # the whole countdown lies before the bot's first card
    assert harness.command("ann", SetReady()) == ALREADY_STARTED


def test_a_bot_deals_at_once_at_a_table_that_does_not_wait() -> None:
    assert rounds_of(bot_won_a_round(waits_between_rounds=False)) > 1


def test_a_bot_lays_its_five_opening_tiles_in_under_five_seconds() -> None:
    harness = against_bot("dot_tiles", First(MAX_THINKING_MS))
    match = harness.table.live_match
    while match().to_act == (0,):  # the player may be first
        harness.move("ann", match().legal(0)[0])
    harness.wait(4999)
    assert [move.seat for move in harness.moves].count(1) == 5
