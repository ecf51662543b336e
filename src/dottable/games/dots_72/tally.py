"""What designers want to see counted in a match of DOTS with 72 cards."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.core.tally import Chart, Count, Figure, offsets
from dottable.games.dots_72.calls import (
    best_pairing,
    dots_place,
    doubles,
    number_place,
    points_of,
    set_pairs,
    wilds_in,
)
from dottable.games.dots_72.pieces import (
    CODES,
    COLOUR_COUNT,
    COLOURS,
    DOTS_CARDS,
    FIRST_DOTS,
    FIRST_NUMBER,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
)
from dottable.games.dots_72.state import (
    CALL,
    DEAL,
    DISCARD,
    DISCARD_AND_CALL,
    DRAW,
    HAND,
    HAND_OVER,
    OVER,
    PASS,
    PASSING,
    SEATS,
    left_of,
    may_take,
)

LOWEST_WINS = False

TURN_BIN, TURN_BINS = 5, 11
"""Hands are sorted by their turns, five to a bin; the last bin has no end."""
HAND_POINTS = (50, 75, 100, 125, 150, 200, 250, 275, 300, 350, 400)
"""All that two sets can score (B11)."""
AFTER_DISCARD, AS_DEALT, AFTER_PASSING, LATER = range(4)
"""When a right call comes: with the discard, or at the start of the caller's first turn since the deal or since
cards were passed, or of another turn."""
MOMENTS = ("after the discard", "with the hand as dealt", "with a passed card", "at another turn's start")
TAKEN, DISCARDED, PASSED, CALLED = range(4)
WAYS = ("taken", "discarded", "passed", "called with")
SORTS = ("Swatch", "2", "4", "6", "8", "DOTS", "matchless DOTS", "Wild Swatch", "Wild Number", "Wild DOTS")
SWATCH, FIRST_SORT_OF_NUMBER, MATCHING, MATCHLESS, WILD_SORT = 0, 1, 5, 6, 7

COUNTS = (
    Count("hands", "Hands played to their end."),
    Count("turns", "Turns in which a card was drawn or taken (B6)."),
    Count("draws", "Cards drawn from the draw pile (B6)."),
    Count("offers", "Turns in which the top discard might be taken (B6)."),
    Count("takes", "Top discards taken (B6)."),
    Count("draws_returned", "Drawn cards, or their equals, discarded in the same turn (B6)."),
    Count("takes_returned", "Taken cards, or their equals, discarded in the same turn (B6)."),
    Count("must_draw", "Turns in which nobody might take a discard after twelve takes (B15)."),
    Count("calls", "Calls (B7)."),
    Count("wrong_calls", "Calls without a complete hand (B9)."),
    Count("wins", "Right calls: hands that somebody won (B8)."),
    Count("start_wins", "Right calls at the start of a turn (B7)."),
    Count("starter_wins", "Hands won by whoever had their first turn (B5)."),
    Count("complete", "Turns that ended with a complete hand (B8)."),
    Count("held_back", "Turns that ended with a complete hand, but without a call (B7)."),
    Count("turn_overs", "Times that the discards became the draw pile (B10)."),
    Count("passes", "Cards passed to the left (B10)."),
    Count("void_hands", "Hands without a winner (B14)."),
    Count("void_ends", "1 if void hands ended the match (B14)."),
    Count("points", "Points of all hands won (B11)."),
    Count("doubled", "Hands won with two sets of one colour and no wild (B11)."),
    Count("wild_wins", "Hands won with a wild (B8)."),
    Count("wilds", "Wilds in hands that won (B8)."),
    Count("sets", "Sets in hands that won: two each."),
    Count("twos", "Sets with a 2, or a wild that stands for it (B11)."),
    Count("all_wild", "Sets of all three wilds (B11)."),
    Count("moments", "Right calls by when they come (B7).", (len(MOMENTS),)),
    Count("places", "Hands won, by how far left of the first player the winner sits.", (SEATS,)),
    Count("hand_turns", "Hands by the number of their turns.", (TURN_BINS,)),
    Count("hand_points", "Hands won by what they scored.", (len(HAND_POINTS),)),
    Count("pairs", "Sets, all-wild ones apart, by colour and number; the first of equal readings.", (4, 4)),
    Count("dots_cards", "Hands won with each DOTS card.", (DOTS_CARDS,)),
    Count("cards", "Cards by what was done with them and by their sort.", (len(WAYS), len(SORTS))),
    Count("picked_now", "Scratch: the card drawn or taken in the present turn, plus 1; 0 between turns."),
    Count("turns_now", "Scratch: turns of the present hand; 0 at its end."),
    Count("fresh_now", "Scratch: turns since the deal, or since cards were passed; 0 at a hand's end."),
)
AT = offsets(COUNTS)
HANDS, TURNS, DRAWS, OFFERS, TAKES = AT["hands"], AT["turns"], AT["draws"], AT["offers"], AT["takes"]
DRAWS_RETURNED, TAKES_RETURNED, MUST_DRAW = AT["draws_returned"], AT["takes_returned"], AT["must_draw"]
CALLS, WRONG_CALLS, WINS, START_WINS = AT["calls"], AT["wrong_calls"], AT["wins"], AT["start_wins"]
STARTER_WINS, COMPLETE, HELD_BACK = AT["starter_wins"], AT["complete"], AT["held_back"]
TURN_OVERS, PASSES, VOID_HANDS, VOID_ENDS = AT["turn_overs"], AT["passes"], AT["void_hands"], AT["void_ends"]
POINTS, DOUBLED, WILD_WINS, WILDS = AT["points"], AT["doubled"], AT["wild_wins"], AT["wilds"]
SETS, TWOS, ALL_WILD, WHEN, PLACES = AT["sets"], AT["twos"], AT["all_wild"], AT["moments"], AT["places"]
HAND_TURNS, BY_POINTS, PAIRS, BY_DOTS = AT["hand_turns"], AT["hand_points"], AT["pairs"], AT["dots_cards"]
CARDS, PICKED_NOW, TURNS_NOW, FRESH_NOW = AT["cards"], AT["picked_now"], AT["turns_now"], AT["fresh_now"]

FIGURES = (
    Figure("hands", "hands in a match", "hands", rule="B13"),
    Figure("turns", "turns in a hand", "turns", over="hands", rule="B6"),
    Figure("takes", "top discards that are taken", "takes", over="offers", is_share=True, rule="B6"),
    Figure("takes_returned", "taken cards discarded at once", "takes_returned", over="takes", is_share=True, rule="B6"),
    Figure("draws_returned", "drawn cards discarded at once", "draws_returned", over="draws", is_share=True, rule="B6"),
    Figure(
        "must_draw", "turns that have to draw after twelve takes", "must_draw", over="turns", is_share=True, rule="B15"
    ),
    Figure("calls", "calls in a hand", "calls", over="hands", rule="B7"),
    Figure("wrong_calls", "calls that are wrong", "wrong_calls", over="calls", is_share=True, rule="B9"),
    Figure(
        "start_wins", "right calls made at the start of a turn", "start_wins", over="wins", is_share=True, rule="B7"
    ),
    Figure("held_back", "complete hands that are not called", "held_back", over="complete", is_share=True, rule="B7"),
    Figure("starter_wins", "hands won by whoever begins them", "starter_wins", over="wins", is_share=True, rule="B5"),
    Figure("turn_overs", "turn-overs of the discards in a hand", "turn_overs", over="hands", rule="B10"),
    Figure("passes", "cards passed in a hand", "passes", over="hands", rule="B10"),
    Figure("void_hands", "void hands", "void_hands", over="hands", is_share=True, rule="B14"),
    Figure("void_ends", "matches ended by three void hands", "void_ends", is_share=True, rule="B14"),
    Figure("points", "points of a winning hand", "points", over="wins", rule="B11"),
    Figure("doubled", "winning hands that are doubled", "doubled", over="wins", is_share=True, rule="B11"),
    Figure("wild_wins", "winning hands with a wild", "wild_wins", over="wins", is_share=True, rule="B8"),
    Figure("wilds", "wilds in a winning hand", "wilds", over="wins", rule="B8"),
    Figure("twos", "winning sets with a 2", "twos", over="sets", is_share=True, rule="B11"),
    Figure("all_wild", "winning sets of three wilds", "all_wild", over="sets", is_share=True, rule="B11"),
)

CHARTS = (
    Chart(
        "hand_points",
        "Points of a winning hand",
        "hand_points",
        tuple(map(str, HAND_POINTS)),
        over="wins",
        is_share=True,
    ),
    Chart(
        "hand_turns",
        "Turns of a hand",
        "hand_turns",
        (*(f"{TURN_BIN * k} to {TURN_BIN * k + TURN_BIN - 1}" for k in range(TURN_BINS - 1)), "50 or more"),
        over="hands",
        is_share=True,
        note="The turns of all players together.",
    ),
    Chart(
        "pairs",
        "Winning sets by colour and number",
        "pairs",
        tuple(map(str, NUMBERS)),
        over="sets",
        is_share=True,
        kind="grid",
        row_labels=COLOURS,
        note="A wild counts as what it stands for. Sets of three wilds are left out.",
    ),
    Chart(
        "dots_cards",
        "Winning hands with each DOTS card",
        "dots_cards",
        CODES[FIRST_DOTS:WILD_DOTS],
        over="wins",
        is_share=True,
        note="The cards are numbered as in the deck's file.",
    ),
    Chart(
        "cards",
        "Cards taken, discarded, passed and called with in a hand",
        "cards",
        SORTS,
        over="hands",
        kind="grid",
        row_labels=WAYS,
        note="A matchless DOTS card goes with no number.",
    ),
    Chart("moments", "When a right call comes", "moments", MOMENTS, over="wins", is_share=True),
    Chart(
        "places",
        "Hands won, by the order of the first turns",
        "places",
        tuple(str(place) for place in range(1, SEATS + 1)),
        over="wins",
        is_share=True,
        note="1 is the player to the left of the dealer.",
    ),
)


@rule
def opener(s: Any) -> int:
    return s.turn


@rule
def before(s: Any, seat: int, action: int, tally: Any) -> None:
    """What is done with cards, and who calls."""
    if action < CALL:
        count_pick(s, action, tally)
    elif action == CALL:
        tally[CALLS] += 1
    elif action < PASS:
        calls = action >= DISCARD_AND_CALL
        tally[CALLS] += calls
        count_discard(s, action - (DISCARD_AND_CALL if calls else DISCARD), tally)
    elif action < DEAL:
        tally[PASSES] += 1
        tally[card_at(s, PASSED, action - PASS)] += 1


@rule
def count_pick(s: Any, action: int, tally: Any) -> None:
    """A card is drawn or taken (B6)."""
    tally[TURNS] += 1
    tally[TURNS_NOW] += 1
    tally[FRESH_NOW] += 1
    tally[OFFERS] += may_take(s)
    tally[MUST_DRAW] += s.discards_left > 0 and not may_take(s)
    if action == DRAW:
        tally[DRAWS] += 1
        tally[PICKED_NOW] = s.pile[s.pile_left - 1] + 1
    else:
        face = s.discards[s.discards_left - 1]
        tally[TAKES] += 1
        tally[card_at(s, TAKEN, face)] += 1
        tally[PICKED_NOW] = face + 1


@rule
def count_discard(s: Any, face: int, tally: Any) -> None:
    """A card is discarded, perhaps the one that has just come; `takes` tells whether that was taken."""
    tally[card_at(s, DISCARDED, face)] += 1
    if tally[PICKED_NOW] == face + 1:
        tally[TAKES_RETURNED if s.takes > 0 else DRAWS_RETURNED] += 1
    tally[PICKED_NOW] = 0


@rule
def card_at(s: Any, way: int, face: int) -> int:
    """Where a card is counted."""
    return CARDS + way * len(SORTS) + sort_of(s, face)


@rule
def sort_of(s: Any, face: int) -> int:
    """Which of SORTS a card is."""
    if is_wild(face):
        return WILD_SORT + (face > WILD_SWATCH) + (face > WILD_NUMBER)
    if face < WILD_SWATCH:
        return SWATCH
    if face < WILD_NUMBER:
        return FIRST_SORT_OF_NUMBER + (face - FIRST_NUMBER) % NUMBER_COUNT
    return MATCHING if s.pairs[face] != 0 else MATCHLESS


@rule
def after(s: Any, seat: int, action: int, tally: Any) -> None:
    """What came of a call, a discard or the last card passed; the end of a hand and of the match."""
    if action == CALL or DISCARD_AND_CALL <= action < PASS:
        if s.phase >= HAND_OVER and s.caller == seat:
            count_win(s, seat, action, tally)
        else:
            tally[WRONG_CALLS] += 1
    elif DISCARD <= action < DISCARD_AND_CALL:
        count_held_back(s, seat, tally)
    if action >= PASS and s.phase < PASSING:
        tally[FRESH_NOW] = 0
    elif DISCARD <= action < PASS and s.phase == PASSING:
        tally[TURN_OVERS] += 1
    if s.phase >= HAND_OVER:
        count_hand(s, tally)


@big_rule
def count_held_back(s: Any, seat: int, tally: Any) -> None:
    """A turn has ended without a call, perhaps with a complete hand (B7)."""
    is_complete = points_of(s, seat) > 0
    tally[COMPLETE] += is_complete
    tally[HELD_BACK] += is_complete


@rule
def count_hand(s: Any, tally: Any) -> None:
    """A hand has ended; without a caller it is void (B14)."""
    tally[HANDS] += 1
    tally[HAND_TURNS + min(tally[TURNS_NOW] // TURN_BIN, TURN_BINS - 1)] += 1
    tally[VOID_HANDS] += s.caller < 0
    tally[VOID_ENDS] += s.caller < 0 and s.phase == OVER
    tally[TURNS_NOW] = 0
    tally[FRESH_NOW] = 0


@big_rule
def count_win(s: Any, seat: int, action: int, tally: Any) -> None:
    """A right call: when it came, and what was in the hand (B7, B8, B11)."""
    starter = left_of(s, s.dealer)
    place = seat - starter if seat >= starter else seat - starter + s.seats
    wilds = wilds_in(s, seat, HAND)
    tally[WINS] += 1
    tally[START_WINS] += action == CALL
    tally[COMPLETE] += action != CALL
    tally[WHEN + moment_of(s, action, tally)] += 1
    tally[STARTER_WINS] += place == 0
    tally[PLACES + place] += 1
    tally[POINTS] += s.points
    for k in range(len(HAND_POINTS)):
        tally[BY_POINTS + k] += HAND_POINTS[k] == s.points
    tally[DOUBLED] += doubles(s, seat, HAND)
    tally[WILD_WINS] += wilds > 0
    tally[WILDS] += wilds
    for k in range(HAND):
        face = s.hand[seat, k]
        tally[card_at(s, CALLED, face)] += 1
        if FIRST_DOTS <= face < WILD_DOTS:
            tally[BY_DOTS + face - FIRST_DOTS] += 1
    pairing = best_pairing(s, seat, HAND)
    for which in range(2):
        count_set(
            s,
            s.hand[seat, which],
            s.hand[seat, number_place(pairing, which)],
            s.hand[seat, dots_place(pairing, which)],
            tally,
        )


@rule
def moment_of(s: Any, action: int, tally: Any) -> int:
    """Which of MOMENTS a right call is."""
    if action != CALL:
        return AFTER_DISCARD
    if tally[FRESH_NOW] >= s.seats:
        return LATER
    return AS_DEALT if s.turn_overs == 0 else AFTER_PASSING


@rule
def count_set(s: Any, swatch: int, number: int, dots: int, tally: Any) -> None:
    """A set, as what scores most: the pairs are in the order of their numbers (B11, B12)."""
    tally[SETS] += 1
    if is_wild(swatch) and is_wild(number) and is_wild(dots):
        tally[ALL_WILD] += 1
        return
    pairs = set_pairs(s, swatch, number, dots)
    pair = 0
    while pairs >> pair & 1 == 0:
        pair += 1
    colour, k = pair % COLOUR_COUNT, pair // COLOUR_COUNT
    tally[PAIRS + colour * NUMBER_COUNT + k] += 1
    tally[TWOS] += k == 0
