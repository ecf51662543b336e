"""The view as text, at most 80 columns wide: other players on top, then stock and pile, then the viewer's cards."""

from __future__ import annotations

from textwrap import fill

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import NarrationRenderer, capitalized, join_with_and, name_for, name_width
from dottable.games.dots_52.view.narration import COURT_CARD_BY_PHASE, narrate_winners
from dottable.games.dots_52.view.narration_templates import TEMPLATES
from dottable.games.dots_52.view.seat_view import RevealedRound, TableauSlot, View

SCREEN_WIDTH = 80
CARDS_IN_A_ROW = 8
TITLE = "Dots (52 cards)"
LEGEND = "?? face down   7♠ known to you   [7♠] shown now   -- empty   * to move"

PROMPTS = {
    "drawn": "Put the drawn card into a place, or lay it on the pile.",
    "jack": "Jack: choose the card of your own to swap, or decline.",
    "jack target": "Jack: choose another player's card for it, or decline.",
    "queen": "Queen: look at a card of another player, or decline.",
    "king": "King: look at one of your cards, or decline.",
    "call": "Call Dots, or end your turn.",
    "round over": "Deal the next round.",
}
"""Prompt to the viewer by phase."""
PEEK_PROMPTS = (
    "Swap cards of your own if you like. Then say ready.",
    "Look at one more of your cards, and swap your cards if you like. Then say ready.",
    "Look at two of your cards, and swap your cards if you like. Then say ready.",
)
"""Prompt before the first turn, by the number of cards that the viewer may still look at (D2)."""
WAITING_FOR = {
    "prepare": "to be ready",
    "turn": "to draw or to take",
    "drawn": "to put or discard the drawn card",
    "snap": "to snap or pass",
    "call": "to call or end the turn",
    "round over": "to deal",
}
"""What the match waits for another player to do, by phase."""


def draw_screen(view: View) -> str:
    """Return the whole view as text."""
    lines = [headline(view), ""]
    for seat in other_seats(view):
        lines += [*tableau_lines(view, seat), ""]
    lines += [piles_line(view), ""]
    if view.seat != SPECTATOR:
        lines += [*tableau_lines(view, view.seat), ""]
    if view.result:
        lines += [*round_result_lines(view, view.result), ""]
    lines.append(prompt(view))
    lines.append(LEGEND)
    return "\n".join(line.rstrip() for line in lines)


def seat_name(view: View, seat: int) -> str:
    """Return "You" or the name of a seat."""
    return capitalized(name_for(view.seat, seat))


def padded_name(view: View, seat: int) -> str:
    """Return the name of a seat, padded to the width of the longest name."""
    return seat_name(view, seat).ljust(name_width(view.seat, view.seats))


def other_seats(view: View) -> list[int]:
    """Return the other seats in the order of play, starting after the viewer."""
    if view.seat == SPECTATOR:
        return list(range(view.seats))
    return [(view.seat + k) % view.seats for k in range(1, view.seats)]


def headline(view: View) -> str:
    """Return a line with the title, the round and its dealer."""
    dealer = "you deal" if view.dealer == view.seat else f"{seat_name(view, view.dealer)} deals"
    round_text = f"Round {view.round}, {dealer}"
    return f"{TITLE}{round_text:>{SCREEN_WIDTH - len(TITLE)}}"


def tableau_lines(view: View, seat: int) -> list[str]:
    """Return the lines with a seat's name, points and cards."""
    mark = "*" if seat in view.waiting else " "
    called = "   called Dots" if seat == view.caller else ""
    head = f"{mark} {padded_name(view, seat)} {view.scores[seat]:>3} points{called}"
    places = view.tableaux[seat]
    rows = [places[k : k + CARDS_IN_A_ROW] for k in range(0, len(places), CARDS_IN_A_ROW)]
    return [head, *("  " + " ".join(slot_text(place) for place in row) for row in rows)]


def slot_text(place: TableauSlot) -> str:
    """Return a place with its number and its card, such as ` 3:7♠`."""
    if not place.present:
        text = "--"
    elif place.card is None:
        text = "??"
    else:
        text = f"[{place.card}]" if place.shown else place.card
    return f"{place.place:>2}:{text:<5}"


def piles_line(view: View) -> str:
    """Return the line with the stock, the pile and the drawn card."""
    cards = "card" if view.pile_left == 1 else "cards"
    pile = f"[{view.pile_top}] ({view.pile_left} {cards})" if view.pile_top else "none yet"
    line = f"Stock  {view.stock_left} cards    Pile  {pile}"
    if view.drawn:
        return f"{line}    You drew  [{view.drawn}]"
    return f"{line}    {seat_name(view, view.turn or 0)} drew  [??]" if view.has_drawn else line


def round_result_lines(view: View, result: RevealedRound) -> list[str]:
    """Return the lines with the points that every seat held and scored (D13, D16)."""
    if result.caller is None:
        head = "The round is over without a call."
    else:
        verdict = "holds" if result.outcome == "call won" else "fails"
        head = f"The round is over; the call {verdict} ({seat_name(view, result.caller)})."
    rows = [
        f"  {padded_name(view, seat)} held {result.totals[seat]:>3}, scores {result.points[seat]:>3},"
        f" has {view.scores[seat]:>3}"
        for seat in range(view.seats)
    ]
    return [head, *rows]


def prompt(view: View) -> str:
    """Return a sentence that says what the viewer may do, or which players the match waits for."""
    if view.winners:
        return fill(NarrationRenderer(TEMPLATES, view.seat).narration_text((narrate_winners(view),)), SCREEN_WIDTH)
    if view.seat in view.waiting:
        return prompt_for_viewer(view)
    if view.phase in COURT_CARD_BY_PHASE:
        doing = f"to use the {TEMPLATES[COURT_CARD_BY_PHASE[view.phase]]}"
    else:
        doing = WAITING_FOR[view.phase]
    names = join_with_and([seat_name(view, seat) for seat in view.waiting])
    return fill(f"Waiting for {names} {doing}.", SCREEN_WIDTH)


def prompt_for_viewer(view: View) -> str:
    if view.preparation:
        return PEEK_PROMPTS[view.preparation.peeks_left[view.seat]]
    if view.phase == "call" and view.known_total and view.known_total.is_call_lost:
        return f"{PROMPTS['call']} The cards you know have {view.known_total.points}: a call would fail."
    if view.phase == "turn":
        take = f", or take the {view.pile_top}" if view.pile_top else ""
        return f"Your turn: draw a card{take}."
    if view.phase == "snap":
        return f"Snap the {view.pile_top} with a card of the same rank, or pass."
    return PROMPTS[view.phase]
