"""What people read: views, moves in words, narration, refusals, the screen."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import render_narration
from dottable.games.dots_72.pieces import CARD_CODES
from dottable.games.dots_72.rules import refusal_codes as reasons
from dottable.games.dots_72.view import notation
from dottable.games.dots_72.view.card_names import message_text
from dottable.games.dots_72.view.refusal_sentences import REFUSAL_SENTENCES
from dottable.games.dots_72.view.wrong_calls import reason_of_no_set
from tests.games.dots_72.colour_decks import colour_deck
from tests.games.dots_72.positions import (
    COMPLETE,
    GAME,
    NOTHING,
    discards,
    moves,
    new_match,
    play,
    play_randomly,
    table,
)

OTHER = "y y g g y2 g2"
THIRD = "b b b y4 y4 y6"


def told(match, text, viewer=0, seat=None):
    """Make a move and return its narration for a viewer."""
    seat = match.to_act[0] if seat is None else seat
    before = match.view(viewer)
    assert match.apply(seat, notation.read_action(text)) is None
    return render_narration(
        GAME, GAME.view.narrate(before, seat, notation.read_action(text), match.view(viewer)), viewer
    )


def said(match, text, seat=0):
    return GAME.view.describe_action(match.view(seat), notation.read_action(text))


def last_card(*hands, seats=2, **more):
    """Seat 0 draws the last card of the pile."""
    return table(*hands, seats=seats, pile="b2", discards="y8 b4 r4", **more)


def test_a_view_shows_the_table():
    match = table(NOTHING, OTHER, seats=3, pile="b2 g6", discards="y8 b4")
    seen = match.view(0)
    assert seen.phase == "start"
    assert seen.turn == 0
    assert seen.waiting == (0,)
    assert [card.code for card in seen.hands[0].cards] == NOTHING.split()
    assert [hand.count for hand in seen.hands] == [6, 6, 6]
    assert seen.discards == ("b4", "y8")
    assert seen.pile_left == 2
    assert seen.result is None
    assert seen.dots_cards[2] == (8, 8, 0, 0)


def test_a_spectator_sees_no_hand():
    assert all(hand.cards == () for hand in new_match(4).view(SPECTATOR).hands)


def test_a_view_goes_through_json():
    seen = play(table(COMPLETE), "call").view(0)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=type(seen)) == seen


@pytest.mark.parametrize(
    ("cards", "sets", "doubled"),
    [
        ("r r8 d3 b b6 d5", [(("r", "r8", "d3"), 25), (("b", "b6", "d5"), 50)], False),
        ("r r2 d6 r r6 d5", [(("r", "r2", "d6"), 100), (("r", "r6", "d5"), 50)], True),
        ("ws wn wd b b6 d5", [(("b", "b6", "d5"), 50), (("ws", "wn", "wd"), 250)], False),
    ],
)
def test_B11_the_result_shows_the_two_sets_and_their_points(cards, sets, doubled):
    result = play(table(cards, OTHER), "call").view(1).result
    assert sorted((three.cards, three.points) for three in result.sets) == sorted(sets)
    assert result.doubled == doubled
    assert result.caller == 0
    assert result.points == sum(points for _, points in sets) * (2 if doubled else 1)


def test_B11_only_the_callers_hand_is_revealed():
    match = play(table(COMPLETE, OTHER, seats=3), "call")
    assert len(match.view(1).hands[0].cards) == 6
    assert match.view(1).hands[2].cards == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("draw", "Draw a card from the draw pile"),
        ("take", "Take the yellow 8 from the discard pile"),
        ("call", 'Call "DOTS!"'),
        ("discard:r", "Discard the red Swatch"),
        ("discard:g2", "Discard the green 2"),
        ("discard:d3", "Discard the DOTS card d3 (8 red, 8 blue)"),
        ("discard:wd", "Discard the Wild DOTS card"),
        ("call:wn", 'Discard the Wild Number and call "DOTS!"'),
        ("pass:ws", "Pass the Wild Swatch to Player 2"),
        ("deal", "Deal the next hand"),
    ],
)
def test_actions_in_words(text, sentence):
    assert said(table(NOTHING), text) == sentence


def test_a_known_top_card_is_named():
    match = table(NOTHING, pile="b2 g6", known_pile=True)
    assert said(match, "draw") == "Draw the blue 2 from the draw pile"
    assert told(match, "draw", viewer=1) == "Player 1 draws the blue 2."


def test_a_draw_is_told_in_full_only_to_the_drawer():
    assert told(table(NOTHING, pile="b2 g6"), "draw") == "You draw the blue 2."
    assert told(table(NOTHING, pile="b2 g6"), "draw", viewer=1) == "Player 1 draws a card."
    assert told(table("r2 r r r8 r8 g", pile="r8 g6"), "draw") == "You draw the red 8."


def test_taking_and_discarding_are_told_to_all():
    match = table(NOTHING)
    assert told(match, "take", viewer=1) == "Player 1 takes the yellow 8 from the discard pile."
    assert told(match, "discard:r8", viewer=1) == "Player 1 discards the red 8."


SHOWN = "All see these cards: red Swatch, red Swatch, red 8, red 8, red 8, red 8."


def test_B9_a_wrong_call_is_told_with_its_reason_and_to_others_with_the_cards():
    reason = "But two sets need two cards of each kind, and {} 2 Swatches, 4 Numbers and 0 DOTS cards."
    assert told(table(NOTHING), "call", viewer=1) == f'Player 1 calls "DOTS!" {reason.format("Player 1 has")} {SHOWN}'
    sentence = told(table(f"{NOTHING} g2"), "call:g2")
    assert sentence == f'You discard the green 2 and call "DOTS!" {reason.format("you have")}'


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (
            "r r8 d3 b y8 d4",
            "But blue Swatch, yellow 8 and DOTS card are no set: the blue Swatch and the yellow 8 differ in colour.",
        ),
        ("r r8 d3 b b4 d4", "But blue Swatch, blue 4 and DOTS card are no set: the DOTS card has 8 blue, not 4."),
        ("r r8 d3 g g8 d4", "But green Swatch, green 8 and DOTS card are no set: the DOTS card has no green dot."),
    ],
)
def test_B9_two_cards_of_each_kind_that_are_no_sets_are_told_with_the_three_that_do_not_fit(cards, reason):
    assert told(table(cards), "call") == f'You call "DOTS!" {reason}'


@pytest.mark.parametrize(
    ("three", "reason"),
    [
        ("b wn d15", "no Number matches 5 blue dots"),
        ("ws wn d9", "this DOTS card matches no Number"),
        ("g g2 wd", "no DOTS card has 2 green"),
        ("ws r8 d9", "the DOTS card has 9 red, not 8"),
        ("b y8 wd", "the blue Swatch and the yellow 8 differ in colour"),
    ],
)
def test_B8_the_reason_why_three_cards_with_wilds_are_no_set(three, reason):
    assert message_text(reason_of_no_set(table(NOTHING).view(0), *three.split())) == reason


def test_B11_a_right_call_is_told_with_its_sets():
    sentence = told(table("r r2 d6 r r6 d5"), "call", viewer=1)
    first, second = "red Swatch, red 2, DOTS card for 100", "red Swatch, red 6, DOTS card for 50"
    assert sentence == f'Player 1 calls "DOTS!" 300 points: {first}; {second}, doubled for one colour.'


def test_B13_the_end_of_the_match_is_told():
    match = table(COMPLETE)
    match.state.scores[0] = 450
    sentence = told(match, "call")
    assert sentence.startswith('You call "DOTS!" 50 points: ')
    assert sentence.endswith(" for 25. You win the match with 500 points.")


def test_B10_an_empty_pile_is_told():
    match = play(last_card(NOTHING, OTHER), "draw")
    assert told(match, "discard:b2").endswith(
        "The draw pile is used up: the discards are turned over, and everybody passes a card to the left."
    )


def test_B10_a_choice_is_told_only_to_who_made_it():
    match = play(last_card(NOTHING, OTHER, THIRD, seats=3), "draw", "discard:b2")
    assert told(match.copy(), "pass:r8", viewer=0) == "You choose the red 8 to pass."
    assert told(match.copy(), "pass:r8", viewer=1) == "Player 1 chooses a card to pass."


def test_B10_everybody_is_told_what_came():
    match = play(last_card(NOTHING, OTHER, THIRD, seats=3), "draw", "discard:b2", "pass:r8", "pass:y2")
    start = "Player 3 chooses a card to pass. All cards go to the left"
    assert told(match.copy(), "pass:b", viewer=0) == f"{start}; you get the blue Swatch."
    assert told(match.copy(), "pass:b", viewer=1) == f"{start}; you get the red 8."
    assert told(match.copy(), "pass:b", viewer=SPECTATOR) == f"{start}."
    assert told(match, "pass:b", viewer=2) == (
        "You choose the blue Swatch to pass. All cards go to the left; you get the yellow 2."
    )


def test_B10_an_equal_card_that_comes_back_is_told():
    match = play(last_card("r r r4 r6 r6 r8", "r b b6 r8 r8 y6"), "draw", "discard:b2", "pass:r")
    assert told(match, "pass:r", viewer=0).endswith("you get the red Swatch.")


def test_B14_a_void_hand_is_told():
    match = play(last_card(NOTHING, OTHER), "draw")
    match.state.turn_overs = 4
    assert told(match, "discard:b2").endswith("The draw pile is used up for the fifth time: the hand is void.")


def test_B14_a_shared_win_is_told():
    match = play(last_card(NOTHING, OTHER), "draw")
    match.state.turn_overs, match.state.void_hands = 4, 2
    assert told(match, "discard:b2").endswith("You and Player 2 share the win with 0 points.")


def test_every_reason_has_a_sentence():
    codes = {code for name, code in vars(reasons).items() if name.isupper() and code in REFUSAL_SENTENCES}
    assert codes == set(REFUSAL_SENTENCES)
    assert len(codes) == 11
    assert all(sentence.endswith(".") for sentence in REFUSAL_SENTENCES.values())


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_screens_fit_eighty_columns(seats):
    match = new_match(seats, seed=2)
    for step, _ in enumerate(play_randomly(match, Random(2))):
        if step % 37 == 0:
            for viewer in range(-1, seats):
                assert max(map(len, GAME.view.draw_screen(match.view(viewer)).splitlines())) <= 80
        if step == 1500:
            break


def test_a_screen_shows_the_hand_the_piles_and_what_to_do():
    text = GAME.view.draw_screen(table("r r2 d6 r r6 d5", OTHER, pile="b2 g6", discards="y8 b4").view(0))
    for part in ("r2", "d6: 2r 4b 8y 6g", "?? ", "2 cards", "[y8]", "Draw a card or take y8; or call first"):
        assert part in text


def test_a_screen_shows_the_result():
    text = GAME.view.draw_screen(play(table("r r2 d6 r r6 d5", OTHER), "call").view(1))
    assert "DOTS! Player 1: r r2 d6 (100) + r r6 d5 (50) doubled = 300 points." in text
    assert "Waiting for Player 1 to deal." in text


def test_a_screen_shows_the_void_hand_and_the_winners():
    match = play(last_card(NOTHING, OTHER), "draw")
    match.state.turn_overs, match.state.void_hands = 4, 2
    text = GAME.view.draw_screen(play(match, "discard:b2").view(0))
    assert "The hand is void" in text
    assert "share the win" in text


def test_a_screen_shows_a_known_pile_and_a_chosen_card():
    match = play(last_card(NOTHING, OTHER), "draw", "discard:b2", "pass:r8")
    text = GAME.view.draw_screen(match.view(0))
    assert "from the top r4 b4 y8 b2" in text
    assert "You pass r8. Waiting for Player 2 to choose a card to pass." in text


def test_the_codes_of_cards_are_what_the_screen_explains():
    legend = GAME.view.draw_screen(new_match().view(0)).splitlines()[-1]
    assert {"r", "r8", "d7", "ws", "wn", "wd"} <= set(legend.split()) & set(CARD_CODES)


def test_B3_cards_of_an_own_deck_have_its_names():
    match = table("o p ws wd wn g", "r b y", deck=colour_deck(8), discards="k")
    assert said(match, "discard:o8") == "Discard the orange 8"
    assert said(match, "take") == "Take the black Swatch from the discard pile"
    assert told(match, "take", viewer=1) == "Player 1 takes the black Swatch from the discard pile."


def test_B3_the_screen_explains_the_letters_of_an_own_deck():
    five = GAME.view.draw_screen(new_match(2, deck=colour_deck(5)).view(0))
    assert "  Colours:  r red  b blue  y yellow  g green  o orange\n" in five
    eight = GAME.view.draw_screen(new_match(2, deck=colour_deck(8)).view(0))
    assert "k black" in eight
    assert max(map(len, eight.splitlines())) <= 80
    assert "Colours:" not in GAME.view.draw_screen(new_match(2).view(0))


def test_discards_are_shown_in_order():
    match = play(table(NOTHING, OTHER), "draw", "discard:r8", "draw", "discard:y2")
    assert match.view(0).discards == discards(match)[::-1]
    assert moves(match) == ["draw", "take", "call"]
