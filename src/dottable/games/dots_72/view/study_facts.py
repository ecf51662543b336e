"""Sentences for reviews and hints of DOTS (72 cards), taken only from views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dottable.core.views.narration import capitalized, join_with_and, name_for
from dottable.games.dots_72.pieces import CARD_CODES, DOTS_CARD_COUNT, FACE_OF_CODE, FIRST_DOTS, is_wild, kind_of
from dottable.games.dots_72.state import ACTIONS
from dottable.games.dots_72.view.card_names import card_name, choice_name
from dottable.games.dots_72.view.own_sets import OwnSet
from dottable.games.dots_72.view.seat_view import View

KIND_TEXTS = {"swatch": "Swatch", "number": "number", "dots": "DOTS card"}
MIN_SHARE_APART = 0.08
"""Minimum difference between two shares of sampled deals that is worth a clause."""


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[str, ...]:
    """Return clauses that say why `best` may be better than `played`, from the sets in the hand after them."""
    kept, left = (sets_after(view, action, after) for action, after in ((best, after_best), (played, after_played)))
    better = next(
        (one for one in kept if set_card_count(one) > max((set_card_count(other) for other in left), default=0)), None
    )
    lost = [one for one in kept if one not in left]
    if better is None and lost and sum(map(set_card_count, kept)) > sum(map(set_card_count, left)):
        better = lost[0]
    clauses = [f"it keeps {own_set_text(view, better)}"] if better is not None else []
    verb, faces = ACTIONS.decode(played)
    if verb in ("discard", "discard_and_call") and is_wild(faces[0]):
        clauses.append("the other move gives away a Wild, which the next player can take")
    if after_played.failed_call is not None:
        clauses.append("the other move is a wrong call, which only shows your cards")
    return tuple(clauses)


def sampled_reasons(view: View, best: int, played: int, deals: Sequence[Sequence[View]]) -> tuple[str, ...]:
    """Return a clause if the played discard completes a set of the next player in more sampled deals than the best."""
    discards = [discarded_code(action) for action in (best, played)]
    if discards[1] is None:
        return ()
    seat = (view.seat + 1) % view.seats
    share, given = (sum(completes_set(deal[seat], code) for deal in deals) / len(deals) for code in discards)
    if given - share < MIN_SHARE_APART:
        return ()
    card = card_name(view, discards[1])
    other = f", its own discard in {often(share)}" if discards[0] is not None else ""
    return (
        f"the other move discards the {card}, which completes a set of the next player in {often(given)} hands{other}",
    )


def discarded_code(action: int) -> str | None:
    """Return the code of the card that an action discards, if any."""
    verb, faces = ACTIONS.decode(action)
    return CARD_CODES[faces[0]] if verb in ("discard", "discard_and_call") else None


def often(share: float) -> str:
    """Return a share of hands in words: "1 of 4"."""
    if share < 1 / 40:
        return "hardly any of them" if share else "none of them"
    return f"{round(10 * share)} of 10" if share > 0.4 else f"1 of {round(1 / share)}"


def completes_set(view: View, code: str | None) -> bool:
    """Return whether a card completes a nearly complete set of the viewer."""
    if code is None:
        return False
    face = FACE_OF_CODE[code]
    return any(one.missing == kind_of(face) and (is_wild(face) or fits_need(view, one, face)) for one in view.own_sets)


def fits_need(view: View, one: OwnSet, face: int) -> bool:
    """Return whether a natural card of the missing kind matches a pair that a set needs."""
    code = CARD_CODES[face]
    if one.missing == "dots":
        return code in fitting_dots_cards(view, one)
    return any(
        code == (pair.colour if one.missing == "swatch" else f"{pair.colour}{pair.number}") for pair in one.needs
    )


def sets_after(view: View, action: int, after: View) -> tuple[OwnSet, ...]:
    """Return the own sets after an action. After a draw they are unchanged, because the drawn card is unknown."""
    return view.own_sets if ACTIONS.decode(action)[0] == "draw" else after.own_sets


def set_card_count(one: OwnSet) -> int:
    """Return 3 for a complete set, 2 for a nearly complete one."""
    return len(one.cards)


def own_set_text(view: View, one: OwnSet) -> str:
    """Return one of the viewer's sets in words."""
    names = join_with_and([f"the {choice_name(view, FACE_OF_CODE[code])}" for code in one.cards])
    return f"{names}, a whole set" if one.missing is None else f"{names}, which lack only a {KIND_TEXTS[one.missing]}"


def known_facts(view: View) -> tuple[str, ...]:
    """Return sentences on what the seat saw: its own sets and what they lack, and the other players' known cards."""
    return (*own_set_facts(view), *other_hand_facts(view))


def own_set_facts(view: View) -> Iterator[str]:
    """Yield a sentence for every complete or nearly complete set in the hand."""
    for one in view.own_sets:
        if one.missing is None:
            yield f"You had {own_set_text(view, one)}, worth {one.points} points."
            continue
        text = f"You had {own_set_text(view, one)}."
        if one.missing == "dots":
            fitting = fitting_dots_cards(view, one)
            gone = len(fitting & seen_cards(view))
            text += f" {len(fitting)} of the {DOTS_CARD_COUNT} DOTS cards fitted, and you saw {gone or 'none'} of them."
        yield text


def fitting_dots_cards(view: View, one: OwnSet) -> set[str]:
    """Return the codes of the natural DOTS cards that complete a set."""
    letters = [colour.letter for colour in view.colours]
    wanted = [(letters.index(pair.colour), pair.number) for pair in one.needs]
    return {
        CARD_CODES[FIRST_DOTS + card]
        for card, dots in enumerate(view.dots_cards)
        if any(dots[place] == number for place, number in wanted)
    }


def seen_cards(view: View) -> set[str]:
    """Return the codes of the cards that lie open or that the viewer knows in other hands."""
    others = {card.code for seat, hand in enumerate(view.hands) if seat != view.seat for card in hand.cards}
    return others | set(view.discards)


def other_hand_facts(view: View) -> Iterator[str]:
    """Yield a sentence on every other hand of which the seat knew some cards."""
    for seat, hand in enumerate(view.hands):
        if seat != view.seat and hand.cards:
            known = join_with_and([f"the {card_name(view, card.code)}" for card in hand.cards])
            yield f"{capitalized(name_for(view.seat, seat))} held {known}."
