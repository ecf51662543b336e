"""What a seat may know, for people: the view, moves in words, and reasons for refusals."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from dottable.core.glance import at_a_glance
from dottable.core.rule import rule
from dottable.core.seats import SPECTATOR, members
from dottable.core.wording import does, name_of
from dottable.games.dots_52 import reasons
from dottable.games.dots_52.knowledge import knows_drawn
from dottable.games.dots_52.pieces import CARDS, EMPTY, card_text
from dottable.games.dots_52.rules import to_act
from dottable.games.dots_52.state import (
    ACTIONS,
    NOBODY,
    OVER,
    PAIRS,
    ROUND_OVER,
    SNAPPING,
    Options,
    bit_of,
)

PHASE_WORDS = (
    "peek",
    "turn",
    "drawn",
    "jack",
    "jack target",
    "queen",
    "king",
    "snap",
    "call",
    "round over",
    "over",
)
CARD_TEXTS = tuple(CARDS)
UNKNOWN = -2
OUTCOME_WORDS = ("no call", "call won", "call lost")
POWER_CARDS = {"jack": "Jack", "jack target": "Jack", "queen": "Queen", "king": "King"}
COURT_POWERS = {
    "J": ", to swap two cards",
    "Q": ", to look at another player's card",
    "K": ", to look at one of your cards",
}

REASONS = {
    reasons.NO_CARD_THERE: "There is no card in that place.",
    reasons.NOTHING_ON_PILE: "There is no card on the pile to take yet.",
    reasons.NOTHING_TO_DRAW: "There is no card left to draw.",
    reasons.DRAW_FIRST: "Draw a card first.",
    reasons.ALREADY_DRAWN: "You have drawn a card: put it into a place or lay it on the pile.",
    reasons.PEEK_FIRST: "First look at two of your cards.",
    reasons.PEEKED: "You may look at two of your cards only once, before the first turn.",
    reasons.SNAP_OR_PASS: "First snap the card on the pile, or pass.",
    reasons.NOTHING_TO_SNAP: "There is no card on the pile to snap yet.",
    reasons.SNAP_IS_OVER: "The time to snap this card is over.",
    reasons.SNAP_TRIED: "You have already tried to snap this card.",
    reasons.COURT_ON_PILE: "A court card cannot be snapped.",
    reasons.OTHERS_CARD_ONLY: "Choose a card of another player.",
    reasons.OWN_CARD_ONLY: "Choose one of your own cards.",
    reasons.CALLER_LOCKED: "The cards of the player who called are locked.",
    reasons.NO_SUCH_PLAYER: "There is no such player at this table.",
    reasons.ALREADY_CALLED: "Dots has been called in this round already.",
    reasons.CALL_AFTER_TURN: "Finish your turn first; then you may call.",
    reasons.NO_POWER: "That takes a Jack, Queen or King turned over from the stock.",
    reasons.POWER_FIRST: "First use the power of the court card, or decline it.",
    reasons.OTHER_POWER: "That is not what this court card does.",
    reasons.OWN_CARD_FIRST: "First choose the card of your own to swap.",
    reasons.OWN_CARD_CHOSEN: "You have chosen your card; now choose one of another player.",
    reasons.CALL_OR_END: "Your turn is done: call Dots or end it.",
    reasons.DEAL_FIRST: "The round is over; deal the next one.",
    reasons.ROUND_RUNS: "This round is not over yet.",
    reasons.CLOCK_ONLY: "Only the clock can end the time to snap.",
}


class Place(Struct, frozen=True):
    """One place of a tableau; places count from 1."""

    place: int
    present: bool
    card: str | None
    """The card if the viewer knows it (D17)."""
    shown: bool
    """Whether the viewer is looking at it right now."""


class SnapWindow(Struct, frozen=True):
    """The time in which the card on the pile may be snapped (D9)."""

    deadline_ms: int
    seats: tuple[int, ...]
    """Who may still snap or pass."""


class RoundResult(Struct, frozen=True):
    """A round after the reveal (D13, D16)."""

    outcome: str
    caller: int | None
    totals: tuple[int, ...]
    points: tuple[int, ...]


class View(Struct, frozen=True):
    """The table as one seat or a spectator sees it. Cards are texts: `7♠`."""

    seat: int
    seats: int
    phase: str
    round: int
    turn: int | None
    """Nobody's between rounds and when the match is over."""
    dealer: int
    caller: int | None
    waiting: tuple[int, ...]
    """The seats that the match waits for."""
    scores: tuple[int, ...]
    stock_left: int
    pile_left: int
    pile_top: str | None
    pile: tuple[str, ...]
    """The cards on the pile from the lowest to the top; without memory only the top."""
    has_drawn: bool
    drawn: str | None
    """Shown only to the seat that drew it (D4)."""
    swap_place: int | None
    """The place that the turn's player has chosen for a Jack's swap."""
    tableaux: tuple[tuple[Place, ...], ...]
    snap: SnapWindow | None
    late: tuple[int, ...]
    """Who may still show a card that comes too late (D8)."""
    result: RoundResult | None
    winners: tuple[int, ...]
    """Empty until the match is over."""
    options: Options


@at_a_glance
def look(s: Any, seat: int) -> View:
    """The view of a seat or of SPECTATOR, built field by field."""
    seats, phase, pile = s.seats, s.phase, s.for_all(pile_of)
    scores = s.scores[:seats]
    return View(
        seat=seat,
        seats=seats,
        phase=PHASE_WORDS[phase],
        round=s.round_number,
        turn=None if phase >= ROUND_OVER else s.turn,
        dealer=s.dealer,
        caller=caller_of(s),
        waiting=s.for_all(waiting_for),
        scores=scores,
        stock_left=s.stock_left,
        pile_left=len(pile),
        pile_top=pile[-1] if pile else None,
        pile=pile if s.memory else pile[-1:],
        has_drawn=s.drawn != EMPTY,
        drawn=CARD_TEXTS[s.drawn] if s.drawn != EMPTY and knows_drawn_at(s.states, 0, seat) else None,
        swap_place=s.swap_slot + 1 if s.swap_slot != EMPTY else None,
        tableaux=tableaux_of(s, seat),
        snap=SnapWindow(s.deadline, members(s.waiting)) if phase == SNAPPING else None,
        late=members(s.late),
        result=s.for_all(result_of) if phase >= ROUND_OVER else None,
        winners=s.for_all(winners_of) if phase == OVER else (),
        options=Options(snap_seconds=s.snap_seconds, lock_caller=bool(s.lock_caller), memory=bool(s.memory)),
    )


@rule
def awaited(states: Any, i: int) -> int:
    return to_act(states[i])


@rule
def knows_drawn_at(states: Any, i: int, seat: int) -> bool:
    return knows_drawn(states[i], seat)


def pile_of(s: Any) -> tuple[str, ...]:
    return tuple([CARD_TEXTS[card] for card in s.pile[: s.pile_left]])


def waiting_for(s: Any) -> tuple[int, ...]:
    return tuple(seat for seat in members(int(awaited(s.states, 0))) if seat < s.seats)


def winners_of(s: Any) -> tuple[int, ...]:
    scores = s.scores[: s.seats]
    return tuple(seat for seat, points in enumerate(scores) if points == min(scores))


def caller_of(s: Any) -> int | None:
    return None if s.caller == NOBODY else s.caller


def tableaux_of(s: Any, viewer: int) -> tuple[tuple[Place, ...], ...]:
    """Everybody's places, with the cards that the viewer knows or, without memory, is looking at (D17)."""
    bit, known_by = int(bit_of(viewer)), s.known_by if s.memory else s.shown_to
    tableaux = []
    for seat in range(s.seats):
        places = zip(s.tableau[seat][: s.slots_used[seat]], known_by[seat], s.shown_to[seat], strict=False)
        tableaux.append(
            tuple(
                [
                    place_of(slot, card if known & bit else UNKNOWN, present=card != EMPTY, shown=shown & bit != 0)
                    for slot, (card, known, shown) in enumerate(places)
                ]
            )
        )
    return tuple(tableaux)


@cache
def place_of(slot: int, card: int, *, present: bool, shown: bool) -> Place:
    """A place of a tableau with its card, or UNKNOWN."""
    text = None if card == UNKNOWN else card_text(card)
    return Place(place=slot + 1, present=present, card=text, shown=shown)


def result_of(s: Any) -> RoundResult:
    return RoundResult(
        outcome=OUTCOME_WORDS[s.outcome],
        caller=caller_of(s),
        totals=s.totals[: s.seats],
        points=s.points[: s.seats],
    )


def own_card(view: View, slot: int) -> str:
    """An own card in words, named if the viewer knows it: "your card 3 (7♠)"."""
    places = view.tableaux[view.seat] if view.seat != SPECTATOR else ()
    card = places[slot].card if slot < len(places) else None
    return f"your card {slot + 1} ({card})" if card else f"your card {slot + 1}"


def card_of(viewer: int, seat: int, slot: int) -> str:
    """A card in words by its place: "your card 3", "Player 2's card 3"."""
    return f"your card {slot + 1}" if seat == viewer else f"{name_of(viewer, seat)}'s card {slot + 1}"


def words(view: View, action: int) -> str:
    """An action in words, for the seat that may choose it."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "peek":
        first, second = PAIRS[arguments[0]]
        return f"Look at your cards {first + 1} and {second + 1}"
    if len(arguments) == 2:
        kind = "Look at" if verb == "look" else "Swap it for"
        return f"{kind} {card_of(view.seat, *arguments)}"
    if arguments:
        return words_for_card(view, verb, arguments[0])
    return words_alone(view, verb)


def words_for_card(view: View, verb: str, slot: int) -> str:
    card, top, drawn = own_card(view, slot), view.pile_top or "top card", view.drawn or "drawn card"
    return {
        "take": f"Take the {top} from the pile in place of {card}",
        "put": f"Put the {drawn} in place of {card}",
        "snap": f"Snap the {top} with {card}",
        "swap": f"Swap {card}",
    }[verb]


def words_alone(view: View, verb: str) -> str:
    if verb == "discard":
        drawn = view.drawn or "drawn card"
        return f"Lay the {drawn} on the pile{COURT_POWERS.get(drawn[:-1], '')}"
    return {
        "draw": "Draw a card from the stock",
        "pass_": "Do not snap",
        "decline": f"Do not use the {POWER_CARDS.get(view.phase, 'court card')}",
        "call": 'Call "Dots"',
        "end": "End your turn",
        "deal": "Deal the next round",
        "time_up": "Close the time to snap",
    }[verb]


def narrate(before: View, seat: int, action: int, after: View) -> str:
    """What a move did, as the viewer saw it; made from the viewer's own two views only."""
    verb, arguments = ACTIONS.decode(action)
    if verb == "snap":
        news = tell_snap(before, seat, arguments[0], after)
    elif verb in ("peek", "look"):
        news = tell_look(before, seat, verb, arguments, after)
    elif verb in ("draw", "take", "put", "discard"):
        news = tell_turn(before, seat, verb, arguments, after)
    else:
        news = tell_rest(before, seat, verb, arguments, after)
    return f"{news} {tell_result(after)}" if after.result and not before.result else news


def whose(viewer: int, seat: int) -> str:
    return "your" if seat == viewer else "their"


def tell_snap(before: View, seat: int, slot: int, after: View) -> str:
    """Right, wrong, or too late (D7, D8)."""
    viewer = before.seat
    if after.pile_left > before.pile_left:
        return f"{does(viewer, seat, 'snap')} the {before.pile_top} with the {after.pile_top}."
    card = after.tableaux[seat][slot].card or "card"
    if card[:-1] == (before.pile_top or "")[:-1]:
        return f"{does(viewer, seat, 'show')} the {card}, but too late; it goes back."
    if count_cards(after, seat) == count_cards(before, seat):
        return f"{does(viewer, seat, 'show')} the {card}, which is wrong; it goes back, and no penalty card is left."
    takes = "you take" if seat == viewer else "they take"
    return f"{does(viewer, seat, 'show')} the {card}, which is wrong; it goes back, and {takes} a penalty card."


def count_cards(view: View, seat: int) -> int:
    return sum(place.present for place in view.tableaux[seat])


def tell_look(before: View, seat: int, verb: str, arguments: tuple[int, ...], after: View) -> str:
    """Peeks and the looks of Queen and King; what was seen is told only to who saw it (D2, D5)."""
    viewer = before.seat
    if verb == "peek":
        owner, slots = seat, tuple(PAIRS[arguments[0]])
        cards = f"{whose(viewer, seat)} cards {slots[0] + 1} and {slots[1] + 1}"
    else:
        owner, slots = arguments[0], arguments[1:]
        cards = f"their own card {slots[0] + 1}" if seat == owner != viewer else card_of(viewer, owner, slots[0])
    seen = [after.tableaux[owner][slot].card for slot in slots] if seat == viewer else []
    names = " and ".join(f"the {card}" for card in seen if card)
    return f"{does(viewer, seat, 'look')} at {cards}{': ' if names else ''}{names}."


def tell_turn(before: View, seat: int, verb: str, arguments: tuple[int, ...], after: View) -> str:
    """Drawing, taking, putting and discarding (D4)."""
    viewer = before.seat
    if verb == "draw":
        news = f"{does(viewer, seat, 'draw')} {f'the {after.drawn}' if after.drawn else 'a card'}"
        return f"{news} from the new stock made of the pile." if before.stock_left == 0 else f"{news}."
    if verb == "discard":
        return f"{does(viewer, seat, 'lay')} the {after.pile_top} on the pile."
    place = f"in place of {whose(viewer, seat)} card {arguments[0] + 1}, the {after.pile_top}"
    if verb == "take":
        return f"{does(viewer, seat, 'take')} the {before.pile_top} from the pile {place}."
    card = f"the {before.drawn}" if before.drawn else "the drawn card"
    return f"{does(viewer, seat, 'put')} {card} {place}."


def tell_rest(before: View, seat: int, verb: str, arguments: tuple[int, ...], after: View) -> str:
    """Swaps, calls and all that needs few words."""
    viewer = before.seat
    if verb == "swap":
        return f"{does(viewer, seat, 'choose')} {whose(viewer, seat)} card {arguments[0] + 1} for a swap."
    if verb == "target":
        own = f"{whose(viewer, seat)} card {before.swap_place}"
        return f"{does(viewer, seat, 'swap')} {own} for {card_of(viewer, arguments[0], arguments[1])}, both unseen."
    if verb == "decline":
        return f"{does(viewer, seat, 'decline')} to use the {POWER_CARDS.get(before.phase, 'court card')}."
    return {
        "pass_": f"{does(viewer, seat, 'pass')}.",
        "call": f'{does(viewer, seat, "call")} "Dots"!',
        "end": f"{does(viewer, seat, 'end')} the turn.",
        "deal": f"{does(viewer, seat, 'deal')} round {after.round}.",
        "time_up": "The time to snap is up.",
    }[verb]


def tell_result(view: View) -> str:
    """How the round went, and the match if it is over (D13, D14)."""
    result = view.result
    assert result is not None
    names = [name_of(view.seat, seat) for seat in range(view.seats)]
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, result.totals, strict=True))
    if result.caller is None:
        verdict = "everybody scores the own total"
    else:
        whose_call = "your call" if result.caller == view.seat else f"the call of {names[result.caller]}"
        verdict = f"{whose_call} {'holds' if result.outcome == 'call won' else 'fails'}"
    news = f"The round is over, {verdict}: {totals}."
    return f"{news} {winners_line(view)}" if view.winners else news


def winners_line(view: View) -> str:
    """Who won, with how many points (D14)."""
    points = f"{min(view.scores)} points"
    if len(view.winners) == 1:
        return f"{does(view.seat, view.winners[0], 'win')} the match with {points}."
    return f"{players(view, view.winners)} share the win with {points}."


def players(view: View, seats: tuple[int, ...]) -> str:
    """Several seats in few words: "You and Players 2, 3"."""
    numbers = [str(seat + 1) for seat in seats if seat != view.seat]
    others = f"Player{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
    if view.seat not in seats:
        return others
    return f"You and {others}" if numbers else "You"


def is_open(action: int) -> bool:
    """Every action here is made in sight of all."""
    return True
