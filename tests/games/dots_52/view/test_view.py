"""What people read: views, descriptions, narration, refusals, screens and notation."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from dottable.core.errors import BadNotation
from dottable.core.options import list_options
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.views.narration import render_narration
from dottable.games.dots_52 import view
from dottable.games.dots_52.rules import refusal_codes as reasons
from dottable.games.dots_52.state import ACTIONS, CALLING, Options
from dottable.games.dots_52.view import notation, text_screen
from dottable.games.dots_52.view.seat_view import KnownTotal, SnapWindow
from tests.games.dots_52.positions import GAME, choose_move, new_match, play, seat_of, table


def told(match, text, viewer=0):
    """Return the narration of a move for a viewer."""
    before = match.view(viewer)
    play(match, text)
    who, move = text.split()
    return render_narration(
        GAME, view.narrate(before, seat_of(who), notation.read_action(move), match.view(viewer)), viewer
    )


def in_words(match, move, viewer=0):
    return view.describe_action(match.view(viewer), notation.read_action(move))


def discarded(card, *tableaux, **rest):
    return play(table(*tableaux, drawn=card, pile="5d", **rest), "p1 discard")


@pytest.mark.parametrize(
    ("text", "verb", "arguments"),
    [
        ("peek:3", "peek", (2,)),
        ("arrange:1,3", "arrange", (1,)),
        ("ready", "ready", ()),
        ("draw", "draw", ()),
        ("take:2", "take", (1,)),
        ("put:4", "put", (3,)),
        ("discard", "discard", ()),
        ("snap:51", "snap", (50,)),
        ("pass", "pass_", ()),
        ("swap:1", "swap", (0,)),
        ("target:2,4", "target", (1, 3)),
        ("look:8,51", "look", (7, 50)),
        ("decline", "decline", ()),
        ("call", "call", ()),
        ("end", "end", ()),
        ("deal", "deal", ()),
        ("time-up", "time_up", ()),
    ],
)
def test_notation_reads_and_writes(text, verb, arguments):
    assert notation.read_action(text) == ACTIONS.encode(verb, *arguments)
    assert notation.write_action(ACTIONS.encode(verb, *arguments)) == text


def test_notation_round_trips_for_every_action():
    assert [notation.read_action(notation.write_action(action)) for action in range(ACTIONS.size)] == list(
        range(ACTIONS.size)
    )


@pytest.mark.parametrize("text", ["", "put", "put:0", "put:52", "look:9,1", "peek:1,1", "draw:1", "snap:x"])
def test_notation_refuses_what_is_no_move(text):
    with pytest.raises(BadNotation):
        notation.read_action(text)


def test_every_reason_has_a_sentence():
    assert set(range(reasons.NO_CARD_THERE, reasons.OTHERS_MAY_SNAP + 1)) == set(view.REFUSAL_SENTENCES)
    assert all(GAME.refusal_sentence(code).endswith(".") for code in view.REFUSAL_SENTENCES)


def test_options_have_help_and_bounds():
    assert [str(option) for option in list_options(Options)] == [
        "snap-seconds=1..10",
        "lock-caller=off|on",
        "memory=auto|off|on",
        "ready-seconds=0..300",
    ]


def test_a_view_of_a_finished_round_shows_the_result():
    match = play(table("2s", "9h 3h", phase=CALLING, pile="5d"), "p1 call", "p2 take:1", "clock time-up")
    result = match.view(1).result
    assert (result.outcome, result.caller, result.totals, result.points) == ("call won", 0, (2, 8), (0, 8))
    assert match.view(1).turn is None


def test_a_view_shows_who_may_still_snap():
    match = play(discarded("7c", "7s", "2h", "3h"), "p2 pass")
    assert match.view(SPECTATOR).snap == SnapWindow(deadline_ms=3000, seats=(0, 2))
    assert match.view(SPECTATOR).waiting == (0, 2)


@pytest.mark.parametrize("memory", [True, False])
def test_views_are_json(memory):
    match, random = new_match(3, seed=1, memory=memory), Random(1)
    for _ in range(60):
        if match.is_over:
            break
        match.apply(*choose_move(match, random))
        for viewer in (SPECTATOR, 0, 1, 2):
            seen = match.view(viewer)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=view.View) == seen


def test_descriptions_name_known_cards():
    match = play(table("7s 2h", "9h", drawn="8c", pile="5d"), "p1 put:2", "clock time-up", "p1 end")
    assert in_words(match, "take:1", viewer=1) == "Take the 2♥ from the pile in place of your card 1"
    assert in_words(match, "snap:2") == "Snap the 2♥ with your card 2 (8♣)"
    assert in_words(match, "look:2,1") == "Look at Player 2's card 1"
    assert in_words(match, "look:1,1") == "Look at your card 1"
    assert in_words(match, "call") == 'Call "Dots"'


def test_the_description_of_a_discard_names_the_power():
    assert in_words(table("7s", "9h", drawn="Qc"), "discard") == (
        "Lay the Q♣ on the pile, to look at another player's card"
    )
    assert in_words(table("7s", "9h", drawn="8c"), "put:1") == "Put the 8♣ in place of your card 1"


def test_narration_of_a_draw_names_the_card_only_to_the_player():
    assert told(table("7s", "9h", stock="8c"), "p1 draw") == "You draw the 8♣."
    assert told(table("7s", "9h", stock="8c"), "p1 draw", viewer=1) == "Player 1 draws a card."
    rebuilt = table("7s", "9h", pile="8c 5d", stock="")
    assert told(rebuilt, "p1 draw", viewer=1) == "Player 1 draws a card from the new stock made of the pile."


def test_narration_of_turns():
    assert told(table("7s", "9h", drawn="8c"), "p1 put:1") == "You put the 8♣ in place of your card 1, the 7♠."
    assert told(table("7s", "9h", drawn="8c"), "p1 put:1", viewer=1) == (
        "Player 1 puts the drawn card in place of their card 1, the 7♠."
    )
    assert told(table("7s", "9h", pile="5d"), "p1 take:1", viewer=-1) == (
        "Player 1 takes the 5♦ from the pile for their card 1, the 7♠."
    )
    assert told(table("7s", "9h", drawn="8c"), "p1 discard") == "You lay the 8♣ on the pile."


@pytest.mark.parametrize("memory", [True, False])
def test_narration_of_snaps(memory):
    right = discarded("7c", "7s", "7h", "7d", memory=memory)
    assert told(right, "p2 snap:1") == "Player 2 snaps the 7♣ with the 7♥."
    assert told(right, "p3 snap:1") == "Player 3 shows the 7♦, but too late; it goes back."
    wrong = discarded("7c", "2s", "7h", memory=memory)
    assert told(wrong, "p1 snap:1") == "You show the 2♠, which is wrong; it goes back, and you take a penalty card."
    poor = play(table("2s", "7h", drawn="7c", stock="", memory=memory), "p1 discard")
    assert told(poor, "p1 snap:1", viewer=1) == (
        "Player 1 shows the 2♠, which is wrong; it goes back, and no penalty card is left."
    )


@pytest.mark.parametrize("memory", [True, False])
def test_narration_of_looks_names_the_card_only_to_the_player_who_looks(memory):
    match = discarded("Qc", "7s", "9h", memory=memory)
    assert told(match, "p1 look:2,1") == "You look at Player 2's card 1: the 9♥."
    match = discarded("Qc", "7s", "9h", memory=memory)
    assert told(match, "p1 look:2,1", viewer=1) == "Player 1 looks at your card 1."
    match = discarded("Kc", "7s", "9h", memory=memory)
    assert told(match, "p1 look:1,1", viewer=1) == "Player 1 looks at their own card 1."
    match = new_match(memory=memory)
    assert told(match, "p2 peek:3") == "Player 2 looks at their card 3."
    assert told(match, "p1 peek:3").startswith("You look at your card 3: the ")


def test_narration_before_the_first_turn():
    match = new_match(ready_seconds=5)
    assert told(match, "p2 arrange:1,3") == "Player 2 swaps their cards 1 and 3."
    assert told(match, "p1 arrange:1,2") == "You swap your cards 1 and 2."
    assert told(match, "p1 ready", viewer=1) == "Player 1 is ready."
    assert told(match, "clock time-up") == "The time to look at cards is up."


def test_D2_the_screen_says_what_to_do_before_the_first_turn():
    match = new_match()
    assert "Look at two of your cards, and swap your cards if you like. Then say ready." in text_screen.draw_screen(
        match.view(0)
    )
    assert in_words(match, "peek:2") == "Look at your card 2"
    assert in_words(match, "arrange:2,4") == "Swap your cards 2 and 4"
    play(match, "p1 peek:2", "p1 peek:3", "p1 ready")
    assert "Waiting for Player 2 to be ready." in text_screen.draw_screen(match.view(0))
    assert match.view(1).preparation.peeks_left == (0, 2)


def test_D11_a_view_adds_up_the_own_cards_that_are_known():
    match = table("7s 2h 10d --", "9h Kh", phase=CALLING, pile="5d")
    match.state.known_by[0, 0] = match.state.known_by[0, 1] = 1
    assert match.view(0).known_total == KnownTotal(points=9, unknown_cards=1, is_call_lost=False)
    assert match.view(1).known_total == KnownTotal(points=0, unknown_cards=2, is_call_lost=False)
    assert match.view(SPECTATOR).known_total is None


def test_D11_a_call_that_must_fail_comes_with_a_warning():
    match = table("7s 4h 10d", "9h Kh", phase=CALLING, pile="5d")
    assert in_words(match, "call") == 'Call "Dots"'
    match.state.known_by[0, 0] = match.state.known_by[0, 1] = 1
    assert match.view(0).known_total.is_call_lost
    assert in_words(match, "call") == (
        'Call "Dots" (it would fail: the cards that you know have 11 points, not less than 10)'
    )
    assert "The cards you know have 11: a call would fail." in text_screen.draw_screen(match.view(0))


def test_narration_of_a_swap():
    match = discarded("Jc", "7s", "9h 3h")
    assert told(match, "p1 swap:1", viewer=1) == "Player 1 chooses their card 1 for a swap."
    assert told(match, "p1 target:2,2", viewer=1) == "Player 1 swaps their card 1 for your card 2, both unseen."
    assert told(discarded("Jc", "7s", "9h"), "p1 decline") == "You decline to use the Jack."
    assert told(discarded("Kc", "7s", "9h"), "p1 decline", viewer=1) == "Player 1 declines to use the King."


def test_narration_of_the_end_of_a_round():
    match = table("2s", "9h 3h", phase=CALLING, pile="5d")
    assert told(match, "p1 call", viewer=1) == 'Player 1 calls "Dots"!'
    play(match, "p2 take:1")
    assert (
        told(match, "clock time-up") == "The time to snap is up. The round is over, your call holds: you 2, Player 2 8."
    )
    assert told(match, "p1 deal") == "You deal round 2."


def test_narration_of_the_end_of_the_match():
    match = table("2s", "9h 3h", phase=CALLING, pile="5d")
    match.state.scores[1] = 95
    play(match, "p1 call", "p2 take:1")
    assert told(match, "clock time-up").endswith("your call holds: you 2, Player 2 8. You win the match with 0 points.")
    assert "You win the match with 0 points." in text_screen.draw_screen(match.view(0))


def test_narration_of_a_shared_win():
    match = table("2s", "2h", "9h", phase=CALLING, pile="5d")
    match.state.round_number = 200
    match.state.turns = 3 * 20 - 1
    said = told(match, "p1 end", viewer=1)
    assert said == (
        "Player 1 ends the turn. The round is over, every player scores their own total:"
        " Player 1 2, you 2, Player 3 9. You and Player 1 share the win with 2 points."
    )


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_every_screen_and_every_narration_fits(seats):
    match, random = new_match(seats, seed=seats, ready_seconds=5), Random(seats)
    viewers = (SPECTATOR, 0, seats - 1)
    for _ in range(300):
        if match.is_over:
            break
        before = [match.view(viewer) for viewer in viewers]
        move = choose_move(match, random, call=0.05)
        match.apply(*move)
        for viewer, seen in zip(viewers, before, strict=True):
            after = match.view(viewer)
            assert max(map(len, text_screen.draw_screen(after).splitlines())) <= 80
            assert render_narration(GAME, view.narrate(seen, move.seat, move.action, after), viewer).endswith(
                (".", "!")
            )
    assert CLOCK in {move.seat for move in match.moves}


def test_a_screen_shows_the_table():
    match = play(discarded("7c", "7s 2h", "9h -- 3h", memory=True), "p2 snap:3")
    text = text_screen.draw_screen(match.view(0))
    assert text.splitlines()[3] == "   1:??     2:??     3:[3♥]"
    assert "Pile  [7♣] (2 cards)" in text
    assert "Snap the 7♣ with a card of the same rank, or pass." in text


def test_D7_a_menu_begins_with_a_snap_only_if_the_player_knows_that_it_matches():
    match = discarded("7s", "7h 2c 5d", "9h 4c")
    for slot in (0, 1):
        match.state.known_by[0, slot] |= 1
    order = view.menu_order(match.view(0), match.legal(0))
    assert [notation.write_action(action) for action in order] == ["snap:1", "pass", "snap:3", "snap:2"]
