"""Foreign bots run in a process of their own, know no more than their seat, and can do no harm."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dottable.bots.asking import BotFault, ask
from dottable.bots.bot import Budget, Choice
from dottable.bots.chair import Chair
from dottable.bots.external import ExternalBot
from dottable.core import chance
from dottable.core.errors import DottableError
from dottable.core.match import Match
from dottable.core.record import for_rules
from dottable.core.registry import find
from dottable.core.series import Series, play_random, seed_from

FAULTY = Path(__file__).with_name("faulty_bots.py")
SEED = bytes(32)
SHORT = Budget(ms=250)


@pytest.fixture(autouse=True)
def _interpreted_processes(monkeypatch):
    """Without Numba a bot's process starts in a third of the time."""
    monkeypatch.setenv("DOTTABLE_BOTS_INTERPRETED", "1")


def opening(game):
    match = Match(game, seed=SEED)
    return Chair(match, match.to_act[0])


def bot(name, game, **limits):
    return ExternalBot(f"{FAULTY}:{name}", game, **limits)


def is_alive(pid: int) -> bool:
    """Whether a process still runs; one that is only waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ends_soon(pid: int) -> bool:
    """Whether a process that was killed is gone within a few seconds: the system may be busy."""
    deadline = time.monotonic() + 5
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_alive(pid)


def fault_of(name, game, budget=SHORT):
    with bot(name, game) as foreign:
        answer = ask(foreign, opening(game), budget, SEED)
    assert answer.choice.action in opening(game).legal()
    assert answer.fault is not None
    return answer.fault


def test_a_sound_bot_answers(last_dot, monkeypatch):
    monkeypatch.delenv("DOTTABLE_BOTS_INTERPRETED")
    with bot("First", last_dot) as foreign:
        for _ in range(3):
            assert foreign.choose(opening(last_dot), Budget(), SEED) == opening(last_dot).legal()[0]


def test_it_may_say_when_it_acts(last_dot):
    with bot("Unhurried", last_dot) as foreign:
        assert foreign.choose(opening(last_dot), Budget(), SEED) == Choice(opening(last_dot).legal()[0], 1234)


def test_a_bot_can_be_a_class_of_a_module(last_dot):
    with ExternalBot("dottable.bots.random_bot:RandomBot", last_dot) as foreign:
        assert foreign.choose(opening(last_dot), Budget(), SEED) in opening(last_dot).legal()


FAULTS = [
    ("Crashing", "exception", "ValueError: I am lost"),
    ("Quitting", "exception", "SystemExit: bye"),
    ("Cheating", "illegal", "action 10000000 is not legal here"),
    ("Huge", "illegal", "is not legal here"),
    ("Babbling", "nonsense", "'the left one', which is no whole number"),
    ("Hanging", "timeout", "no answer within 300 ms"),
    ("Slow", "timeout", "no answer within 300 ms"),
    ("Dying", "death", "exit code 3"),
    ("Vandal", "garbage", "broke the protocol"),
]


@pytest.mark.parametrize(("name", "kind", "message"), FAULTS, ids=[name for name, *_ in FAULTS])
def test_whatever_it_does_wrong_costs_it_the_move_and_is_told(last_dot, name, kind, message):
    fault = fault_of(name, last_dot)
    assert fault.kind == kind
    assert message in fault.message
    assert "\n" not in fault.message


@pytest.mark.parametrize(
    ("name", "message"), [("Unstartable", "no weights here"), ("Mute", "no method 'choose'"), ("Nobody", "no class")]
)
def test_a_bot_that_cannot_be_started_says_why(last_dot, name, message):
    fault = fault_of(name, last_dot)
    assert fault.kind == "start"
    assert message in fault.message


def test_a_bot_that_died_is_started_anew(last_dot, tmp_path, monkeypatch):
    mark = tmp_path / "mark"
    mark.touch()
    monkeypatch.setenv("TEST_MARK", str(mark))
    with bot("Once", last_dot) as foreign:
        with pytest.raises(BotFault, match="death"):
            foreign.choose(opening(last_dot), Budget(), SEED)
        assert foreign.choose(opening(last_dot), Budget(), SEED) in opening(last_dot).legal()


def test_no_process_stays_behind(last_dot):
    foreign = bot("First", last_dot)
    foreign.choose(opening(last_dot), Budget(), SEED)
    pid = foreign._process._popen.pid
    assert is_alive(pid)
    foreign.close()
    assert not Path(f"/proc/{pid}").exists()


def test_a_forgotten_bot_takes_its_process_along(last_dot):
    foreign = bot("First", last_dot)
    foreign.choose(opening(last_dot), Budget(), SEED)
    pid = foreign._process._popen.pid
    del foreign
    assert not Path(f"/proc/{pid}").exists()


def test_processes_that_a_bot_started_end_with_it(last_dot, tmp_path, monkeypatch):
    child = tmp_path / "child"
    monkeypatch.setenv("TEST_CHILD", str(child))
    fault_of("Parent", last_dot, Budget(ms=2000))
    assert ends_soon(int(child.read_text()))


def test_what_it_prints_does_not_disturb(last_dot):
    with bot("Printing", last_dot) as foreign:
        assert foreign.choose(opening(last_dot), Budget(), SEED) == opening(last_dot).legal()[0]


def test_a_bot_is_prepared_once_before_it_plays(last_dot):
    with bot("Prepared", last_dot) as foreign:
        assert foreign.choose(opening(last_dot), Budget(), SEED) == opening(last_dot).legal()[0]


def test_a_start_that_takes_too_long_is_a_fault(last_dot):
    with bot("First", last_dot, start_limit_ms=1) as foreign, pytest.raises(BotFault, match="start: timeout"):
        foreign.start()


@pytest.mark.parametrize("slug", ["dots_52", "dot_allot"])
def test_even_a_rummaging_bot_cannot_tell_matches_apart_that_its_seat_cannot(slug, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    game = find(slug)
    g = chance.generator()
    chance.start(for_rules(g), for_rules(chance.key_of(seed_from("twins"))))
    series = Series(game, seats=2, options=game.state.Options(), seed=seed_from("rummage"))
    with bot("Rummaging", game) as foreign:
        for index in range(4):
            match, q = series.match(index)
            for _ in range(4 + 3 * index):
                play_random(match, q)
            seat = match.to_act[0]
            if seat >= match.seats:
                continue
            choice = foreign.choose(Chair(match, seat), Budget(), SEED)
            twins = [match.imagine(seat, g) for _ in range(5)]
            assert {foreign.choose(Chair(twin, seat), Budget(), SEED) for twin in twins} == {choice}
            assert any(twin.state_bytes != match.state_bytes for twin in twins)


def test_the_chair_there_is_the_chair_here():
    """Options, seats, time and record all arrive."""
    from dottable.bots import external_process

    game = find("dots_52")
    options = game.state.Options(snap_seconds=7)
    match = Match(game, seats=3, options=options, seed=SEED)
    seat = match.to_act[0]
    match.apply(seat, match.legal(seat)[0], 4321)
    seat = match.to_act[0]
    chair = Chair(match, seat)
    question = ExternalBot("x:Y", game)._question(chair, Budget(), SEED, 1000)
    there = external_process.chair_of(game, question)
    assert there.record.tobytes() == chair.record.tobytes()
    assert (there.seat, there.seats, there.now_ms, there.legal()) == (seat, 3, 4321, chair.legal())
    assert there.imagine(SEED).options == options


def test_a_name_that_is_nothing_is_a_clear_error(last_dot):
    from dottable.bots.registry import require_bots

    with pytest.raises(DottableError, match=r"The bot 'no\.py:Bot' cannot be started: There is no file 'no\.py'"):
        require_bots(["no.py:Bot"], last_dot)
