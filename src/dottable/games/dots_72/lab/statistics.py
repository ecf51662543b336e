"""Statistics of DOTS (72 cards) for game designers: counts, metrics and charts."""

from __future__ import annotations

from typing import Any

from dottable.core.lab.statistics_definitions import Chart, Count, Metric, offsets_by_count_name
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    COLOUR_COUNT,
    COLOUR_LETTERS,
    DOTS_CARD_COUNT,
    FIRST_DOTS,
    FIRST_NUMBER,
    HOUSE_COLOURS,
    NUMBER_COUNT,
    NUMBERS,
    WILD_DOTS,
    WILD_NUMBER,
    WILD_SWATCH,
    is_wild,
)
from dottable.games.dots_72.rules.calls import (
    count_wilds,
    dots_place,
    hand_points,
    highest_scoring_pairing,
    is_doubled,
    number_place,
    pairs_matched_by_set,
)
from dottable.games.dots_72.state import (
    CALL,
    DEAL,
    DISCARD,
    DISCARD_AND_CALL,
    DRAW,
    HAND_OVER,
    HAND_SIZE,
    OVER,
    PASS,
    PASSING,
    SEATS,
    left_of,
    may_take_discard,
)

LOWEST_WINS = False

TURNS_PER_BIN, TURN_BIN_COUNT = 5, 11
"""Width of a bin in the histogram of turns per hand, and number of bins. The last bin has no upper limit."""
POSSIBLE_HAND_POINTS = (50, 75, 100, 125, 150, 200, 250, 275, 300, 350, 400)
"""All possible scores of two sets (B11)."""
CALL_AFTER_DISCARD, CALL_AS_DEALT, CALL_AFTER_PASSING, CALL_LATER = range(4)
"""Moments of a right call: after the discard; at the start of the caller's first turn after the deal, or after cards
were passed; at the start of another turn."""
CALL_MOMENT_NAMES = ("after the discard", "with the hand as dealt", "with a passed card", "at another turn's start")
TAKEN_USE, DISCARDED_USE, PASSED_USE, CALLED_USE = range(4)
CARD_USE_NAMES = ("taken", "discarded", "passed", "called with")
CARD_CLASS_NAMES = ("Swatch", "2", "4", "6", "8", "DOTS", "matchless DOTS", "Wild Swatch", "Wild Number", "Wild DOTS")
"""Classes of cards in the counts. A matchless DOTS card matches no pair of colour and number."""
SWATCH_CLASS, FIRST_NUMBER_CLASS, MATCHING_DOTS_CLASS, MATCHLESS_DOTS_CLASS, FIRST_WILD_CLASS = 0, 1, 5, 6, 7

COUNTS = (
    Count("hands", "Hands played to their end."),
    Count("turns", "Turns in which a card was drawn or taken (B6)."),
    Count("draws", "Cards drawn from the draw pile (B6)."),
    Count("offers", "Turns in which the top discard could be taken (B6)."),
    Count("takes", "Top discards taken (B6)."),
    Count("draws_returned", "Drawn cards, or their equals, discarded in the same turn (B6)."),
    Count("takes_returned", "Taken cards, or their equals, discarded in the same turn (B6)."),
    Count("must_draw", "Turns that had to draw after twelve takes in a row (B15)."),
    Count("calls", "Calls (B7)."),
    Count("wrong_calls", "Calls without a complete hand (B9)."),
    Count("wins", "Right calls: hands with a winner (B8)."),
    Count("start_wins", "Right calls at the start of a turn (B7)."),
    Count("starter_wins", "Hands won by the seat with the first turn (B5)."),
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
    Count("moments", "Right calls by when they come (B7).", (len(CALL_MOMENT_NAMES),)),
    Count("places", "Hands won by the winner's distance from the first player in seats.", (SEATS,)),
    Count("hand_turns", "Hands by the number of their turns.", (TURN_BIN_COUNT,)),
    Count("hand_points", "Hands won by what they scored.", (len(POSSIBLE_HAND_POINTS),)),
    Count("pairs", "Sets by colour and number, without sets of three wilds; the first of equal readings.", (8, 4)),
    Count("dots_cards", "Hands won with each DOTS card.", (DOTS_CARD_COUNT,)),
    Count("cards", "Cards by their use and class.", (len(CARD_USE_NAMES), len(CARD_CLASS_NAMES))),
    Count("picked_now", "Scratch: the card drawn or taken in the present turn, plus 1; 0 between turns."),
    Count("turns_now", "Scratch: turns of the present hand; 0 at its end."),
    Count("fresh_now", "Scratch: turns since the deal, or since cards were passed; 0 at a hand's end."),
)
COUNT_INDEX = offsets_by_count_name(COUNTS)
HANDS_INDEX = COUNT_INDEX["hands"]
TURNS_INDEX = COUNT_INDEX["turns"]
DRAWS_INDEX = COUNT_INDEX["draws"]
TAKE_CHANCES_INDEX = COUNT_INDEX["offers"]
TAKES_INDEX = COUNT_INDEX["takes"]
DRAWS_RETURNED_INDEX = COUNT_INDEX["draws_returned"]
TAKES_RETURNED_INDEX = COUNT_INDEX["takes_returned"]
FORCED_DRAWS_INDEX = COUNT_INDEX["must_draw"]
CALLS_INDEX = COUNT_INDEX["calls"]
WRONG_CALLS_INDEX = COUNT_INDEX["wrong_calls"]
WINS_INDEX = COUNT_INDEX["wins"]
WINS_AT_TURN_START_INDEX = COUNT_INDEX["start_wins"]
WINS_OF_FIRST_SEAT_INDEX = COUNT_INDEX["starter_wins"]
COMPLETE_HANDS_INDEX = COUNT_INDEX["complete"]
COMPLETE_UNCALLED_INDEX = COUNT_INDEX["held_back"]
TURN_OVERS_INDEX = COUNT_INDEX["turn_overs"]
PASSES_INDEX = COUNT_INDEX["passes"]
VOID_HANDS_INDEX = COUNT_INDEX["void_hands"]
VOID_ENDS_INDEX = COUNT_INDEX["void_ends"]
POINTS_INDEX = COUNT_INDEX["points"]
DOUBLED_WINS_INDEX = COUNT_INDEX["doubled"]
WILD_WINS_INDEX = COUNT_INDEX["wild_wins"]
WILDS_IN_WINS_INDEX = COUNT_INDEX["wilds"]
SETS_INDEX = COUNT_INDEX["sets"]
SETS_WITH_TWO_INDEX = COUNT_INDEX["twos"]
ALL_WILD_SETS_INDEX = COUNT_INDEX["all_wild"]
WINS_BY_MOMENT_INDEX = COUNT_INDEX["moments"]
WINS_BY_PLACE_INDEX = COUNT_INDEX["places"]
HANDS_BY_TURNS_INDEX = COUNT_INDEX["hand_turns"]
WINS_BY_POINTS_INDEX = COUNT_INDEX["hand_points"]
SETS_BY_PAIR_INDEX = COUNT_INDEX["pairs"]
WINS_BY_DOTS_CARD_INDEX = COUNT_INDEX["dots_cards"]
CARDS_BY_USE_AND_CLASS_INDEX = COUNT_INDEX["cards"]
PICKED_CARD_INDEX = COUNT_INDEX["picked_now"]
TURNS_OF_HAND_INDEX = COUNT_INDEX["turns_now"]
TURNS_SINCE_DEAL_OR_PASS_INDEX = COUNT_INDEX["fresh_now"]

METRICS = (
    Metric("hands", "hands in a match", "hands", rule="B13"),
    Metric("turns", "turns in a hand", "turns", over="hands", rule="B6"),
    Metric("takes", "top discards that are taken", "takes", over="offers", is_share=True, rule="B6"),
    Metric("takes_returned", "taken cards discarded at once", "takes_returned", over="takes", is_share=True, rule="B6"),
    Metric("draws_returned", "drawn cards discarded at once", "draws_returned", over="draws", is_share=True, rule="B6"),
    Metric(
        "must_draw", "turns that have to draw after twelve takes", "must_draw", over="turns", is_share=True, rule="B15"
    ),
    Metric("calls", "calls in a hand", "calls", over="hands", rule="B7"),
    Metric("wrong_calls", "calls that are wrong", "wrong_calls", over="calls", is_share=True, rule="B9"),
    Metric(
        "start_wins", "right calls made at the start of a turn", "start_wins", over="wins", is_share=True, rule="B7"
    ),
    Metric("held_back", "complete hands that are not called", "held_back", over="complete", is_share=True, rule="B7"),
    Metric(
        "starter_wins", "hands won by the seat that begins them", "starter_wins", over="wins", is_share=True, rule="B5"
    ),
    Metric("turn_overs", "turn-overs of the discards in a hand", "turn_overs", over="hands", rule="B10"),
    Metric("passes", "cards passed in a hand", "passes", over="hands", rule="B10"),
    Metric("void_hands", "void hands", "void_hands", over="hands", is_share=True, rule="B14"),
    Metric("void_ends", "matches ended by three void hands", "void_ends", is_share=True, rule="B14"),
    Metric("points", "points of a winning hand", "points", over="wins", rule="B11"),
    Metric("doubled", "winning hands that are doubled", "doubled", over="wins", is_share=True, rule="B11"),
    Metric("wild_wins", "winning hands with a wild", "wild_wins", over="wins", is_share=True, rule="B8"),
    Metric("wilds", "wilds in a winning hand", "wilds", over="wins", rule="B8"),
    Metric("twos", "winning sets with a 2", "twos", over="sets", is_share=True, rule="B11"),
    Metric("all_wild", "winning sets of three wilds", "all_wild", over="sets", is_share=True, rule="B11"),
)

CHARTS = (
    Chart(
        "hand_points",
        "Points of a winning hand",
        "hand_points",
        tuple(map(str, POSSIBLE_HAND_POINTS)),
        over="wins",
        is_share=True,
    ),
    Chart(
        "hand_turns",
        "Turns of a hand",
        "hand_turns",
        (
            *(f"{TURNS_PER_BIN * k} to {TURNS_PER_BIN * k + TURNS_PER_BIN - 1}" for k in range(TURN_BIN_COUNT - 1)),
            "50 or more",
        ),
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
        row_labels=(*HOUSE_COLOURS, *COLOUR_LETTERS[len(HOUSE_COLOURS) :]),
        hides_empty_rows=True,
        note="A wild counts as what it stands for. Sets of three wilds are left out. In an own deck the rows are the "
        "colours with the letters r, b, y, g, o, p, c and k.",
    ),
    Chart(
        "dots_cards",
        "Winning hands with each DOTS card",
        "dots_cards",
        CARD_CODES[FIRST_DOTS:WILD_DOTS],
        over="wins",
        is_share=True,
        note="The cards are numbered as in the deck's file.",
    ),
    Chart(
        "cards",
        "Cards taken, discarded, passed and called with in a hand",
        "cards",
        CARD_CLASS_NAMES,
        over="hands",
        kind="grid",
        row_labels=CARD_USE_NAMES,
        note="A matchless DOTS card goes with no number.",
    ),
    Chart("moments", "When a right call comes", "moments", CALL_MOMENT_NAMES, over="wins", is_share=True),
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
def opening_seat(s: Any) -> int:
    """Return the seat with the first turn."""
    return s.turn


@rule
def count_before_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count the cards that a move draws, takes, discards or passes, and calls, before the move is applied."""
    if action < CALL:
        count_pick(s, action, counts)
    elif action == CALL:
        counts[CALLS_INDEX] += 1
    elif action < PASS:
        calls = action >= DISCARD_AND_CALL
        counts[CALLS_INDEX] += calls
        count_discard(s, action - (DISCARD_AND_CALL if calls else DISCARD), counts)
    elif action < DEAL:
        counts[PASSES_INDEX] += 1
        counts[card_count_index(s, PASSED_USE, action - PASS)] += 1


@rule
def count_pick(s: Any, action: int, counts: Any) -> None:
    """Count a card drawn or taken (B6)."""
    counts[TURNS_INDEX] += 1
    counts[TURNS_OF_HAND_INDEX] += 1
    counts[TURNS_SINCE_DEAL_OR_PASS_INDEX] += 1
    counts[TAKE_CHANCES_INDEX] += may_take_discard(s)
    counts[FORCED_DRAWS_INDEX] += s.discards_left > 0 and not may_take_discard(s)
    if action == DRAW:
        counts[DRAWS_INDEX] += 1
        counts[PICKED_CARD_INDEX] = s.pile[s.pile_left - 1] + 1
    else:
        face = s.discards[s.discards_left - 1]
        counts[TAKES_INDEX] += 1
        counts[card_count_index(s, TAKEN_USE, face)] += 1
        counts[PICKED_CARD_INDEX] = face + 1


@rule
def count_discard(s: Any, face: int, counts: Any) -> None:
    """Count a discard, and whether it returns the card just drawn or taken."""
    counts[card_count_index(s, DISCARDED_USE, face)] += 1
    if counts[PICKED_CARD_INDEX] == face + 1:
        counts[TAKES_RETURNED_INDEX if s.takes > 0 else DRAWS_RETURNED_INDEX] += 1
    counts[PICKED_CARD_INDEX] = 0


@rule
def card_count_index(s: Any, use: int, face: int) -> int:
    """Return the index of the counter of a card by use and class."""
    return CARDS_BY_USE_AND_CLASS_INDEX + use * len(CARD_CLASS_NAMES) + card_class_index(s, face)


@rule
def card_class_index(s: Any, face: int) -> int:
    """Return the index of a card in CARD_CLASS_NAMES."""
    if is_wild(face):
        return FIRST_WILD_CLASS + (face > WILD_SWATCH) + (face > WILD_NUMBER)
    if face < WILD_SWATCH:
        return SWATCH_CLASS
    if face < WILD_NUMBER:
        return FIRST_NUMBER_CLASS + (face - FIRST_NUMBER) % NUMBER_COUNT
    return MATCHING_DOTS_CLASS if s.pairs[face] != 0 else MATCHLESS_DOTS_CLASS


@rule
def count_after_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count the outcome of a call, a discard or the last card passed, and the end of a hand or match."""
    if action == CALL or DISCARD_AND_CALL <= action < PASS:
        if s.phase >= HAND_OVER and s.caller == seat:
            count_win(s, seat, action, counts)
        else:
            counts[WRONG_CALLS_INDEX] += 1
    elif DISCARD <= action < DISCARD_AND_CALL:
        count_uncalled_complete_hand(s, seat, counts)
    if action >= PASS and s.phase < PASSING:
        counts[TURNS_SINCE_DEAL_OR_PASS_INDEX] = 0
    elif DISCARD <= action < PASS and s.phase == PASSING:
        counts[TURN_OVERS_INDEX] += 1
    if s.phase >= HAND_OVER:
        count_hand_end(s, counts)


@noinline_rule
def count_uncalled_complete_hand(s: Any, seat: int, counts: Any) -> None:
    """Count a complete hand that its player did not call at the end of a turn (B7)."""
    is_complete = hand_points(s, seat) > 0
    counts[COMPLETE_HANDS_INDEX] += is_complete
    counts[COMPLETE_UNCALLED_INDEX] += is_complete


@rule
def count_hand_end(s: Any, counts: Any) -> None:
    """Count the end of a hand; without a caller it is void (B14)."""
    counts[HANDS_INDEX] += 1
    counts[HANDS_BY_TURNS_INDEX + min(counts[TURNS_OF_HAND_INDEX] // TURNS_PER_BIN, TURN_BIN_COUNT - 1)] += 1
    counts[VOID_HANDS_INDEX] += s.caller < 0
    counts[VOID_ENDS_INDEX] += s.caller < 0 and s.phase == OVER
    counts[TURNS_OF_HAND_INDEX] = 0
    counts[TURNS_SINCE_DEAL_OR_PASS_INDEX] = 0


@noinline_rule
def count_win(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count a right call: its moment, its place, its points and its cards (B7, B8, B11)."""
    starter = left_of(s, s.dealer)
    place = seat - starter if seat >= starter else seat - starter + s.seats
    counts[WINS_INDEX] += 1
    counts[WINS_AT_TURN_START_INDEX] += action == CALL
    counts[COMPLETE_HANDS_INDEX] += action != CALL
    counts[WINS_BY_MOMENT_INDEX + call_moment(s, action, counts)] += 1
    counts[WINS_OF_FIRST_SEAT_INDEX] += place == 0
    counts[WINS_BY_PLACE_INDEX + place] += 1
    counts[POINTS_INDEX] += s.points
    for k in range(len(POSSIBLE_HAND_POINTS)):
        counts[WINS_BY_POINTS_INDEX + k] += POSSIBLE_HAND_POINTS[k] == s.points
    counts[DOUBLED_WINS_INDEX] += is_doubled(s, seat, HAND_SIZE)
    count_winning_cards(s, seat, counts)
    pairing = highest_scoring_pairing(s, seat, HAND_SIZE)
    for which in range(2):
        number, dots = s.hand[seat, number_place(pairing, which)], s.hand[seat, dots_place(pairing, which)]
        count_set(s, s.hand[seat, which], number, dots, counts)


@rule
def count_winning_cards(s: Any, seat: int, counts: Any) -> None:
    """Count the cards of a hand that was called, and its wilds."""
    wilds = count_wilds(s, seat, HAND_SIZE)
    counts[WILD_WINS_INDEX] += wilds > 0
    counts[WILDS_IN_WINS_INDEX] += wilds
    for k in range(HAND_SIZE):
        face = s.hand[seat, k]
        counts[card_count_index(s, CALLED_USE, face)] += 1
        if FIRST_DOTS <= face < WILD_DOTS:
            counts[WINS_BY_DOTS_CARD_INDEX + face - FIRST_DOTS] += 1


@rule
def call_moment(s: Any, action: int, counts: Any) -> int:
    """Return the moment of a right call, as an index into CALL_MOMENT_NAMES."""
    if action != CALL:
        return CALL_AFTER_DISCARD
    if counts[TURNS_SINCE_DEAL_OR_PASS_INDEX] >= s.seats:
        return CALL_LATER
    return CALL_AS_DEALT if s.turn_overs == 0 else CALL_AFTER_PASSING


@rule
def count_set(s: Any, swatch: int, number: int, dots: int, counts: Any) -> None:
    """Count a set by its best reading, which is the lowest matching number (B11, B12)."""
    counts[SETS_INDEX] += 1
    if is_wild(swatch) and is_wild(number) and is_wild(dots):
        counts[ALL_WILD_SETS_INDEX] += 1
        return
    pairs = pairs_matched_by_set(s, swatch, number, dots)
    pair = 0
    while pairs >> pair & 1 == 0:
        pair += 1
    colour, k = pair % COLOUR_COUNT, pair // COLOUR_COUNT
    counts[SETS_BY_PAIR_INDEX + colour * NUMBER_COUNT + k] += 1
    counts[SETS_WITH_TWO_INDEX] += k == 0
