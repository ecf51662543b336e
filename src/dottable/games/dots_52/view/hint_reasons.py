"""The reason that a hint gives in Dots (52 cards), taken only from the view."""

from __future__ import annotations

from dottable.core.views.narration import name_for
from dottable.games.dots_52.rules.scoring import CALL_LIMIT
from dottable.games.dots_52.state import ACTIONS
from dottable.games.dots_52.view.seat_view import View
from dottable.games.dots_52.view.study_facts import (
    COURT_RANKS,
    MIN_RISK,
    card_count_text,
    deals_in_words,
    expected_total,
    mean_points_of_unseen_cards,
    points_of_card_text,
    probability_of_total_at_most,
    total_in_words,
)

POWER_SENTENCES = {
    "J": "A Jack laid down as it is drawn swaps one of your cards for another player's.",
    "Q": "A Queen laid down as it is drawn shows you a card of another player.",
    "K": "A King laid down as it is drawn shows you one of your own cards.",
}
SENTENCES_BY_VERB = {
    "peek": "Look at a card that you do not know yet.",
    "arrange": "The order of your cards only helps you to remember them.",
    "ready": "You have seen what you may see. Say ready.",
    "look": "What you see now is yours alone: look where you know least.",
    "decline": "You know no card that is worth the exchange.",
}


def hint_idea(view: View, best: int) -> str:
    """Return the main reason for a move, from the cards that the seat knows."""
    verb, arguments = ACTIONS.decode(best)
    if verb in SENTENCES_BY_VERB:
        return SENTENCES_BY_VERB[verb]
    if verb == "call":
        return call_sentence(view)
    if verb == "end":
        return no_call_sentence(view)
    if verb == "draw":
        return draw_sentence(view)
    if verb == "discard":
        return discard_sentence(view)
    slot = arguments[-1]
    if verb == "target":
        return target_sentence(view, arguments[0], slot)
    gained = {"take": view.pile_top, "put": view.drawn}.get(verb)
    return exchange_sentence(view, slot, gained)


def own_known_cards(view: View) -> list[str]:
    """Return the viewer's own cards that it knows."""
    held = [place.card for place in view.tableaux[view.seat] if place.present]
    return [card for card in held if card is not None]


def card_of_rank(cards: list[str], card: str | None) -> str | None:
    """Return the first of some cards that has the rank of a card and can be snapped with it, if any."""
    if card is None or card[:-1] in COURT_RANKS:
        return None
    return next((one for one in cards if one[:-1] == card[:-1] and one != card), None)


def call_sentence(view: View) -> str:
    """Return why it is time to call."""
    total = view.known_total
    if total is None:
        return ""
    risk, seat = riskiest_seat(view, round(expected_total(view, total)))
    few = f"{name_for(view.seat, seat)} has as little in {deals_in_words(risk)} possible deals"
    return f"A call needs less than {CALL_LIMIT}: you have {total_in_words(view, total)}, and {few}."


def riskiest_seat(view: View, points: int) -> tuple[float, int]:
    """Return the highest probability that another seat has at most some points, and this seat."""
    return max(
        [(probability_of_total_at_most(view, seat, points), seat) for seat in range(view.seats) if seat != view.seat]
    )


def no_call_sentence(view: View) -> str:
    """Return why it is too early to call at the end of a turn."""
    total = view.known_total
    if view.caller is not None or total is None:
        return "Dots has been called already: end your turn."
    if total.is_call_lost:
        return (
            f"Too early to call: your known cards have {total.points} points, and a call needs less than {CALL_LIMIT}."
        )
    if total.unknown_cards:
        count = sum(place.present for place in view.tableaux[view.seat])
        mean = mean_points_of_unseen_cards(view)
        return (
            f"Too early to call: you know only {count - total.unknown_cards} of your {card_count_text(count)}, "
            f"and an unseen card has {mean:.1f} points on average."
        )
    risk, seat = riskiest_seat(view, total.points)
    name, points = name_for(view.seat, seat), "1 point" if total.points == 1 else f"{total.points} points"
    if risk < MIN_RISK:
        return f"After a call {name} would have one more turn, and could still get below your {points}."
    return f"A call is risky: {name} has {points} or less in {deals_in_words(risk)} possible deals."


def draw_sentence(view: View) -> str:
    """Return why an unseen card is better than the one on the pile."""
    top = view.pile_top
    if top is None:
        return "There is no card on the pile to take. Draw."
    points, known = points_of_card_text(top), own_known_cards(view)
    if known and points >= max(map(points_of_card_text, known)):
        return f"The {top} on the pile counts {points}, and no card that you know counts more. Draw."
    mean = mean_points_of_unseen_cards(view)
    if points >= mean:
        return f"The {top} on the pile counts {points}, an unseen card {mean:.1f} on average. Draw."
    return f"All players would see that you take the {top}, and only a drawn card can be laid down for its power. Draw."


def discard_sentence(view: View) -> str:
    """Return why the drawn card goes to the pile at once."""
    drawn = view.drawn
    if drawn is None:
        return ""
    if drawn[:-1] in POWER_SENTENCES:
        return POWER_SENTENCES[drawn[:-1]]
    pair = card_of_rank(own_known_cards(view), drawn)
    if pair is not None:
        return f"Your {pair} has the same rank as the drawn card: once one lies on the pile, you can snap the other."
    points, known = points_of_card_text(drawn), own_known_cards(view)
    if known and points >= max(map(points_of_card_text, known)):
        return f"The {drawn} counts {points}, and no card that you know counts more. Do not keep it."
    mean = mean_points_of_unseen_cards(view)
    if points >= mean:
        return f"The {drawn} counts {points}, an unseen card {mean:.1f} on average. It is not worth a place."
    return f"Nothing that you know speaks clearly for keeping the {drawn}."


def target_sentence(view: View, seat: int, slot: int) -> str:
    """Return which card of another player to choose for a Jack's swap."""
    card = view.tableaux[seat][slot].card
    if card is None:
        mean = mean_points_of_unseen_cards(view)
        return f"You know no better card of the others, and one that you do not know counts {mean:.1f} on average."
    return f"You know a card of {name_for(view.seat, seat)} that counts {points_of_card_text(card)}."


def exchange_sentence(view: View, slot: int, gained: str | None) -> str:
    """Return why an own card is given for another one: for the taken or drawn card, or for an unknown one (None)."""
    given = view.tableaux[view.seat][slot].card
    others = [card for card in own_known_cards(view) if card != given]
    if gained is None and (given is None or points_of_card_text(given) < mean_points_of_unseen_cards(view)):
        return "The exchange takes a card from a player who may know it."
    mean = f"{mean_points_of_unseen_cards(view):.1f} on average"
    got = f"an unseen card {mean}" if gained is None else f"the {gained} {points_of_card_text(gained)}"
    if gained is not None and given is not None and (pair := card_of_rank(others, given)) is not None:
        return (
            f"You hold the {given} and the {pair}: once one of them lies on the pile, you can snap the other onto it."
        )
    if card_of_rank(others, gained) is not None:
        return f"The {gained} makes a pair with a card that you know: later you can get rid of both at once."
    if given is None:
        return f"An own card that you do not know counts {mean}, {got}. You then also know that place."
    return f"Your {given} counts {points_of_card_text(given)}, {got}."
