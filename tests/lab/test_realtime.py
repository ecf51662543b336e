"""Matches in virtual time: who is due first moves first, and nobody is faster than a person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.chair import Chair
from dottable.bots.greedy import Greedy
from dottable.bots.real_time import FIND_FLOOR_MS, REFLEXES, Timed
from dottable.bots.tempo import SHORTEST_MS
from dottable.core.match import Match
from dottable.core.registry import find
from dottable.core.seats import CLOCK
from dottable.core.series import seed_from
from dottable.lab.realtime import LAST_LOOK_MS, IllegalChoice, play_in_time
from tests.games.dobble_connect.positions import claim, new_match, position, right_place
from tests.games.dots_52.positions import notation, play, table

SEED = b"in time"


class Enough(Exception):
    """Stops a match that has shown what it should."""


class Script:
    """Answers by a function of match and seat, keeps every question, stops after so many moves."""

    def __init__(self, answer: Callable[[Match, int], Choice], *, moves: int = 10**9) -> None:
        self.answer, self.moves = answer, moves
        self.questions: list[tuple[int, int, int]] = []

    def __call__(self, match: Match, seat: int, n: int) -> Choice:
        if len(match.moves) >= self.moves:
            raise Enough
        assert n == len(self.questions)
        self.questions.append((seat, match.now_ms, len(match.moves)))
        return self.answer(match, seat)


def run(match: Match, script: Script) -> Script:
    if script.moves < 10**9:
        with pytest.raises(Enough):
            play_in_time(match, script, SEED)
    else:
        play_in_time(match, script, SEED)
    return script


def first_free(match: Match, seat: int) -> int:
    """A right claim at the first free side, or the only action there is."""
    return nth_free(match, seat, 0)


def own_free(match: Match, seat: int) -> int:
    """A right claim at a free side that no other seat wants."""
    return nth_free(match, seat, seat)


def nth_free(match: Match, seat: int, n: int) -> int:
    legal = match.legal(seat)
    return legal[0] if len(legal) == 1 else legal[10 * n] + right_place(match, seat, legal[10 * n] // 60)


def after(*delays_ms: int) -> Callable[[Match, int], Choice]:
    """Everybody claims a place of the own, each seat after its own delay."""
    return lambda match, seat: Choice(own_free(match, seat), delays_ms[seat])


def test_whoever_is_due_first_moves_first():
    match = new_match()
    run(match, Script(after(1000, 700), moves=3))
    assert [(move.seat, move.at_ms) for move in match.moves] == [(1, 700), (0, 1000), (1, 1400)]


@pytest.mark.parametrize("hurry_ms", [1, 50, 599])
def test_no_claim_comes_faster_than_a_person_could(hurry_ms):
    match = new_match()
    run(match, Script(after(hurry_ms, 900), moves=5))
    assert next(move.at_ms for move in match.moves if move.seat == 0) == FIND_FLOOR_MS


def test_no_claim_after_another_of_the_same_seat_comes_faster_than_a_person_could():
    match = new_match(4)
    run(match, Script(after(1, 2, 3, 4)))
    last_ms = dict.fromkeys(range(4), 0)
    for move in match.moves:
        if match.game.state.ACTIONS.decode(move.action)[0] == "claim":
            assert move.at_ms - last_ms[move.seat] >= FIND_FLOOR_MS
        if move.seat != CLOCK:
            last_ms[move.seat] = move.at_ms


def test_bots_without_a_tempo_share_the_same_one():
    claims = [0, 0]
    for k in range(12):
        match = Match(find("dobble_connect"), seed=seed_from(str(k)))
        run(match, Script(lambda match, seat: Choice(first_free(match, seat)), moves=40))
        for move in match.moves:
            claims[move.seat] += 1
    assert claims[0] / sum(claims) == pytest.approx(0.5, abs=0.08)


def test_of_two_equal_bots_the_quicker_wins():
    for k in range(6):
        match = new_match(seed=k)
        quick_one, slow_one = (Timed(Greedy(), REFLEXES[name]) for name in ("sharp", "newcomer"))
        bots = [quick_one, slow_one] if k % 2 == 0 else [slow_one, quick_one]

        def ask(match, seat, n, bots=bots, k=k):
            return bots[seat].choose(Chair(match, seat), Budget(), f"{k} {n}".encode())

        play_in_time(match, ask, SEED)
        assert match.returns()[k % 2] > 0


def test_a_seat_keeps_its_time_but_looks_again_when_a_card_was_laid():
    match = new_match()
    script = run(match, Script(after(1400 + LAST_LOOK_MS, 700), moves=3))
    moves = [(move.seat, move.at_ms) for move in match.moves]
    assert moves == [(1, 700), (1, 1400), (0, 1400 + LAST_LOOK_MS)]
    asked = [laid for seat, _, laid in script.questions if seat == 0]
    assert asked == [0, 2]


def test_what_happens_after_the_last_look_is_not_heeded():
    match = new_match()
    script = run(match, Script(after(1000, 900), moves=2))
    assert [(move.seat, move.at_ms) for move in match.moves] == [(1, 900), (0, 1000)]
    assert [seat for seat, _, _ in script.questions] == [0, 1, 1]


def test_E7_a_seat_whose_place_was_taken_at_the_last_moment_starts_anew():
    match = new_match()
    wanted = {0: 1000, 1: 900}
    script = run(match, Script(lambda match, seat: Choice(first_free(match, seat), wanted[seat]), moves=2))
    assert [(move.seat, move.at_ms) for move in match.moves] == [(1, 900), (1, 1800)]
    assert (0, 900, 1) in script.questions


def test_E7_the_clock_ends_a_wait_before_the_player_goes_on():
    match = position(tops="p1 o1")
    wrong = claim(match, 0, "0e", wrong=True)

    def answer(match, seat):
        if seat == 0:
            return Choice(wrong if not match.moves else first_free(match, 0), 700)
        return Choice(first_free(match, 1), 50_000)

    run(match, Script(answer, moves=3))
    assert [(move.seat, move.at_ms) for move in match.moves] == [(0, 700), (CLOCK, 3700), (0, 4400)]


def test_D9_the_window_closes_on_those_who_are_too_slow():
    match = play(table("7s Kh 2d", "7c 4c 5c", drawn="7h"), "p1 discard")
    snap = notation.read("snap:1")
    run(
        match,
        Script(lambda match, seat: Choice(snap if snap in match.legal(seat) else match.legal(seat)[-1], 5000), moves=3),
    )
    assert (match.moves[1].seat, match.moves[1].at_ms) == (CLOCK, 3000)


def test_D8_the_quicker_snap_wins_and_no_snap_comes_faster_than_a_person_reacts():
    match = play(table("7s Kh 2d", "7c 4c 5c", drawn="7h"), "p1 discard")
    snap = notation.read("snap:1")
    run(match, Script(lambda match, seat: Choice(snap, 500 if seat == 0 else 20), moves=2))
    assert (match.moves[1].seat, match.moves[1].at_ms) == (1, SHORTEST_MS)


def test_D9_a_rivals_pass_asks_nobody_again():
    match = play(table("7s Kh 2d", "3c 4c 5c", "8c 8d 9d", drawn="7h"), "p1 discard")
    script = run(match, Script(lambda match, seat: Choice(match.legal(seat)[-1], 1000 + 300 * seat), moves=4))
    assert [seat for seat, _, _ in script.questions] == [0, 1, 2]


@pytest.mark.parametrize("slug", ["dobble_connect", "dots_52"])
def test_the_same_seed_gives_the_same_match(slug):
    def play_once(seed):
        match = Match(find(slug), seed=seed_from("same"), seats=3)
        script = Script(
            lambda match, seat: Choice(match.legal(seat)[len(match.moves) % len(match.legal(seat))]), moves=40
        )
        with suppress(Enough):
            play_in_time(match, script, seed)
        return match.moves

    assert play_once(b"a") == play_once(b"a")
    assert play_once(b"a") != play_once(b"b")


def test_without_races_time_stands_still_and_seats_move_in_order(last_dot):
    match = Match(last_dot, seed=seed_from("still"))
    play_in_time(match, lambda match, seat, _: Choice(match.legal(seat)[0], 900), SEED)
    assert match.is_over
    assert {move.at_ms for move in match.moves} == {0}


def test_an_illegal_choice_is_named():
    with pytest.raises(IllegalChoice, match=r"Seat . chose action"):
        play_in_time(new_match(), lambda *_: Choice(10**6), SEED)
