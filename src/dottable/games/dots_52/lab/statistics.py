"""Statistics of Dots (52 cards) for game designers: counts, metrics and charts."""

from __future__ import annotations

from typing import Any

from dottable.core.lab.statistics_definitions import Chart, Count, Metric, offsets_by_count_name
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.games.dots_52.bot.card_estimates import has_unknown_own_card
from dottable.games.dots_52.pieces import JACK, NO_CARD, RANK_COUNT, RANK_TEXTS, card_points, is_court, rank_of_card
from dottable.games.dots_52.rules.scoring import (
    CALL_LIMIT,
    MATCH_LIMIT,
    caller_points_at_call,
    lowest_other_total,
    tableau_points,
)
from dottable.games.dots_52.rules.snap import matches_pile
from dottable.games.dots_52.rules.stock import can_draw, pile_top
from dottable.games.dots_52.state import (
    CALL,
    CALL_LOST,
    CALL_WON,
    CARDS_DEALT,
    CHOOSING_JACK_OWN_CARD,
    CHOOSING_KING_TARGET,
    CHOOSING_QUEEN_TARGET,
    DECLINE,
    DISCARD,
    DRAW,
    LOOK,
    MAX_SLOTS,
    NO_CALL,
    OVER,
    PASS,
    PUT,
    ROUND_OVER,
    SNAP,
    SNAPPING,
    TAKE,
    TARGET,
    card_at,
)

LOWEST_WINS = True

PLACE_COLUMN_COUNT = CARDS_DEALT + 1
"""Number of columns by place: one per place that is dealt to, and one for all places of penalty cards."""
COURT_RANK_COUNT = RANK_COUNT - JACK
"""Number of ranks of court cards."""
SNAPPABLE_RANK_COUNT = JACK
"""Number of ranks below the court cards."""
STOCK_OFFSET, PILE_OFFSET = 0, RANK_COUNT
"""Offsets of the two sources of a card (stock, pile) in the counts `offered` and `chosen`."""
CALL_TOTAL_BIN_COUNT = CALL_LIMIT + 1
"""Number of bins for totals at a call: one per total below 10, and one for all others."""
POINTS_PER_BIN = 5
"""Width of a bin in points."""
POINT_BIN_COUNT = 12
"""Number of bins for points: none, ten steps of five points, and more than 50."""

COUNTS = (
    Count("rounds", "Rounds."),
    Count("turns", "Turns, including those of players who could not move (D15)."),
    Count("puts", "Turns that put the drawn card into a place (D4)."),
    Count("takes", "Turns that take the card on the pile (D4)."),
    Count("discards", "Turns that lay the drawn card on the pile (D4)."),
    Count("passed_over", "Turns of players who could not move (D15)."),
    Count("exchanges", "Cards exchanged: puts and takes."),
    Count(
        "exchanged", "Cards that left a tableau in an exchange, by place and rank.", (PLACE_COLUMN_COUNT, RANK_COUNT)
    ),
    Count("offered", "Cards available, drawn or on the pile, by rank.", (2, RANK_COUNT)),
    Count("chosen", "Available cards that were put into a place.", (2, RANK_COUNT)),
    Count("courts", "Court cards laid on the pile from the stock (D5).", (COURT_RANK_COUNT,)),
    Count("powers", "Court cards laid from the stock whose power was used.", (COURT_RANK_COUNT,)),
    Count("court_cards", "All court cards laid on the pile from the stock (D5)."),
    Count("lapsed", "Court cards laid from the stock without a target (D5)."),
    Count("declined", "Powers that were declined (D5)."),
    Count("swaps", "Jack swaps (D5)."),
    Count("good_swaps", "Jack swaps for a card of fewer points."),
    Count("raids", "Jack swaps that took a card of the player who had called (D12)."),
    Count("windows", "Revealed cards that could be snapped (D7)."),
    Count("chances", "Revealed cards whose rank a player held."),
    Count("attempts", "Cards shown to snap, in time or too late."),
    Count("right", "Right snaps (D7)."),
    Count("wrong", "Cards of a wrong rank, in time or too late (D8)."),
    Count("late", "Right cards that came too late (D8)."),
    Count("penalties", "Penalty cards (D8); none if there is no card to draw (D15)."),
    Count("revealed", "Revealed cards that could be snapped, by rank.", (SNAPPABLE_RANK_COUNT,)),
    Count("snapped", "Right snaps by rank.", (SNAPPABLE_RANK_COUNT,)),
    Count("calls", "Calls (D11)."),
    Count("blind", "Calls by players who did not know all their cards (D11)."),
    Count("won", "Calls won (D13)."),
    Count("high", "Calls lost because they were made with 10 or more (D11)."),
    Count("tied", "Other calls lost to an equal total (D13)."),
    Count("beaten", "Other calls lost to a lower total (D13)."),
    Count("called", "Calls by the caller's total.", (CALL_TOTAL_BIN_COUNT,)),
    Count("held", "Calls won by the caller's total at the call.", (CALL_TOTAL_BIN_COUNT,)),
    Count("no_call", "Rounds that ended without a call (D16)."),
    Count("rebuilds", "Rebuilds of the stock from the pile (D15)."),
    Count("tableaux", "Tableaux at the reveal: one per player and round."),
    Count("empty", "Tableaux without a card at the reveal (D6)."),
    Count("totals", "Points in tableaux at the reveal."),
    Count("scored", "Tableaux by the points that the round brought.", (POINT_BIN_COUNT,)),
    Count("lost_at_last", "Matches whose last round was a lost call (D14)."),
    Count("cut_off", "Matches in which no player reached 100 (D18)."),
)
COUNT_INDEX = offsets_by_count_name(COUNTS)
ROUNDS_INDEX = COUNT_INDEX["rounds"]
TURNS_INDEX = COUNT_INDEX["turns"]
PASSED_OVER_INDEX = COUNT_INDEX["passed_over"]
PUTS_INDEX = COUNT_INDEX["puts"]
TAKES_INDEX = COUNT_INDEX["takes"]
DISCARDS_INDEX = COUNT_INDEX["discards"]
EXCHANGES_INDEX = COUNT_INDEX["exchanges"]
EXCHANGED_BY_PLACE_AND_RANK_INDEX = COUNT_INDEX["exchanged"]
AVAILABLE_CARDS_INDEX = COUNT_INDEX["offered"]
CHOSEN_CARDS_INDEX = COUNT_INDEX["chosen"]
COURTS_BY_RANK_INDEX = COUNT_INDEX["courts"]
COURT_CARDS_INDEX = COUNT_INDEX["court_cards"]
POWERS_USED_INDEX = COUNT_INDEX["powers"]
POWERS_LAPSED_INDEX = COUNT_INDEX["lapsed"]
POWERS_DECLINED_INDEX = COUNT_INDEX["declined"]
SWAPS_INDEX = COUNT_INDEX["swaps"]
GOOD_SWAPS_INDEX = COUNT_INDEX["good_swaps"]
SWAPS_WITH_CALLER_INDEX = COUNT_INDEX["raids"]
SNAP_WINDOWS_INDEX = COUNT_INDEX["windows"]
SNAP_CHANCES_INDEX = COUNT_INDEX["chances"]
REVEALED_BY_RANK_INDEX = COUNT_INDEX["revealed"]
SNAPS_BY_RANK_INDEX = COUNT_INDEX["snapped"]
SNAP_ATTEMPTS_INDEX = COUNT_INDEX["attempts"]
RIGHT_SNAPS_INDEX = COUNT_INDEX["right"]
WRONG_SNAPS_INDEX = COUNT_INDEX["wrong"]
LATE_SNAPS_INDEX = COUNT_INDEX["late"]
PENALTIES_INDEX = COUNT_INDEX["penalties"]
CALLS_INDEX = COUNT_INDEX["calls"]
BLIND_CALLS_INDEX = COUNT_INDEX["blind"]
CALLS_BY_TOTAL_INDEX = COUNT_INDEX["called"]
CALLS_WON_BY_TOTAL_INDEX = COUNT_INDEX["held"]
CALLS_WON_INDEX = COUNT_INDEX["won"]
CALLS_LOST_HIGH_INDEX = COUNT_INDEX["high"]
CALLS_LOST_TIED_INDEX = COUNT_INDEX["tied"]
CALLS_LOST_BEATEN_INDEX = COUNT_INDEX["beaten"]
ROUNDS_WITHOUT_CALL_INDEX = COUNT_INDEX["no_call"]
REBUILDS_INDEX = COUNT_INDEX["rebuilds"]
TABLEAUX_INDEX = COUNT_INDEX["tableaux"]
TABLEAUX_WITHOUT_CARDS_INDEX = COUNT_INDEX["empty"]
TABLEAU_POINTS_INDEX = COUNT_INDEX["totals"]
TABLEAUX_BY_POINTS_INDEX = COUNT_INDEX["scored"]
LAST_CALL_LOST_INDEX = COUNT_INDEX["lost_at_last"]
MATCHES_CUT_OFF_INDEX = COUNT_INDEX["cut_off"]

METRICS = (
    Metric("rounds", "rounds in a match", "rounds", rule="D14"),
    Metric("turns", "turns in a round", "turns", over="rounds", rule="D4"),
    Metric("puts", "turns that put the drawn card into a place", "puts", over="turns", is_share=True, rule="D4"),
    Metric("takes", "turns that take the card on the pile", "takes", over="turns", is_share=True, rule="D4"),
    Metric("passed_over", "turns of players who cannot move", "passed_over", over="turns", is_share=True, rule="D15"),
    Metric("lapsed", "court cards without a target", "lapsed", over="court_cards", is_share=True, rule="D5"),
    Metric("good_swaps", "Jack swaps for a lower card", "good_swaps", over="swaps", is_share=True, rule="D5"),
    Metric("raids", "cards that Jacks take from a caller after a call", "raids", over="calls", rule="D12"),
    Metric("chances", "revealed cards that can be snapped", "chances", over="windows", is_share=True, rule="D7"),
    Metric("snaps", "chances to snap that are used", "right", over="chances", is_share=True, rule="D7"),
    Metric("wrong", "tries to snap with a wrong card", "wrong", over="attempts", is_share=True, rule="D8"),
    Metric("late", "tries to snap with a right card too late", "late", over="attempts", is_share=True, rule="D8"),
    Metric("penalties", "penalty cards in a match", "penalties", rule="D8"),
    Metric("won", "calls won", "won", over="calls", is_share=True, rule="D13"),
    Metric("high", "calls lost with 10 or more", "high", over="calls", is_share=True, rule="D11"),
    Metric("beaten", "calls lost to a lower total", "beaten", over="calls", is_share=True, rule="D13"),
    Metric("tied", "calls lost to an equal total", "tied", over="calls", is_share=True, rule="D13"),
    Metric("blind", "calls without knowing all own cards", "blind", over="calls", is_share=True, rule="D11"),
    Metric("no_call", "rounds that end without a call", "no_call", over="rounds", is_share=True, rule="D16"),
    Metric("rebuilds", "new stocks in a round", "rebuilds", over="rounds", rule="D15"),
    Metric("empty", "tableaux without a card at the reveal", "empty", over="tableaux", is_share=True, rule="D6"),
    Metric("totals", "points in a tableau at the reveal", "totals", over="tableaux", rule="D13"),
    Metric("lost_at_last", "matches that end with a lost call", "lost_at_last", is_share=True, rule="D14"),
    Metric("cut_off", "matches in which no player reaches 100", "cut_off", is_share=True, rule="D18"),
)

TOTAL_LABELS = (*(str(points) for points in range(CALL_LIMIT)), "10 or more")
SNAP_LABELS = RANK_TEXTS[:SNAPPABLE_RANK_COUNT]

CHARTS = (
    Chart(
        "chosen",
        "How often an available card is put into a place",
        "chosen",
        RANK_TEXTS,
        over="offered",
        is_share=True,
        kind="grid",
        row_labels=("drawn from the stock", "on the pile"),
        note="Only turns of players who have cards; the card on the pile is available instead of a draw.",
    ),
    Chart(
        "exchanged",
        "Cards that are exchanged for another one, by place and rank",
        "exchanged",
        RANK_TEXTS,
        over="exchanges",
        is_share=True,
        kind="grid",
        row_labels=(*(str(place) for place in range(1, CARDS_DEALT + 1)), "others"),
        note="A row is a place of a tableau, a column the rank of the card that goes on the pile.",
    ),
    Chart(
        "powers",
        "How often the power of a court card from the stock is used",
        "powers",
        ("Jack", "Queen", "King"),
        over="courts",
        is_share=True,
    ),
    Chart("snapped", "How often a revealed card is snapped", "snapped", SNAP_LABELS, over="revealed", is_share=True),
    Chart("called", "The caller's total at the call", "called", TOTAL_LABELS, over="calls", is_share=True),
    Chart("held", "How often a call is won, by total", "held", TOTAL_LABELS, over="called", is_share=True),
    Chart(
        "scored",
        "Points that a round brings a player",
        "scored",
        ("0", *(f"{low}-{low + POINTS_PER_BIN - 1}" for low in range(1, 50, POINTS_PER_BIN)), "more"),
        over="tableaux",
        is_share=True,
        note="A lost call costs 50.",
    ),
)


@rule
def opening_seat(s: Any) -> int:
    """Return the seat with the first turn."""
    return s.turn


@rule
def count_before_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Add to `counts`, before an action: the cards of an exchange, a swap or a snap, and the caller's total."""
    if SNAP <= action < PASS:
        count_snap(s, seat, action - SNAP, counts)
    elif DRAW <= action < SNAP:
        count_turn_choice(s, action, counts)
    elif TARGET <= action < LOOK:
        place = action - TARGET
        count_swap(s, place // MAX_SLOTS, place % MAX_SLOTS, counts)
    elif LOOK <= action < DECLINE:
        counts[POWERS_USED_INDEX + rank_of_card(pile_top(s)) - JACK] += 1
    elif action == DECLINE:
        counts[POWERS_DECLINED_INDEX] += 1
    elif action == CALL:
        counts[CALLS_INDEX] += 1
        counts[BLIND_CALLS_INDEX] += has_unknown_own_card(s, seat)
        counts[CALLS_BY_TOTAL_INDEX + min(tableau_points(s, seat), CALL_LIMIT)] += 1


@rule
def count_after_move(s: Any, seat: int, action: int, counts: Any) -> None:
    """Count the card that a turn put on the pile, and the result of a round or match."""
    if TAKE <= action <= DISCARD:
        if s.phase == SNAPPING:
            count_snap_window(s, counts)
        elif action == DISCARD and is_court(pile_top(s)):
            count_court(s, rank_of_card(pile_top(s)), counts)
    if s.phase >= ROUND_OVER:
        count_round(s, counts)


@rule
def count_turn_choice(s: Any, action: int, counts: Any) -> None:
    """Count a put, a take or a discard, and the card that was available (D4)."""
    is_drawn = action >= PUT
    source = STOCK_OFFSET if is_drawn else PILE_OFFSET
    if s.cards[s.turn] > 0 and (is_drawn or s.pile_left > 0):
        card = s.drawn if is_drawn else pile_top(s)
        counts[AVAILABLE_CARDS_INDEX + source + rank_of_card(card)] += 1
        if action != DRAW and action != DISCARD:
            counts[CHOSEN_CARDS_INDEX + source + rank_of_card(card)] += 1
            count_exchange(s, action - PUT if is_drawn else action - TAKE, counts)
    counts[PUTS_INDEX] += PUT <= action < DISCARD
    counts[TAKES_INDEX] += TAKE <= action < PUT
    counts[DISCARDS_INDEX] += action == DISCARD


@rule
def count_exchange(s: Any, slot: int, counts: Any) -> None:
    """Count the card of the player to move that goes to the pile in exchange for another card."""
    counts[EXCHANGES_INDEX] += 1
    counts[
        EXCHANGED_BY_PLACE_AND_RANK_INDEX + min(slot, CARDS_DEALT) * RANK_COUNT + rank_of_card(card_at(s, s.turn, slot))
    ] += 1


@rule
def count_swap(s: Any, other: int, slot: int, counts: Any) -> None:
    """Count a Jack's swap, and whether it lowered the player's total (D5)."""
    counts[POWERS_USED_INDEX] += 1
    counts[SWAPS_INDEX] += 1
    counts[GOOD_SWAPS_INDEX] += card_points(card_at(s, other, slot)) < card_points(card_at(s, s.turn, s.swap_slot))
    counts[SWAPS_WITH_CALLER_INDEX] += other == s.caller


@rule
def count_court(s: Any, court: int, counts: Any) -> None:
    """Count a court card discarded from the stock, and whether its power lapsed (D5)."""
    is_offered = (
        s.phase == CHOOSING_JACK_OWN_CARD or s.phase == CHOOSING_QUEEN_TARGET or s.phase == CHOOSING_KING_TARGET
    )
    counts[COURTS_BY_RANK_INDEX + court - JACK] += 1
    counts[COURT_CARDS_INDEX] += 1
    counts[POWERS_LAPSED_INDEX] += not is_offered


@rule
def count_snap(s: Any, seat: int, slot: int, counts: Any) -> None:
    """Count a shown card as right, wrong or too late (D7, D8)."""
    counts[SNAP_ATTEMPTS_INDEX] += 1
    if not matches_pile(s, seat, slot):
        counts[WRONG_SNAPS_INDEX] += 1
        counts[PENALTIES_INDEX] += can_draw(s)
    elif s.phase == SNAPPING:
        counts[RIGHT_SNAPS_INDEX] += 1
        counts[SNAPS_BY_RANK_INDEX + rank_of_card(pile_top(s))] += 1
    else:
        counts[LATE_SNAPS_INDEX] += 1


@rule
def count_snap_window(s: Any, counts: Any) -> None:
    """Count a revealed card that may be snapped (D7)."""
    counts[SNAP_WINDOWS_INDEX] += 1
    counts[REVEALED_BY_RANK_INDEX + rank_of_card(pile_top(s))] += 1
    counts[SNAP_CHANCES_INDEX] += can_any_player_snap(s)


@rule
def can_any_player_snap(s: Any) -> bool:
    """Return whether a player holds a card of the rank on the pile."""
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            if card_at(s, seat, slot) != NO_CARD and matches_pile(s, seat, slot):
                return True
    return False


@noinline_rule
def count_round(s: Any, counts: Any) -> None:
    """Add a finished round to the counters, after the reveal (rules D12, D13, D16)."""
    counts[ROUNDS_INDEX] += 1
    counts[TURNS_INDEX] += s.turns
    counts[PASSED_OVER_INDEX] = counts[TURNS_INDEX] - counts[PUTS_INDEX] - counts[TAKES_INDEX] - counts[DISCARDS_INDEX]
    counts[REBUILDS_INDEX] += s.rebuilds
    counts[ROUNDS_WITHOUT_CALL_INDEX] += s.outcome == NO_CALL
    if s.outcome == CALL_WON:
        counts[CALLS_WON_INDEX] += 1
        counts[CALLS_WON_BY_TOTAL_INDEX + caller_points_at_call(s)] += 1
    elif s.outcome == CALL_LOST:
        count_lost_call(s, counts)
    for seat in range(s.seats):
        counts[TABLEAUX_INDEX] += 1
        counts[TABLEAUX_WITHOUT_CARDS_INDEX] += s.cards[seat] == 0
        counts[TABLEAU_POINTS_INDEX] += s.totals[seat]
        counts[
            TABLEAUX_BY_POINTS_INDEX + min((s.points[seat] + POINTS_PER_BIN - 1) // POINTS_PER_BIN, POINT_BIN_COUNT - 1)
        ] += 1
    if s.phase == OVER:
        counts[LAST_CALL_LOST_INDEX] += s.outcome == CALL_LOST
        counts[MATCHES_CUT_OFF_INDEX] += not has_reached_limit(s)


@rule
def count_lost_call(s: Any, counts: Any) -> None:
    """Count the reason for a lost call. A total of 10 or more takes precedence (D11)."""
    if caller_points_at_call(s) >= CALL_LIMIT:
        counts[CALLS_LOST_HIGH_INDEX] += 1
    elif lowest_other_total(s) == s.totals[s.caller]:
        counts[CALLS_LOST_TIED_INDEX] += 1
    else:
        counts[CALLS_LOST_BEATEN_INDEX] += 1


@rule
def has_reached_limit(s: Any) -> bool:
    """Return whether a player has 100 points or more (D14)."""
    for seat in range(s.seats):
        if s.scores[seat] >= MATCH_LIMIT:
            return True
    return False
