"""The table as text, at most 80 columns wide: the others on top, the stock and the pile, the viewer's cards below."""

from __future__ import annotations

from dottable.core.seats import SPECTATOR
from dottable.core.wording import name_of
from dottable.games.dots_52.view import POWER_CARDS, Place, RoundResult, View, players, winners_line

WIDTH = 80
CARDS_IN_A_ROW = 8
TITLE = "Dots (52 cards)"
LEGEND = "?? face down   7♠ known to you   [7♠] shown now   -- empty   * to move"

ASKED = {
    "peek": "Look at two of your cards.",
    "drawn": "Put the drawn card into a place, or lay it on the pile.",
    "jack": "Jack: choose the card of your own to swap, or decline.",
    "jack target": "Jack: choose another player's card for it, or decline.",
    "queen": "Queen: look at a card of another player, or decline.",
    "king": "King: look at one of your cards, or decline.",
    "call": "Call Dots, or end your turn.",
    "round over": "Deal the next round.",
}
DOING = {
    "peek": "to look at two cards",
    "turn": "to draw or to take",
    "drawn": "to put or discard the drawn card",
    "snap": "to snap or pass",
    "call": "to call or end the turn",
    "round over": "to deal",
}


def draw(view: View) -> str:
    """The whole table as the viewer sees it."""
    lines = [headline(view), ""]
    for seat in others(view):
        lines += [*tableau(view, seat), ""]
    lines += [middle(view), ""]
    if view.seat != SPECTATOR:
        lines += [*tableau(view, view.seat), ""]
    if view.result:
        lines += [*round_result(view, view.result), ""]
    lines.append(asked(view))
    if view.seat in view.late:
        lines.append("You may still show a card of the same rank, too late and without penalty.")
    lines.append(LEGEND)
    return "\n".join(line.rstrip() for line in lines)


def others(view: View) -> list[int]:
    """The other seats in order of play after the viewer."""
    if view.seat == SPECTATOR:
        return list(range(view.seats))
    return [(view.seat + k) % view.seats for k in range(1, view.seats)]


def headline(view: View) -> str:
    """The title, the round and its dealer."""
    dealer = "you deal" if view.dealer == view.seat else f"{name_of(view.seat, view.dealer)} deals"
    news = f"Round {view.round}, {dealer}"
    return f"{TITLE}{news:>{WIDTH - len(TITLE)}}"


def tableau(view: View, seat: int) -> list[str]:
    """A seat's name, points and cards."""
    mark = "*" if seat in view.waiting else " "
    called = "   called Dots" if seat == view.caller else ""
    head = f"{mark} {name_of(view.seat, seat):<9} {view.scores[seat]:>3} points{called}"
    places = view.tableaux[seat]
    rows = [places[k : k + CARDS_IN_A_ROW] for k in range(0, len(places), CARDS_IN_A_ROW)]
    return [head, *("  " + " ".join(cell(place) for place in row) for row in rows)]


def cell(place: Place) -> str:
    """A place with its number: ` 3:7♠`."""
    if not place.present:
        text = "--"
    elif place.card is None:
        text = "??"
    else:
        text = f"[{place.card}]" if place.shown else place.card
    return f"{place.place:>2}:{text:<5}"


def middle(view: View) -> str:
    """Stock, pile, and the drawn card."""
    cards = "card" if view.pile_left == 1 else "cards"
    pile = f"[{view.pile_top}] ({view.pile_left} {cards})" if view.pile_top else "none yet"
    line = f"Stock  {view.stock_left} cards    Pile  {pile}"
    if view.drawn:
        return f"{line}    You drew  [{view.drawn}]"
    return f"{line}    {name_of(view.seat, view.turn or 0)} drew  [??]" if view.has_drawn else line


def round_result(view: View, result: RoundResult) -> list[str]:
    """What all held and scored (D13, D16)."""
    if result.caller is None:
        head = "The round is over without a call."
    else:
        verdict = "holds" if result.outcome == "call won" else "fails"
        head = f"The round is over; the call {verdict} ({name_of(view.seat, result.caller)})."
    rows = [
        f"  {name_of(view.seat, seat):<9} held {result.totals[seat]:>3}, scores {result.points[seat]:>3},"
        f" has {view.scores[seat]:>3}"
        for seat in range(view.seats)
    ]
    return [head, *rows]


def asked(view: View) -> str:
    """What the viewer may do, or whom the match waits for."""
    if view.winners:
        return winners_line(view)
    if view.seat in view.waiting:
        return asked_of_viewer(view)
    doing = DOING.get(view.phase, f"to use the {POWER_CARDS.get(view.phase, 'court card')}")
    return f"Waiting for {players(view, view.waiting)} {doing}."


def asked_of_viewer(view: View) -> str:
    if view.phase == "turn":
        take = f", or take the {view.pile_top}" if view.pile_top else ""
        return f"Your turn: draw a card{take}."
    if view.phase == "snap":
        return f"Snap the {view.pile_top} with a card of the same rank, or pass."
    return ASKED[view.phase]
