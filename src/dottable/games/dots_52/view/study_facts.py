"""Facts for reviews and hints of Dots (52 cards), taken from views alone."""

from __future__ import annotations

from dottable.core.views.narration import capitalized, name_for
from dottable.games.dots_52.pieces import CARD_BY_TEXT, CARD_COUNT, card_points
from dottable.games.dots_52.rules.scoring import CALL_LIMIT
from dottable.games.dots_52.state import ACTIONS
from dottable.games.dots_52.view.seat_view import KnownTotal, View

OPEN_VERBS = ("draw", "take", "put", "discard", "call", "end", "decline")
"""Actions after which the own total does not depend on cards that the seat did not know."""


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[str, ...]:
    """Return clauses that say why `best` may be better than `played`, from the seat's points after them."""
    verbs = [ACTIONS.decode(action)[0] for action in (best, played)]
    if "call" in verbs:
        return call_clauses(view, is_best="call" == verbs[0])
    if any(verb not in OPEN_VERBS for verb in verbs):
        return ()
    if "draw" in verbs and "take" in verbs:
        return pile_clause(view, is_take_better="take" == verbs[0])
    return total_clause(view, after_best.known_total, after_played.known_total)


def call_clauses(view: View, *, is_best: bool) -> tuple[str, ...]:
    """Return a clause on the expected points of the seat, where calling is one of the two actions."""
    if view.known_total is None:
        return ()
    expected = expected_total(view, view.known_total)
    others = [expected_total_of(view, seat) for seat in range(view.seats) if seat != view.seat]
    side = "under" if expected < CALL_LIMIT else "not under"
    own = f"about {expected:.0f} points are expected in your cards, {side} the {CALL_LIMIT} of a call"
    lowest = f"the lowest other tableau has about {min(others):.0f}"
    return (own, lowest) if is_best or expected < CALL_LIMIT else (own,)


def pile_clause(view: View, *, is_take_better: bool) -> tuple[str, ...]:
    """Return a clause that compares the top card with an unseen card, if it speaks for the better action."""
    if view.pile_top is None or (points_of(view.pile_top) < mean_of_unseen(view)) != is_take_better:
        return ()
    top = f"the {view.pile_top} of the pile counts {points_of(view.pile_top)}"
    return (f"{top}, an unseen card {mean_of_unseen(view):.1f} on average",)


def total_clause(view: View, best: KnownTotal | None, played: KnownTotal | None) -> tuple[str, ...]:
    """Return a clause on the points of the seat's cards after the two actions, if the better one leaves fewer."""
    if best is None or played is None or expected_total(view, best) >= expected_total(view, played):
        return ()
    texts = [total_text(best), total_text(played)]
    return (f"your cards then have {texts[0]}, after the other move {texts[1]}",)


def total_text(total: KnownTotal) -> str:
    """Return the points of a tableau as far as its owner knows them: "7 points and 1 unknown card"."""
    unknown = total.unknown_cards
    if not unknown:
        return f"{total.points} points"
    return f"{total.points} points and {unknown} unknown {'card' if unknown == 1 else 'cards'}"


def known_facts(view: View) -> tuple[str, ...]:
    """Return what the seat saw: its own points, those of the others as far as known, and the unseen cards."""
    facts = []
    if view.known_total is not None:
        total = view.known_total
        unknown = f", and {cards(total.unknown_cards)} you did not know" if total.unknown_cards else ""
        facts.append(f"The cards that you knew had {total.points} points{unknown}.")
    unseen = unseen_cards(view)
    tens = sum(points_of(card) == 0 for card in unseen)
    facts.append(
        f"The {len(unseen)} unseen cards had {mean_of_unseen(view):.1f} points on average, with {tens} tens, "
        "which count 0."
    )
    for seat in range(view.seats):
        held = [place for place in view.tableaux[seat] if place.present]
        known = [place.card for place in held if place.card is not None]
        if seat != view.seat and known:
            whose = f"{capitalized(name_for(view.seat, seat))} had {cards(len(held))}"
            facts.append(f"{whose}. You knew {len(known)} of them: {sum(map(points_of, known))} points.")
    return tuple(facts)


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def points_of(card: str) -> int:
    return int(card_points(CARD_BY_TEXT[card]))


def unseen_cards(view: View) -> list[str]:
    """Return the cards that the viewer does not see or know anywhere."""
    seen = {*view.pile, *([view.drawn] if view.drawn else ())}
    seen |= {place.card for tableau in view.tableaux for place in tableau if place.present and place.card is not None}
    assert len(seen) < CARD_COUNT
    return [card for card in CARD_BY_TEXT if card not in seen]


def mean_of_unseen(view: View) -> float:
    """Return the mean points of an unseen card."""
    unseen = unseen_cards(view)
    return sum(map(points_of, unseen)) / len(unseen)


def expected_total(view: View, total: KnownTotal) -> float:
    """Return the points of the viewer's cards, with the mean for each unknown one."""
    return total.points + total.unknown_cards * mean_of_unseen(view)


def expected_total_of(view: View, seat: int) -> float:
    """Return the points of a tableau, with the mean for each unknown card."""
    held = [place.card for place in view.tableaux[seat] if place.present]
    return sum(mean_of_unseen(view) if card is None else points_of(card) for card in held)
