"""Messages that describe a move to a viewer, and texts of the legal actions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.last_result_cache import keeps_last_result
from dottable.core.views.narration import Narration, NarrationMessage, message, name_for
from dottable.games.dots_72.pieces import CARD_CODES
from dottable.games.dots_72.state import ACTIONS, DISCARD, DISCARD_AND_CALL
from dottable.games.dots_72.view.card_names import card_kind_message, card_message, card_name, choice_name, choice_names
from dottable.games.dots_72.view.wrong_calls import wrong_call_message

if TYPE_CHECKING:
    from dottable.games.dots_72.view.seat_view import DeckColour, HandResult, View


def describe_action(view: View, action: int) -> str:
    """Return an action in words, for the seat that may choose it."""
    discards = discard_texts(view.dots_cards, view.colours)
    if action in discards:
        return discards[action]
    verb, faces = ACTIONS.decode(action)
    if verb == "pass_":
        return f"Pass the {choice_name(view, faces[0])} to {name_for(view.seat, (view.seat + 1) % view.seats)}"
    if verb == "take":
        return f"Take the {card_name(view, view.discards[-1])} from the discard pile"
    if verb == "draw":
        top = f"the {card_name(view, view.pile_cards[0])}" if view.pile_order_known else "a card"
        return f"Draw {top} from the draw pile"
    return 'Call "DOTS!"' if verb == "call" else "Deal the next hand"


@keeps_last_result
@lru_cache(64)
def discard_texts(dots_cards: tuple[tuple[int, ...], ...], colours: tuple[DeckColour, ...]) -> dict[int, str]:
    """Return the texts of all discards from a deck, with and without a call, by action."""
    texts = {}
    for face, card in choice_names(dots_cards, colours).items():
        texts[DISCARD + face] = f"Discard the {card}"
        texts[DISCARD_AND_CALL + face] = f'Discard the {card} and call "DOTS!"'
    return texts


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return a description of a move as messages, derived only from the viewer's own two views."""
    verb, faces = ACTIONS.decode(action)
    if verb == "draw":
        return (narrate_draw(before, seat, after),)
    if verb == "take":
        return (message("took", seat=seat, card=card_message(before, before.discards[-1])),)
    if verb == "pass_":
        return narrate_pass(before, seat, CARD_CODES[faces[0]], after)
    if verb == "deal":
        return (message("dealt", seat=seat, hand=after.hand_number),)
    if verb == "call":
        return message("called", seat=seat), *narrate_call(seat, after)
    card = card_message(before, CARD_CODES[faces[0]])
    if verb == "discard":
        return message("discarded", seat=seat, card=card), *narrate_pile_end(after)
    return (
        message("discarded_and_called", seat=seat, card=card),
        *narrate_call(seat, after),
        *narrate_pile_end(after),
    )


def narrate_draw(before: View, seat: int, after: View) -> NarrationMessage:
    """Return a message about a draw, with the card if the viewer can know it."""
    if before.pile_order_known:
        return message("drew_known", seat=seat, card=card_message(before, before.pile_cards[0]))
    if seat == before.seat:
        return message("drew_known", seat=seat, card=card_message(before, new_cards(before, after, seat)[0]))
    return message("drew", seat=seat)


def new_cards(before: View, after: View, seat: int) -> list[str]:
    """Return the cards that were added to a hand, in the order of their codes."""
    new = [card.code for card in after.hands[seat].cards]
    for card in before.hands[seat].cards:
        if card.code in new:
            new.remove(card.code)
    return sorted(new)


def narrate_call(seat: int, after: View) -> Narration:
    """Return messages that say whether a call was right, and its score (B9, B11)."""
    if after.result and after.result.caller == seat:
        return score_message(after, after.result), *narrate_end(after)
    return narrate_wrong_call(seat, after)


def narrate_wrong_call(seat: int, after: View) -> Narration:
    """Return messages that say why a call was wrong (B9).

    For viewers other than the caller, they list the shown cards.
    """
    if seat == after.seat:
        return (wrong_call_message(after),)
    cards = [card_message(after, card.code) for card in after.hands[seat].cards]
    return wrong_call_message(after), message("shown_cards", cards=cards)


def score_message(view: View, result: HandResult) -> NarrationMessage:
    """Return a message with the score of a right call and its two sets."""
    sets = [
        message("set", cards=[card_kind_message(view, code) for code in scored.cards], points=scored.points)
        for scored in result.sets
    ]
    return message("scored_double" if result.doubled else "scored", points=result.points, sets=sets)


def narrate_end(view: View) -> Narration:
    """Return a message that says who won, if the match is over (B13, B14)."""
    if not view.winners:
        return ()
    points = max(view.scores)
    if len(view.winners) == 1:
        return (message("won", seat=view.winners[0], points=points),)
    return (message("shared", seats=list(view.winners), points=points),)


def narrate_pile_end(after: View) -> Narration:
    """Return messages about the effect of an empty draw pile (B10, B14)."""
    if after.phase == "pass":
        return (message("reshuffled" if after.options.reshuffle else "turned_over"),)
    if after.result and after.result.caller is None:
        return message("void"), *narrate_end(after)
    return ()


def narrate_pass(before: View, seat: int, code: str, after: View) -> Narration:
    """Return messages about the choice of a card to pass, and about the passing after all have chosen (B10).

    Only the player who chose sees the card. Every player sees the card received.
    """
    viewer = before.seat
    known = message("chose_known", seat=seat, card=card_message(before, code))
    chose = known if seat == viewer else message("chose", seat=seat)
    if after.phase == "pass":
        return (chose,)
    if viewer == SPECTATOR:
        return chose, message("passed")
    passed = code if seat == viewer else before.chosen
    return chose, message("received", card=card_message(after, received_card(before, passed, after)))


def received_card(before: View, passed: str | None, after: View) -> str:
    """Return the card that the viewer received. It may equal the card given away."""
    came = new_cards(before, after, before.seat)
    if came:
        return came[0]
    assert passed is not None
    return passed
