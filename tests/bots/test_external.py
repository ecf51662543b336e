"""External bots run in a process of their own, know no more than their seat, and cannot stop a match."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.external.external_bot import ExternalBot
from dottable.bots.safe_choose import BotFault, safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.core.errors import DottableError
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move, seed_from
from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array
from dottable.core.registry import find_game

FAULTY = Path(__file__).with_name("faulty_bots.py")
SEED = bytes(32)
SHORT_BUDGET = Budget(ms=250)


@pytest.fixture(autouse=True)
def _interpreted_processes(monkeypatch):
    """Run bots interpreted: their processes start in a third of the time."""
    monkeypatch.setenv("DOTTABLE_BOTS_INTERPRETED", "1")


def access_at_start(game):
    match = Match(game, seed=SEED)
    return SeatAccess(match, match.to_act[0])


def bot(name, game, **limits):
    return ExternalBot(f"{FAULTY}:{name}", game, **limits)


def is_alive(pid: int) -> bool:
    """Return whether a process still runs; a zombie does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ends_soon(pid: int) -> bool:
    """Return whether a killed process is gone within a few seconds."""
    deadline = time.monotonic() + 5
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_alive(pid)


def fault_of(name, game, budget=SHORT_BUDGET):
    with bot(name, game) as external:
        answer = safe_choose(external, access_at_start(game), budget, SEED)
    assert answer.choice.action in access_at_start(game).legal()
    assert answer.fault is not None
    return answer.fault


def test_a_correct_bot_replies(last_dot, monkeypatch):
    monkeypatch.delenv("DOTTABLE_BOTS_INTERPRETED")
    with bot("FirstAction", last_dot) as external:
        for _ in range(3):
            assert external.choose(access_at_start(last_dot), Budget(), SEED) == access_at_start(last_dot).legal()[0]


def test_a_bot_may_give_a_delay(last_dot):
    with bot("Delaying", last_dot) as external:
        assert external.choose(access_at_start(last_dot), Budget(), SEED) == Choice(
            access_at_start(last_dot).legal()[0], 1234
        )


def test_a_bot_can_be_a_class_in_a_module(last_dot):
    with ExternalBot("dottable.bots.random_bot:RandomBot", last_dot) as external:
        assert external.choose(access_at_start(last_dot), Budget(), SEED) in access_at_start(last_dot).legal()


FAULTS = [
    ("Crashing", "exception", "ValueError: I am lost"),
    ("Quitting", "exception", "SystemExit: bye"),
    ("ChoosingIllegally", "illegal", "action 10000000 is not legal here"),
    ("ReturningHugeNumber", "illegal", "is not legal here"),
    ("ReturningText", "nonsense", "'the left one', which is not an integer"),
    ("Hanging", "timeout", "no reply within 300 ms"),
    ("Computing", "timeout", "no reply within 300 ms"),
    ("Dying", "death", "exit code 3"),
    ("WritingToPipes", "garbage", "broke the protocol"),
]


@pytest.mark.parametrize(("name", "kind", "message"), FAULTS, ids=[name for name, *_ in FAULTS])
def test_every_fault_is_reported_in_one_line(last_dot, name, kind, message):
    fault = fault_of(name, last_dot)
    assert fault.kind == kind
    assert message in fault.message
    assert "\n" not in fault.message


@pytest.mark.parametrize(
    ("name", "message"),
    [("Unstartable", "no weights here"), ("WithoutChoose", "needs a method 'choose'"), ("Nobody", "no class")],
)
def test_a_bot_that_cannot_be_started_gives_the_reason(last_dot, name, message):
    fault = fault_of(name, last_dot)
    assert fault.kind == "start"
    assert message in fault.message


def test_a_bot_that_died_is_restarted(last_dot, tmp_path, monkeypatch):
    mark = tmp_path / "mark"
    mark.touch()
    monkeypatch.setenv("TEST_MARK", str(mark))
    with bot("DyingOnce", last_dot) as external:
        with pytest.raises(BotFault, match="death"):
            external.choose(access_at_start(last_dot), Budget(), SEED)
        assert external.choose(access_at_start(last_dot), Budget(), SEED) in access_at_start(last_dot).legal()


def test_close_ends_the_process(last_dot):
    external = bot("FirstAction", last_dot)
    external.choose(access_at_start(last_dot), Budget(), SEED)
    pid = external._process._popen.pid
    assert is_alive(pid)
    external.close()
    assert not Path(f"/proc/{pid}").exists()


def test_deleting_a_bot_ends_its_process(last_dot):
    external = bot("FirstAction", last_dot)
    external.choose(access_at_start(last_dot), Budget(), SEED)
    pid = external._process._popen.pid
    del external
    assert not Path(f"/proc/{pid}").exists()


def test_child_processes_of_a_bot_end_with_it(last_dot, tmp_path, monkeypatch):
    child = tmp_path / "child"
    monkeypatch.setenv("TEST_CHILD", str(child))
    fault_of("StartingChild", last_dot, Budget(ms=2000))
    assert ends_soon(int(child.read_text()))


def test_prints_of_a_bot_do_not_disturb_the_protocol(last_dot):
    with bot("Printing", last_dot) as external:
        assert external.choose(access_at_start(last_dot), Budget(), SEED) == access_at_start(last_dot).legal()[0]


def test_a_bot_is_prepared_once_before_it_plays(last_dot):
    with bot("Prepared", last_dot) as external:
        assert external.choose(access_at_start(last_dot), Budget(), SEED) == access_at_start(last_dot).legal()[0]


def test_a_start_that_takes_too_long_is_a_fault(last_dot):
    with bot("FirstAction", last_dot, start_limit_ms=1) as external, pytest.raises(BotFault, match="start: timeout"):
        external.start()


@pytest.mark.parametrize("slug", ["dots_52", "dot_allot"])
def test_a_bot_that_inspects_everything_cannot_tell_apart_what_its_seat_cannot(slug, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    game = find_game(slug)
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(seed_from("twins"))))
    series = Series(SeriesConfig(game, seats=2, options=game.state.Options(), seed=seed_from("rummage")))
    with bot("Inspecting", game) as external:
        for index in range(4):
            match, q = series.match(index)
            for _ in range(4 + 3 * index):
                play_random_move(match, q)
            seat = match.to_act[0]
            if seat >= match.seats:
                continue
            choice = external.choose(SeatAccess(match, seat), Budget(), SEED)
            twins = [match.determinize(seat, g) for _ in range(5)]
            assert {external.choose(SeatAccess(twin, seat), Budget(), SEED) for twin in twins} == {choice}
            assert any(twin.state_bytes != match.state_bytes for twin in twins)


def test_the_seat_access_in_the_process_equals_the_original():
    """Options, seats, time and record are transmitted."""
    from dottable.bots.external import process_main

    game = find_game("dots_52")
    options = game.state.Options(snap_seconds=7)
    match = Match(game, seats=3, options=options, seed=SEED)
    seat = match.to_act[0]
    match.apply(seat, match.legal(seat)[0], 4321)
    seat = match.to_act[0]
    access = SeatAccess(match, seat)
    request = ExternalBot("x:Y", game)._choose_request(access, Budget(), SEED, 1000)
    there = process_main.seat_access_of(game, request)
    assert there.record.tobytes() == access.record.tobytes()
    assert (there.seat, there.seats, there.now_ms, there.legal()) == (seat, 3, 4321, access.legal())
    assert there.determinize(SEED).options == options


def test_an_unknown_file_gives_a_clear_error(last_dot):
    from dottable.bots.registry import require_bots

    with pytest.raises(DottableError, match=r"Cannot start the bot 'no\.py:Bot': There is no file 'no\.py'"):
        require_bots(["no.py:Bot"], last_dot)
