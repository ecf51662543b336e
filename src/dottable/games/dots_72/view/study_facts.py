"""Sentences for reviews and hints of DOTS (72 cards), taken only from views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dottable.core.views.move_reason import MoveReason, how_often, significant_gain
from dottable.core.views.narration import capitalized, join_with_and, name_for
from dottable.games.dots_72.pieces import (
    CARD_CODES,
    DOTS_CARD_COUNT,
    FACE_OF_CODE,
    FIRST_DOTS,
    NUMBER_COUNT,
    is_wild,
    kind_of,
)
from dottable.games.dots_72.state import ACTIONS
from dottable.games.dots_72.view.card_names import card_name
from dottable.games.dots_72.view.own_sets import OwnSet
from dottable.games.dots_72.view.seat_view import View

KIND_TEXTS = {"swatch": "Swatch", "number": "number", "dots": "DOTS card"}
MIN_SHARE_APART = 0.08
"""Minimum difference between two shares of sampled deals or simulated hands that is worth a reason."""

SETS_TO_CALL = 2
"""Number of whole sets with which a seat can call."""
MAX_NAMED_CARDS = 4
"""Maximum number of missing cards that a sentence names."""


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[MoveReason, ...]:
    """Return reasons why `best` may be better than `played`, from the sets in the hand after them."""
    kept, left = (sets_after(view, action, after) for action, after in ((best, after_best), (played, after_played)))
    reasons = reasons_on_sets(view, kept, left, played)
    verb, faces = ACTIONS.decode(played)
    if verb in ("discard", "discard_and_call") and is_wild(faces[0]):
        reasons.append(MoveReason(played="you give away a Wild, which the next player can take"))
    if after_played.failed_call is not None:
        reasons.append(MoveReason(played="your call is wrong and only shows your cards"))
    return tuple(reasons)


def hint_idea(view: View, best: int) -> str:
    """Return what to look at before a move: the open card, the two whole sets, or the cards to keep."""
    verb, faces = ACTIONS.decode(best)
    if verb in ("call", "discard_and_call"):
        return "You have two whole sets." if view.right_calls else ""
    if verb in ("draw", "take"):
        return open_card_sentence(view, is_take=verb == "take")
    if not faces:
        return ""
    code = CARD_CODES[faces[0]]
    kept = [join_with_and(names_of_set_cards(view, one)) for one in view.own_sets if code not in one.cards]
    if kept:
        return f"Keep {' as well as '.join(kept)}."
    if view.own_sets:
        return "Every set marked in your hand needs more luck than another: give up the part that fits least."
    return "No two of your cards are marked as a set. Give away one that fits no other, but not a Wild."


def open_card_sentence(view: View, *, is_take: bool) -> str:
    """Return what the open card does for the hand, for a move that takes it or leaves it."""
    if not view.discards:
        return "There is no open card to take. Draw."
    code = view.discards[-1]
    card = f"the {card_name(view, code)}"
    if completes_set(view, code):
        return (
            f"Look at {card}: it completes a set of yours."
            if is_take
            else f"{capitalized(card)} would complete a set, but all players would see that you take it. Draw."
        )
    if not is_take:
        return f"{capitalized(card)} completes no set marked in your hand. Draw."
    if is_wild(FACE_OF_CODE[code]):
        return f"{capitalized(card)} counts as any card of its own kind."
    partner = partner_in_hand(view, code)
    if partner is None:
        return f"{capitalized(card)} completes no set yet, but it fits more of your cards than a hidden one would."
    return f"{capitalized(card)} goes with the {card_name(view, partner)}: two of the three cards of a set."


def partner_in_hand(view: View, code: str) -> str | None:
    """Return an own natural card that can be in a set with another natural card, if any."""
    face = FACE_OF_CODE[code]
    own = [card.code for card in view.hands[view.seat].cards if not is_wild(FACE_OF_CODE[card.code])]
    return next((one for one in own if share_set(view, FACE_OF_CODE[one], face)), None)


def share_set(view: View, one: int, other: int) -> bool:
    """Return whether two natural cards of different kinds can be in one set."""
    first, second = sorted([one, other])
    if kind_of(first) == kind_of(second):
        return False
    letters = [colour.letter for colour in view.colours]
    place = letters.index(CARD_CODES[first][0])
    if kind_of(second) != "dots":
        return CARD_CODES[first][0] == CARD_CODES[second][0]
    dots = view.dots_cards[second - FIRST_DOTS][place]
    return dots > 0 if kind_of(first) == "swatch" else dots == int(CARD_CODES[first][1:])


def reasons_on_sets(view: View, kept: Sequence[OwnSet], left: Sequence[OwnSet], played: int) -> list[MoveReason]:
    """Return a reason on a set that the seat has after the better move only.

    `kept` are its sets after the better move, `left` those after the played one.
    """
    whole = [[one for one in sets if one.missing is None] for sets in (kept, left)]
    if len(whole[0]) == SETS_TO_CALL > len(whole[1]):
        texts = " and ".join([f"({join_with_and(names_of_set_cards(view, one))})" for one in whole[0]])
        return [
            MoveReason(f"both your sets are whole, so that you can call: {texts}", given_up_card_clause(view, played))
        ]
    largest = max([number_of_set_cards(one) for one in left], default=0)
    better = next((one for one in kept if number_of_set_cards(one) > largest), None)
    lost = [one for one in kept if one not in left]
    if better is None and lost and sum(map(number_of_set_cards, kept)) > sum(map(number_of_set_cards, left)):
        better = lost[0]
    return (
        []
        if better is None
        else [MoveReason(f"you have {own_set_text(view, better)}", given_up_card_clause(view, played))]
    )


def given_up_card_clause(view: View, played: int) -> str:
    """Return a clause on the card that a move gives away or leaves; empty for other moves."""
    code = discarded_code(played)
    if code is not None:
        return f"you give away the {card_name(view, code)}"
    if ACTIONS.decode(played)[0] == "draw" and view.discards:
        return f"you leave the {card_name(view, view.discards[-1])} on the discard pile"
    return ""


def reasons_from_sampled_deals(
    view: View, best: int, played: int, deals: Sequence[Sequence[View]]
) -> tuple[MoveReason, ...]:
    """Return a reason if the played discard completes a set of the next player in more sampled deals than the best."""
    discards = [discarded_code(action) for action in (best, played)]
    if discards[1] is None:
        return ()
    seat = (view.seat + 1) % view.seats
    share, given = (sum(completes_set(deal[seat], code) for deal in deals) / len(deals) for code in discards)
    if given - share < MIN_SHARE_APART:
        return ()
    name, card = name_for(view.seat, seat), card_name(view, discards[1])
    if discards[0] is None:
        return (MoveReason(played=f"your {card} completes a set for {name} {share_in_words(given)} possible hands"),)
    better = f"your {card_name(view, discards[0])} completes a set for {name} {share_in_words(share)} possible hands"
    return (MoveReason(better, f"your {card} does {share_in_words(given)} possible hands"),)


def reasons_from_simulations(
    view: View, best: int, played: int, best_ends: Sequence[View], played_ends: Sequence[View]
) -> tuple[MoveReason, ...]:
    """Return a reason from the ends of simulated hands: the seat wins more of them, or another seat fewer."""
    seats = sorted(range(view.seats), key=lambda seat: seat != view.seat)
    found = [wins_reason(view, seat, best_ends, played_ends) for seat in seats]
    return tuple([one for one in found if one is not None][:1])


def wins_reason(view: View, seat: int, best_ends: Sequence[View], played_ends: Sequence[View]) -> MoveReason | None:
    """Return a reason if the viewer wins the hand clearly more often, or another seat clearly less often."""
    best, played = (
        [float(end.result is not None and end.result.caller == seat) for end in ends]
        for ends in (best_ends, played_ends)
    )
    gain = significant_gain(best, played) if seat == view.seat else significant_gain(played, best)
    if gain < MIN_SHARE_APART:
        return None
    who = "you win" if seat == view.seat else f"{name_for(view.seat, seat)} wins"
    return MoveReason(f"{who} {how_often(best)} simulated hands", how_often(played), is_outcome=True)


def discarded_code(action: int) -> str | None:
    """Return the code of the card that an action discards, if any."""
    verb, faces = ACTIONS.decode(action)
    return CARD_CODES[faces[0]] if verb in ("discard", "discard_and_call") else None


def share_in_words(share: float) -> str:
    """Return a share of possible hands in words: "in 1 of 4", "in hardly any of the"."""
    if share < 1 / 40:
        return "in hardly any of the" if share else "in none of the"
    return f"in {round(10 * share)} of 10" if share > 0.4 else f"in 1 of {round(1 / share)}"


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


def number_of_set_cards(one: OwnSet) -> int:
    """Return 3 for a complete set, 2 for a nearly complete one."""
    return len(one.cards)


def own_set_text(view: View, one: OwnSet) -> str:
    """Return one of the viewer's sets in words, with the card that it lacks."""
    names = join_with_and(names_of_set_cards(view, one))
    return f"a whole set, {names}" if one.missing is None else f"{names}, and need only {needed_text(view, one)}"


def names_of_set_cards(view: View, one: OwnSet) -> list[str]:
    """Return the names of the cards of a set."""
    return [f"the {card_name(view, code)}" for code in one.cards]


def needed_text(view: View, one: OwnSet) -> str:
    """Return the card that a nearly complete set lacks: "the yellow 2 or the green 4", "a DOTS card with 4 red"."""
    names = {colour.letter: colour.name for colour in view.colours}
    pairs = [f"{pair.number} {names[pair.colour]}" for pair in one.needs]
    if one.missing == "dots":
        colours = list(dict.fromkeys([names[pair.colour] for pair in one.needs]))
        return f"a DOTS card with {join_with_or(pairs if len(pairs) < NUMBER_COUNT else colours)}"
    if one.missing == "swatch":
        codes = [pair.colour for pair in one.needs]
    else:
        codes = [f"{pair.colour}{pair.number}" for pair in one.needs]
    if len(set(codes)) > MAX_NAMED_CARDS:
        return f"a {KIND_TEXTS[one.missing or 'number']} that fits"
    return join_with_or([f"the {card_name(view, code)}" for code in dict.fromkeys(codes)])


def join_with_or(parts: list[str]) -> str:
    """Return parts as an English list: "a", "a or b", "a, b or c"."""
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


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
