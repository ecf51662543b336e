"""Matches in virtual time: the seat that is due first moves first, and no seat reacts faster than a person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.greedy import GreedyBot
from dottable.bots.seat_access import SeatAccess
from dottable.bots.timing.reaction_time import MIN_REACTION_MS
from dottable.bots.timing.timed_bot import MIN_COMPARISON_MS, REACTION_MODELS, TimedBot
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import seed_from
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.games.dots_52.view import notation
from dottable.lab.series.virtual_time_match import FIXED_CHOICE_MS_BEFORE_ACTION, IllegalChoice, play_in_virtual_time
from tests.games.dobble_connect.positions import claim, new_match, position, right_place
from tests.games.dots_52.positions import play, table

SEED = b"in time"


class MatchStopped(Exception):
    """Stops a match that has shown what it should."""


class ScriptedChoice:
    """Chooses by a function of match and seat, records every call, and stops the match after `moves` moves."""

    def __init__(self, answer: Callable[[Match, int], Choice], *, moves: int = 10**9) -> None:
        self.answer, self.moves = answer, moves
        self.calls: list[tuple[int, int, int]] = []

    def __call__(self, match: Match, seat: int, n: int) -> Choice:
        if len(match.moves) >= self.moves:
            raise MatchStopped
        assert n == len(self.calls)
        self.calls.append((seat, match.now_ms, len(match.moves)))
        return self.answer(match, seat)


def run_until_stopped(match: Match, script: ScriptedChoice) -> ScriptedChoice:
    if script.moves < 10**9:
        with pytest.raises(MatchStopped):
            play_in_virtual_time(match, script, SEED)
    else:
        play_in_virtual_time(match, script, SEED)
    return script


def claim_first_free_side(match: Match, seat: int) -> int:
    """Return a correct claim at the first free side, or the only legal action."""
    return claim_nth_free_side(match, seat, 0)


def claim_own_free_side(match: Match, seat: int) -> int:
    """Return a correct claim at a free side that no other seat chooses."""
    return claim_nth_free_side(match, seat, seat)


def claim_nth_free_side(match: Match, seat: int, n: int) -> int:
    legal = match.legal(seat)
    return legal[0] if len(legal) == 1 else legal[10 * n] + right_place(match, seat, legal[10 * n] // 60)


def claim_after_delays(*delays_ms: int) -> Callable[[Match, int], Choice]:
    """Return a choice function: every seat claims its own place after its own delay."""
    return lambda match, seat: Choice(claim_own_free_side(match, seat), delays_ms[seat])


def test_the_seat_that_is_due_first_moves_first():
    match = new_match()
    run_until_stopped(match, ScriptedChoice(claim_after_delays(1000, 700), moves=3))
    assert [(move.seat, move.at_ms) for move in match.moves] == [(1, 700), (0, 1000), (1, 1400)]


@pytest.mark.parametrize("hurry_ms", [1, 50, 599])
def test_no_claim_comes_faster_than_a_person_could(hurry_ms):
    match = new_match()
    run_until_stopped(match, ScriptedChoice(claim_after_delays(hurry_ms, 900), moves=5))
    assert next(move.at_ms for move in match.moves if move.seat == 0) == MIN_COMPARISON_MS


def test_no_claim_after_another_of_the_same_seat_comes_faster_than_a_person_could():
    match = new_match(4)
    run_until_stopped(match, ScriptedChoice(claim_after_delays(1, 2, 3, 4)))
    last_ms = dict.fromkeys(range(4), 0)
    for move in match.moves:
        if match.game.state.ACTIONS.decode(move.action)[0] == "claim":
            assert move.at_ms - last_ms[move.seat] >= MIN_COMPARISON_MS
        if move.seat != CLOCK:
            last_ms[move.seat] = move.at_ms


def test_bots_without_reaction_times_share_the_default():
    claims = [0, 0]
    for k in range(12):
        match = Match(find_game("dobble_connect"), seed=seed_from(str(k)))
        run_until_stopped(
            match, ScriptedChoice(lambda match, seat: Choice(claim_first_free_side(match, seat)), moves=40)
        )
        for move in match.moves:
            claims[move.seat] += 1
    assert claims[0] / sum(claims) == pytest.approx(0.5, abs=0.08)


def test_the_faster_of_two_equal_bots_wins():
    for k in range(6):
        match = new_match(seed=k)
        fast_bot, slow_bot = (TimedBot(GreedyBot(), REACTION_MODELS[name]) for name in ("sharp", "newcomer"))
        bots = [fast_bot, slow_bot] if k % 2 == 0 else [slow_bot, fast_bot]

        def choose(match, seat, n, bots=bots, k=k):
            return bots[seat].choose(SeatAccess(match, seat), Budget(), f"{k} {n}".encode())

        play_in_virtual_time(match, choose, SEED)
        assert match.returns()[k % 2] > 0


def test_a_seat_keeps_its_due_time_but_chooses_again_when_a_card_was_laid():
    match = new_match()
    script = run_until_stopped(
        match, ScriptedChoice(claim_after_delays(1400 + FIXED_CHOICE_MS_BEFORE_ACTION, 700), moves=3)
    )
    moves = [(move.seat, move.at_ms) for move in match.moves]
    assert moves == [(1, 700), (1, 1400), (0, 1400 + FIXED_CHOICE_MS_BEFORE_ACTION)]
    asked = [laid for seat, _, laid in script.calls if seat == 0]
    assert asked == [0, 2]


def test_a_change_after_the_lock_in_is_ignored():
    match = new_match()
    script = run_until_stopped(match, ScriptedChoice(claim_after_delays(1000, 900), moves=2))
    assert [(move.seat, move.at_ms) for move in match.moves] == [(1, 900), (0, 1000)]
    assert [seat for seat, _, _ in script.calls] == [0, 1, 1]


def test_E7_a_seat_whose_place_is_taken_after_the_lock_in_starts_again():
    match = new_match()
    wanted = {0: 1000, 1: 900}
    script = run_until_stopped(
        match, ScriptedChoice(lambda match, seat: Choice(claim_first_free_side(match, seat), wanted[seat]), moves=2)
    )
    assert [(move.seat, move.at_ms) for move in match.moves] == [(1, 900), (1, 1800)]
    assert (0, 900, 1) in script.calls


def test_E7_the_clock_ends_a_wait_before_the_player_goes_on():
    match = position(tops="p1 o1")
    wrong = claim(match, 0, "0e", wrong=True)

    def answer(match, seat):
        if seat == 0:
            return Choice(wrong if not match.moves else claim_first_free_side(match, 0), 700)
        return Choice(claim_first_free_side(match, 1), 50_000)

    run_until_stopped(match, ScriptedChoice(answer, moves=3))
    assert [(move.seat, move.at_ms) for move in match.moves] == [(0, 700), (CLOCK, 3700), (0, 4400)]


def test_D9_the_window_closes_before_slow_seats():
    match = play(table("7s Kh 2d", "7c 4c 5c", drawn="7h"), "p1 discard")
    snap = notation.read_action("snap:1")
    run_until_stopped(
        match,
        ScriptedChoice(
            lambda match, seat: Choice(snap if snap in match.legal(seat) else match.legal(seat)[-1], 5000), moves=3
        ),
    )
    assert (match.moves[1].seat, match.moves[1].at_ms) == (CLOCK, 3000)


def test_D8_the_faster_snap_wins_and_no_snap_comes_faster_than_a_person_reacts():
    match = play(table("7s Kh 2d", "7c 4c 5c", drawn="7h"), "p1 discard")
    snap = notation.read_action("snap:1")
    run_until_stopped(match, ScriptedChoice(lambda match, seat: Choice(snap, 500 if seat == 0 else 20), moves=2))
    assert (match.moves[1].seat, match.moves[1].at_ms) == (1, MIN_REACTION_MS)


def test_D9_a_rivals_pass_makes_no_seat_choose_again():
    match = play(table("7s Kh 2d", "3c 4c 5c", "8c 8d 9d", drawn="7h"), "p1 discard")
    script = run_until_stopped(
        match, ScriptedChoice(lambda match, seat: Choice(match.legal(seat)[-1], 1000 + 300 * seat), moves=4)
    )
    assert [seat for seat, _, _ in script.calls] == [0, 1, 2]


@pytest.mark.parametrize("slug", ["dobble_connect", "dots_52"])
def test_the_same_seed_gives_the_same_match(slug):
    def play_once(seed):
        match = Match(find_game(slug), seed=seed_from("same"), seats=3)
        script = ScriptedChoice(
            lambda match, seat: Choice(match.legal(seat)[len(match.moves) % len(match.legal(seat))]), moves=40
        )
        with suppress(MatchStopped):
            play_in_virtual_time(match, script, seed)
        return match.moves

    assert play_once(b"a") == play_once(b"a")
    assert play_once(b"a") != play_once(b"b")


def test_without_races_time_stands_still_and_seats_move_in_order(last_dot):
    match = Match(last_dot, seed=seed_from("still"))
    play_in_virtual_time(match, lambda match, seat, _: Choice(match.legal(seat)[0], 900), SEED)
    assert match.is_over
    assert {move.at_ms for move in match.moves} == {0}


def test_an_illegal_choice_is_named():
    with pytest.raises(IllegalChoice, match=r"Seat . chose action"):
        play_in_virtual_time(new_match(), lambda *_: Choice(10**6), SEED)
