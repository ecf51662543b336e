"""What designers want to see counted in a match of Dots with 52 cards."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import big_rule, rule
from dottable.core.tally import Chart, Count, Figure, offsets
from dottable.games.dots_52.estimate import has_unknown
from dottable.games.dots_52.pieces import EMPTY, JACK, RANK_TEXTS, RANKS, is_court, rank, value
from dottable.games.dots_52.scoring import CALL_LIMIT, MATCH_LIMIT, lowest_other_total, total, total_at_call
from dottable.games.dots_52.snap import matches
from dottable.games.dots_52.state import (
    CALL,
    CALL_LOST,
    CALL_WON,
    DEALT,
    DECLINE,
    DISCARD,
    DRAW,
    JACK_OWN,
    KING_LOOK,
    LOOK,
    NO_CALL,
    OVER,
    PASS,
    PUT,
    QUEEN_LOOK,
    ROUND_OVER,
    SLOTS,
    SNAP,
    SNAPPING,
    TAKE,
    TARGET,
    card_at,
)
from dottable.games.dots_52.stock import can_draw, pile_top

LOWEST_WINS = True

PLACES = DEALT + 1
"""The places that are dealt to, and all that penalty cards have added, as one."""
COURTS = RANKS - JACK
SNAPPABLE = JACK
"""The ranks below the court cards."""
STOCK, PILE = 0, RANKS
"""Where the two sources of a card begin in `offered` and `chosen`."""
CALL_TOTALS = CALL_LIMIT + 1
"""Totals that can win, one by one, and all that cannot, as one."""
STEP = 5
POINT_BINS = 12
"""Nothing, ten steps of five points, and more than 50."""

COUNTS = (
    Count("rounds", "Rounds."),
    Count("turns", "Turns, those of players who were passed over included (D15)."),
    Count("puts", "Turns that put the drawn card into a place (D4)."),
    Count("takes", "Turns that take the card on the pile (D4)."),
    Count("discards", "Turns that lay the drawn card on the pile (D4)."),
    Count("passed_over", "Turns of players who could do nothing (D15)."),
    Count("exchanges", "Cards exchanged: puts and takes."),
    Count("exchanged", "Cards that left a tableau in an exchange, by place and rank.", (PLACES, RANKS)),
    Count("offered", "Cards to be had, drawn or on the pile, by rank.", (2, RANKS)),
    Count("chosen", "Those of them that were put into a place.", (2, RANKS)),
    Count("courts", "Court cards laid on the pile from the stock (D5).", (COURTS,)),
    Count("powers", "Those of them whose power was used.", (COURTS,)),
    Count("court_cards", "All court cards laid on the pile from the stock (D5)."),
    Count("lapsed", "Those of them without a target (D5)."),
    Count("declined", "Powers that were declined (D5)."),
    Count("swaps", "Jack swaps (D5)."),
    Count("good_swaps", "Jack swaps for a card of fewer points."),
    Count("raids", "Jack swaps that took a card of the player who had called (D12)."),
    Count("windows", "Revealed cards that could be snapped by somebody with cards (D7)."),
    Count("chances", "Those of them whose rank somebody held."),
    Count("attempts", "Cards shown to snap, too late or not."),
    Count("right", "Right snaps (D7)."),
    Count("wrong", "Cards of a wrong rank, too late or not (D8)."),
    Count("late", "Right cards that came too late (D8)."),
    Count("penalties", "Penalty cards (D8); none if there is no card to draw (D15)."),
    Count("revealed", "Revealed cards that could be snapped, by rank.", (SNAPPABLE,)),
    Count("snapped", "Right snaps by rank.", (SNAPPABLE,)),
    Count("calls", "Calls (D11)."),
    Count("blind", "Calls by players who did not know all their cards (D11)."),
    Count("won", "Calls won (D13)."),
    Count("high", "Calls lost because they were made with 10 or more (D11)."),
    Count("tied", "Other calls lost to an equal total (D13)."),
    Count("beaten", "Other calls lost to a lower total (D13)."),
    Count("called", "Calls by the caller's total.", (CALL_TOTALS,)),
    Count("held", "Calls won by the caller's total at the call.", (CALL_TOTALS,)),
    Count("no_call", "Rounds that ended without a call (D16)."),
    Count("rebuilds", "Times that the pile became a new stock (D15)."),
    Count("tableaux", "Tableaux at the reveal: one a player and round."),
    Count("empty", "Tableaux without a card at the reveal (D6)."),
    Count("totals", "Points in tableaux at the reveal."),
    Count("scored", "Tableaux by the points that the round brought.", (POINT_BINS,)),
    Count("lost_at_last", "Matches whose last round was a lost call (D14)."),
    Count("cut_off", "Matches in which nobody reached 100 (D18)."),
)
AT = offsets(COUNTS)
ROUNDS, TURNS, PASSED_OVER = AT["rounds"], AT["turns"], AT["passed_over"]
PUTS, TAKES, DISCARDS = AT["puts"], AT["takes"], AT["discards"]
EXCHANGES, EXCHANGED, OFFERED, CHOSEN = AT["exchanges"], AT["exchanged"], AT["offered"], AT["chosen"]
COURTS_LAID, COURT_CARDS, POWERS = AT["courts"], AT["court_cards"], AT["powers"]
LAPSED, DECLINED = AT["lapsed"], AT["declined"]
SWAPS, GOOD_SWAPS, RAIDS = AT["swaps"], AT["good_swaps"], AT["raids"]
WINDOWS, CHANCES, REVEALED, SNAPPED = AT["windows"], AT["chances"], AT["revealed"], AT["snapped"]
ATTEMPTS, RIGHT, WRONG, LATE, PENALTIES = AT["attempts"], AT["right"], AT["wrong"], AT["late"], AT["penalties"]
CALLS, BLIND, CALLED, HELD = AT["calls"], AT["blind"], AT["called"], AT["held"]
WON, HIGH, TIED, BEATEN, WITHOUT_CALL = AT["won"], AT["high"], AT["tied"], AT["beaten"], AT["no_call"]
REBUILDS, TABLEAUX, WITHOUT_CARDS = AT["rebuilds"], AT["tableaux"], AT["empty"]
TOTALS, SCORED = AT["totals"], AT["scored"]
LOST_AT_LAST, CUT_OFF = AT["lost_at_last"], AT["cut_off"]

FIGURES = (
    Figure("rounds", "rounds in a match", "rounds", rule="D14"),
    Figure("turns", "turns in a round", "turns", over="rounds", rule="D4"),
    Figure("puts", "turns that put the drawn card into a place", "puts", over="turns", is_share=True, rule="D4"),
    Figure("takes", "turns that take the card on the pile", "takes", over="turns", is_share=True, rule="D4"),
    Figure("passed_over", "turns without anything to do", "passed_over", over="turns", is_share=True, rule="D15"),
    Figure("lapsed", "court cards without a target", "lapsed", over="court_cards", is_share=True, rule="D5"),
    Figure("good_swaps", "Jack swaps for a lower card", "good_swaps", over="swaps", is_share=True, rule="D5"),
    Figure("raids", "cards that Jacks take from a caller after a call", "raids", over="calls", rule="D12"),
    Figure("chances", "revealed cards that can be snapped", "chances", over="windows", is_share=True, rule="D7"),
    Figure("snaps", "chances to snap that are used", "right", over="chances", is_share=True, rule="D7"),
    Figure("wrong", "tries to snap with a wrong card", "wrong", over="attempts", is_share=True, rule="D8"),
    Figure("late", "tries to snap with a right card too late", "late", over="attempts", is_share=True, rule="D8"),
    Figure("penalties", "penalty cards in a match", "penalties", rule="D8"),
    Figure("won", "calls won", "won", over="calls", is_share=True, rule="D13"),
    Figure("high", "calls lost with 10 or more", "high", over="calls", is_share=True, rule="D11"),
    Figure("beaten", "calls lost to a lower total", "beaten", over="calls", is_share=True, rule="D13"),
    Figure("tied", "calls lost to an equal total", "tied", over="calls", is_share=True, rule="D13"),
    Figure("blind", "calls without knowing all own cards", "blind", over="calls", is_share=True, rule="D11"),
    Figure("no_call", "rounds that end without a call", "no_call", over="rounds", is_share=True, rule="D16"),
    Figure("rebuilds", "new stocks in a round", "rebuilds", over="rounds", rule="D15"),
    Figure("empty", "tableaux without a card at the reveal", "empty", over="tableaux", is_share=True, rule="D6"),
    Figure("totals", "points in a tableau at the reveal", "totals", over="tableaux", rule="D13"),
    Figure("lost_at_last", "matches that end with a lost call", "lost_at_last", is_share=True, rule="D14"),
    Figure("cut_off", "matches in which nobody reaches 100", "cut_off", is_share=True, rule="D18"),
)

TOTAL_LABELS = (*(str(points) for points in range(CALL_LIMIT)), "10 or more")
SNAP_LABELS = RANK_TEXTS[:SNAPPABLE]

CHARTS = (
    Chart(
        "chosen",
        "How often a card that could be had is put into a place",
        "chosen",
        RANK_TEXTS,
        over="offered",
        is_share=True,
        kind="grid",
        row_labels=("drawn from the stock", "on the pile"),
        note="Only turns of players who have cards; the card on the pile is had by not drawing.",
    ),
    Chart(
        "exchanged",
        "Cards that are exchanged for another one, by place and rank",
        "exchanged",
        RANK_TEXTS,
        over="exchanges",
        is_share=True,
        kind="grid",
        row_labels=(*(str(place) for place in range(1, DEALT + 1)), "others"),
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
        ("0", *(f"{low}-{low + STEP - 1}" for low in range(1, 50, STEP)), "more"),
        over="tableaux",
        is_share=True,
        note="A lost call costs 50.",
    ),
)


@rule
def opener(s: Any) -> int:
    return s.turn


@rule
def before(s: Any, seat: int, action: int, tally: Any) -> None:
    """What a choice meets: the cards of an exchange, a swap or a snap, and the caller's total."""
    if SNAP <= action < PASS:
        count_snap(s, seat, action - SNAP, tally)
    elif DRAW <= action < SNAP:
        count_way(s, action, tally)
    elif TARGET <= action < LOOK:
        place = action - TARGET
        count_swap(s, place // SLOTS, place % SLOTS, tally)
    elif LOOK <= action < DECLINE:
        tally[POWERS + rank(pile_top(s)) - JACK] += 1
    elif action == DECLINE:
        tally[DECLINED] += 1
    elif action == CALL:
        tally[CALLS] += 1
        tally[BLIND] += has_unknown(s, seat)
        tally[CALLED + min(total(s, seat), CALL_LIMIT)] += 1


@rule
def after(s: Any, seat: int, action: int, tally: Any) -> None:
    """What a turn has laid on the pile, and what a round or match was worth."""
    if TAKE <= action <= DISCARD:
        if s.phase == SNAPPING:
            count_window(s, tally)
        elif action == DISCARD and is_court(pile_top(s)):
            count_court(s, rank(pile_top(s)), tally)
    if s.phase >= ROUND_OVER:
        count_round(s, tally)


@rule
def count_way(s: Any, action: int, tally: Any) -> None:
    """One of the three ways of a turn (D4); to draw is only half of one."""
    is_drawn = action >= PUT
    source = STOCK if is_drawn else PILE
    if s.cards[s.turn] > 0 and (is_drawn or s.pile_left > 0):
        card = s.drawn if is_drawn else pile_top(s)
        tally[OFFERED + source + rank(card)] += 1
        if action != DRAW and action != DISCARD:
            tally[CHOSEN + source + rank(card)] += 1
            count_exchange(s, action - PUT if is_drawn else action - TAKE, tally)
    tally[PUTS] += PUT <= action < DISCARD
    tally[TAKES] += TAKE <= action < PUT
    tally[DISCARDS] += action == DISCARD


@rule
def count_exchange(s: Any, slot: int, tally: Any) -> None:
    """A card of the turn's player goes to the pile for another one."""
    tally[EXCHANGES] += 1
    tally[EXCHANGED + min(slot, DEALT) * RANKS + rank(card_at(s, s.turn, slot))] += 1


@rule
def count_swap(s: Any, other: int, slot: int, tally: Any) -> None:
    """A Jack's swap, and whether it was a good one (D5)."""
    tally[POWERS] += 1
    tally[SWAPS] += 1
    tally[GOOD_SWAPS] += value(card_at(s, other, slot)) < value(card_at(s, s.turn, s.swap_slot))
    tally[RAIDS] += other == s.caller


@rule
def count_court(s: Any, court: int, tally: Any) -> None:
    """A court card was laid on the pile from the stock; its power lapses without a target (D5)."""
    is_offered = s.phase == JACK_OWN or s.phase == QUEEN_LOOK or s.phase == KING_LOOK
    tally[COURTS_LAID + court - JACK] += 1
    tally[COURT_CARDS] += 1
    tally[LAPSED] += not is_offered


@rule
def count_snap(s: Any, seat: int, slot: int, tally: Any) -> None:
    """A card is shown: right, wrong or too late (D7, D8)."""
    tally[ATTEMPTS] += 1
    if not matches(s, seat, slot):
        tally[WRONG] += 1
        tally[PENALTIES] += can_draw(s)
    elif s.phase == SNAPPING:
        tally[RIGHT] += 1
        tally[SNAPPED + rank(pile_top(s))] += 1
    else:
        tally[LATE] += 1


@rule
def count_window(s: Any, tally: Any) -> None:
    """A revealed card may be snapped (D7)."""
    tally[WINDOWS] += 1
    tally[REVEALED + rank(pile_top(s))] += 1
    tally[CHANCES] += has_chance(s)


@rule
def has_chance(s: Any) -> bool:
    """Whether anybody holds a card of the rank on the pile."""
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            if card_at(s, seat, slot) != EMPTY and matches(s, seat, slot):
                return True
    return False


@big_rule
def count_round(s: Any, tally: Any) -> None:
    """A round has been revealed (D12, D13, D16)."""
    tally[ROUNDS] += 1
    tally[TURNS] += s.turns
    tally[PASSED_OVER] = tally[TURNS] - tally[PUTS] - tally[TAKES] - tally[DISCARDS]
    tally[REBUILDS] += s.rebuilds
    tally[WITHOUT_CALL] += s.outcome == NO_CALL
    if s.outcome == CALL_WON:
        tally[WON] += 1
        tally[HELD + total_at_call(s)] += 1
    elif s.outcome == CALL_LOST:
        count_lost_call(s, tally)
    for seat in range(s.seats):
        tally[TABLEAUX] += 1
        tally[WITHOUT_CARDS] += s.cards[seat] == 0
        tally[TOTALS] += s.totals[seat]
        tally[SCORED + min((s.points[seat] + STEP - 1) // STEP, POINT_BINS - 1)] += 1
    if s.phase == OVER:
        tally[LOST_AT_LAST] += s.outcome == CALL_LOST
        tally[CUT_OFF] += not has_reached_limit(s)


@rule
def count_lost_call(s: Any, tally: Any) -> None:
    """Why a call was lost: 10 or more comes first, whatever the others hold (D11)."""
    if total_at_call(s) >= CALL_LIMIT:
        tally[HIGH] += 1
    elif lowest_other_total(s) == s.totals[s.caller]:
        tally[TIED] += 1
    else:
        tally[BEATEN] += 1


@rule
def has_reached_limit(s: Any) -> bool:
    """Whether somebody has 100 points or more (D14)."""
    for seat in range(s.seats):
        if s.scores[seat] >= MATCH_LIMIT:
            return True
    return False
