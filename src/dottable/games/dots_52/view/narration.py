"""Actions in words, and the narration of moves as messages for `narration_templates.py`."""

from __future__ import annotations

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import Narration, NarrationMessage, message, name_for
from dottable.games.dots_52.state import ACTIONS, ARRANGE_PAIRS
from dottable.games.dots_52.view.seat_view import RevealedRound, View

COURT_CARD_BY_PHASE = {"jack": "jack", "jack target": "jack", "queen": "queen", "king": "king"}
"""Code of the court card whose power is used in a phase."""
COURT_POWERS = {
    "J": ", to swap two cards",
    "Q": ", to look at another player's card",
    "K": ", to look at one of your cards",
}


def describe_action(view: View, action: int) -> str:
    """Return an action in words, for the seat that may choose it."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "arrange":
        first, second = ARRANGE_PAIRS[arguments[0]]
        return f"Swap your cards {first + 1} and {second + 1}"
    if len(arguments) == 2:
        owner, slot = arguments
        whose = "your" if owner == view.seat else f"{name_for(view.seat, owner)}'s"
        return f"{'Look at' if verb == 'look' else 'Swap it for'} {whose} card {slot + 1}"
    if arguments:
        return _describe_with_own_card(view, verb, arguments[0])
    return _describe_verb_without_card(view, verb)


def _describe_with_own_card(view: View, verb: str, slot: int) -> str:
    card, top, drawn = _own_card_text(view, slot), view.pile_top or "top card", view.drawn or "drawn card"
    return {
        "peek": f"Look at {card}",
        "take": f"Take the {top} from the pile in place of {card}",
        "put": f"Put the {drawn} in place of {card}",
        "snap": f"Snap the {top} with {card}",
        "swap": f"Swap {card}",
    }[verb]


def _own_card_text(view: View, slot: int) -> str:
    """Return the viewer's card in words, with its code if the viewer knows it, such as "your card 3 (7♠)"."""
    places = view.tableaux[view.seat] if view.seat != SPECTATOR else ()
    card = places[slot].card if slot < len(places) else None
    return f"your card {slot + 1} ({card})" if card else f"your card {slot + 1}"


def _describe_verb_without_card(view: View, verb: str) -> str:
    if verb == "discard":
        drawn = view.drawn or "drawn card"
        return f"Lay the {drawn} on the pile{COURT_POWERS.get(drawn[:-1], '')}"
    if verb == "call":
        return f'Call "Dots"{_call_warning(view)}'
    return {
        "ready": "Ready",
        "draw": "Draw a card from the stock",
        "pass_": "Do not snap",
        "decline": f"Do not use the {COURT_CARD_BY_PHASE.get(view.phase, 'court card').title()}",
        "end": "End your turn",
        "deal": "Deal the next round",
        "time_up": "End the time limit",
    }[verb]


def _call_warning(view: View) -> str:
    """Return a warning before a call that cannot win; empty if there is no reason to warn (D11)."""
    total = view.known_total
    if total is None or not total.is_call_lost:
        return ""
    return f" (it would fail: the cards that you know have {total.points} points, not less than 10)"


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return a description of a move as messages, derived only from the viewer's own two views."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "snap":
        sentence = _narrate_snap(before, seat, arguments[0], after)
    elif verb in ("peek", "arrange", "ready"):
        sentence = _narrate_preparation(seat, verb, arguments, after)
    elif verb == "look":
        sentence = _narrate_look(seat, arguments, after)
    elif verb in ("draw", "take", "put", "discard"):
        sentence = _narrate_turn(before, seat, verb, arguments, after)
    else:
        sentence = _narrate_other(before, seat, verb, arguments, after)
    if after.result is None or before.result is not None:
        return (sentence,)
    end = _narrate_round_end(after, after.result)
    return (sentence, end, narrate_winners(after)) if after.winners else (sentence, end)


def _narrate_snap(before: View, seat: int, slot: int, after: View) -> NarrationMessage:
    """Return a message that says whether a snap was right, wrong or too late (D7, D8)."""
    if after.pile_left > before.pile_left:
        return message("snapped", seat=seat, top=before.pile_top, card=after.pile_top)
    card = after.tableaux[seat][slot].card or ""  # D8: all viewers see a card that is put back
    if card[:-1] == (before.pile_top or "")[:-1]:
        return message("snapped_late", seat=seat, card=card)
    has_penalty = _count_cards(after, seat) > _count_cards(before, seat)
    return message("snapped_wrong" if has_penalty else "snapped_wrong_without_penalty", seat=seat, card=card)


def _count_cards(view: View, seat: int) -> int:
    return sum(place.present for place in view.tableaux[seat])


def _narrate_preparation(seat: int, verb: str, arguments: tuple[int, ...], after: View) -> NarrationMessage:
    """Return a message about a peek, an arrangement or "ready". Only the seat that peeks learns the card (D2)."""
    if verb == "ready":
        return message("ready", seat=seat)
    if verb == "arrange":
        first, second = ARRANGE_PAIRS[arguments[0]]
        return message("arranged", seat=seat, first=first + 1, second=second + 1)
    slot = arguments[0]
    if seat != after.seat:
        return message("peeked", seat=seat, place=slot + 1)
    return message("peeked_and_saw", seat=seat, place=slot + 1, card=after.tableaux[seat][slot].card)


def _narrate_look(seat: int, arguments: tuple[int, ...], after: View) -> NarrationMessage:
    """Return a message about the look of a Queen or King. Only the seat that looks learns the card (D5)."""
    owner, slot = arguments
    if seat == after.seat:
        card = after.tableaux[owner][slot].card
        return message("looked_and_saw", seat=seat, owner=owner, place=slot + 1, card=card)
    if seat == owner:
        return message("looked_at_own", seat=seat, place=slot + 1)
    return message("looked", seat=seat, owner=owner, place=slot + 1)


def _narrate_turn(before: View, seat: int, verb: str, arguments: tuple[int, ...], after: View) -> NarrationMessage:
    """Return a message about a draw, a take, a put or a discard (D4)."""
    if verb == "draw":
        code = "drawn_from_new_stock" if before.stock_left == 0 else "drawn"
        return message(code, seat=seat, card=_card_or_message(after.drawn, "unseen_card"))
    if verb == "discard":
        return message("discarded", seat=seat, card=after.pile_top)
    exchange = {"seat": seat, "place": arguments[0] + 1, "replaced": after.pile_top}
    if verb == "take":
        return message("taken", **exchange, card=before.pile_top)
    return message("put", **exchange, card=_card_or_message(before.drawn, "drawn_card"))


def _card_or_message(card: str | None, code: str) -> NarrationMessage:
    """Return a card as part of a sentence, or the message `code` if the viewer does not know it."""
    return message("named_card", card=card) if card else message(code)


def _narrate_other(before: View, seat: int, verb: str, arguments: tuple[int, ...], after: View) -> NarrationMessage:
    """Return a message about a swap, a call, or an action without arguments."""
    if verb == "swap":
        return message("chose_own", seat=seat, place=arguments[0] + 1)
    if verb == "target":
        other, slot = arguments
        return message("swapped", seat=seat, place=before.swap_place, other=other, other_place=slot + 1)
    if verb == "decline":
        return message("declined", seat=seat, court=message(COURT_CARD_BY_PHASE[before.phase]))
    if verb == "deal":
        return message("dealt", seat=seat, round=after.round)
    if verb == "time_up":
        return message("preparation_time_up" if before.phase == "prepare" else "time_up")
    return message({"pass_": "passed", "call": "called", "end": "ended_turn"}[verb], seat=seat)


def _narrate_round_end(view: View, result: RevealedRound) -> NarrationMessage:
    """Return a message that says how a round ended, with every seat's total (D13, D16)."""
    totals = [message("total", seat=seat, points=points) for seat, points in enumerate(result.totals)]
    if result.caller is None:
        return message("round_without_call", totals=totals)
    code = "call_won" if result.outcome == "call won" else "call_lost"
    return message(code, caller=result.caller, totals=totals)


def narrate_winners(view: View) -> NarrationMessage:
    """Return a message that says who won the match, with the winning score (D14)."""
    points = min(view.scores)
    if len(view.winners) == 1:
        return message("match_won", seat=view.winners[0], points=points)
    return message("match_shared", seats=list(view.winners), points=points)


def is_public(action: int) -> bool:
    """Return True, because every action of this game is visible to all players."""
    return True
