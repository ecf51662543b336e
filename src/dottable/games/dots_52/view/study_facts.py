"""Sentences for reviews and hints of Dots (52 cards), taken only from views."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.core.views.narration import capitalized, name_for
from dottable.games.dots_52.pieces import CARD_BY_TEXT, CARD_COUNT, card_points
from dottable.games.dots_52.rules.scoring import CALL_LIMIT, LOST_CALL_PENALTY
from dottable.games.dots_52.state import ACTIONS
from dottable.games.dots_52.view.seat_view import KnownTotal, View

OPEN_VERBS = ("draw", "take", "put", "discard", "call", "end", "decline")
"""Verbs of actions after which the own total involves no cards that the seat did not know."""

COURT_RANKS = ("J", "Q", "K")
"""Ranks that cannot be snapped (D7)."""
MIN_RISK = 0.1
"""Minimum probability, worth a clause, that another player has as few points as the caller."""


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[str, ...]:
    """Return clauses that say why `best` may be better than `played`, from the seat's points after them."""
    verbs = [ACTIONS.decode(action)[0] for action in (best, played)]
    if "call" in verbs:
        return call_clauses(view, is_best="call" == verbs[0])
    if any(verb not in OPEN_VERBS for verb in verbs):
        return ()
    if "draw" in verbs and "take" in verbs:
        clauses = pile_clause(view, is_take_better="take" == verbs[0])
    else:
        clauses = total_clause(view, after_best.known_total, after_played.known_total)
    return (*clauses, *snap_clauses(view, (after_best, after_played)))


def snap_clauses(view: View, after: tuple[View, View]) -> tuple[str, ...]:
    """Return clauses on cards that can be snapped onto the pile after the two moves.

    They name the seat's own known cards after the best move, and known cards of others after the played move.
    """
    best, played = (one.pile_top if one.pile_top != view.pile_top else None for one in after)
    clauses = []
    own = snappable(after[0], view.seat, best)
    if own:
        clauses.append(f"it lays the {best} on the pile, on which you can snap your {own[0]}")
    others = ((seat, snappable(after[1], seat, played)) for seat in range(view.seats) if seat != view.seat)
    clauses += [
        f"the other move lays the {played} on the pile, on which {name_for(view.seat, seat)} can snap the {cards[0]}"
        for seat, cards in others
        if cards
    ]
    return tuple(clauses)


def snappable(view: View, seat: int, top: str | None) -> list[str]:
    """Return the cards of a seat that the viewer knows and that have the rank of a card on the pile."""
    if top is None or top[:-1] in COURT_RANKS:
        return []
    held = [place.card for place in view.tableaux[seat] if place.present]
    return [card for card in held if card is not None and card[:-1] == top[:-1]]


def call_clauses(view: View, *, is_best: bool) -> tuple[str, ...]:
    """Return clauses on how often a call fails, where calling is one of the two actions."""
    if view.known_total is None:
        return ()
    own = view.known_total
    too_many = 1 - share_below(view, CALL_LIMIT, own.points, own.unknown_cards)
    expected = round(expected_total(view, own))
    held = f"your cards have {own.points} points" if not own.unknown_cards else f"about {expected} points are expected"
    held += "" if not own.unknown_cards else " in your cards"
    beaten = [(share_with_at_most(view, seat, expected), seat) for seat in range(view.seats) if seat != view.seat]
    risk, seat = max(beaten)
    name = name_for(view.seat, seat)
    if is_best:
        return (f"{held}, and {name} has as little in only {percent(risk)} of deals",)
    if too_many >= 1:
        return (f"{held}, and a call needs less than {CALL_LIMIT}",)
    clauses = []
    if too_many > 0:
        unknown = "card" if own.unknown_cards == 1 else f"{own.unknown_cards} cards"
        clauses.append(
            f"with the {unknown} that you did not know you held {CALL_LIMIT} or more in {percent(too_many)} of deals, "
            f"and a failed call costs {LOST_CALL_PENALTY} points"
        )
    if risk >= MIN_RISK:
        clauses.append(f"{name} already had {expected} or less in {percent(risk)} of deals, with one more turn to come")
    if not clauses:
        clauses.append(f"a call with {expected} points gives {name} one more turn to get below, and then costs you 50")
    return tuple(clauses)


def share_below(view: View, limit: int, points: int, unknown: int) -> float:
    """Return the probability that the known points plus `unknown` unseen cards are below a limit."""
    ways = ways_by_total([points_of_card_text(card) for card in unseen_cards(view)], unknown)
    return sum(count for total, count in ways.items() if points + total < limit) / sum(ways.values())


def share_with_at_most(view: View, seat: int, limit: int) -> float:
    """Return the probability that a seat's tableau has at most `limit` points, by what the viewer knows."""
    held = [place.card for place in view.tableaux[seat] if place.present]
    known = sum(points_of_card_text(card) for card in held if card is not None)
    return share_below(view, limit + 1, known, held.count(None))


def ways_by_total(points: list[int], cards: int) -> dict[int, int]:
    """Return the number of ways to choose `cards` of the cards with these points, by the total of the chosen cards."""
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(cards))]
    for value in points:
        for count in range(cards, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + value] = ways[count].get(total + value, 0) + number
    return ways[cards]


def percent(share: float) -> str:
    """Return a probability as a whole percentage from 1 to 99."""
    return f"{min(max(round(100 * share), 1), 99)} %"


def pile_clause(view: View, *, is_take_better: bool) -> tuple[str, ...]:
    """Return a clause that compares the top of the pile with an unseen card, if it favours the better action."""
    if view.pile_top is None or (points_of_card_text(view.pile_top) < mean_of_unseen(view)) != is_take_better:
        return ()
    top = f"the {view.pile_top} of the pile counts {points_of_card_text(view.pile_top)}"
    return (f"{top}, an unseen card {mean_of_unseen(view):.1f} on average",)


def total_clause(view: View, best: KnownTotal | None, played: KnownTotal | None) -> tuple[str, ...]:
    """Return a clause that compares the points of the seat's cards after the best action and after the played one.

    Return an empty tuple unless the best action leaves fewer points.
    """
    if best is None or played is None or expected_total(view, best) >= expected_total(view, played):
        return ()
    texts = [known_total_text(best), known_total_text(played)]
    return (f"your cards then have {texts[0]}, after the other move {texts[1]}",)


def known_total_text(total: KnownTotal) -> str:
    """Return the points of a tableau as far as its owner knows them: "7 points and 1 unknown card"."""
    unknown = total.unknown_cards
    if not unknown:
        return f"{total.points} points"
    return f"{total.points} points and {unknown} unknown {'card' if unknown == 1 else 'cards'}"


def known_facts(view: View) -> tuple[str, ...]:
    """Return sentences on what the seat saw.

    They tell its own points, the other players' known points, and the unseen cards.
    """
    facts = []
    if view.known_total is not None:
        total = view.known_total
        unknown = f", and {card_count_text(total.unknown_cards)} you did not know" if total.unknown_cards else ""
        facts.append(f"The cards that you knew had {total.points} points{unknown}.")
    unseen = unseen_cards(view)
    tens = sum(points_of_card_text(card) == 0 for card in unseen)
    facts.append(
        f"The {len(unseen)} unseen cards had {mean_of_unseen(view):.1f} points on average, with {tens} tens, "
        "which count 0."
    )
    return (*facts, *other_tableau_facts(view))


def other_tableau_facts(view: View) -> Iterator[str]:
    """Yield a sentence on every other seat of which the viewer knew some cards."""
    for seat in range(view.seats):
        held = [place for place in view.tableaux[seat] if place.present]
        known = [place.card for place in held if place.card is not None]
        if seat != view.seat and known:
            whose = f"{capitalized(name_for(view.seat, seat))} had {card_count_text(len(held))}"
            yield f"{whose}. You knew {len(known)} of them: {sum(map(points_of_card_text, known))} points."


def card_count_text(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def points_of_card_text(card: str) -> int:
    return int(card_points(CARD_BY_TEXT[card]))


def unseen_cards(view: View) -> list[str]:
    """Return the cards that the viewer does not see or know anywhere."""
    seen = {*view.pile, *([view.drawn] if view.drawn else ())}
    seen |= {place.card for tableau in view.tableaux for place in tableau if place.present and place.card is not None}
    assert len(seen) < CARD_COUNT
    return [card for card in CARD_BY_TEXT if card not in seen]


def mean_of_unseen(view: View) -> float:
    """Return the mean number of points of the cards that the viewer has not seen."""
    unseen = unseen_cards(view)
    return sum(map(points_of_card_text, unseen)) / len(unseen)


def expected_total(view: View, total: KnownTotal) -> float:
    """Return the points of the viewer's cards, counting each unknown card as the mean of the unseen cards."""
    return total.points + total.unknown_cards * mean_of_unseen(view)


def expected_total_of(view: View, seat: int) -> float:
    """Return the points of a tableau, counting each unknown card as the mean of the unseen cards."""
    held = [place.card for place in view.tableaux[seat] if place.present]
    return sum(mean_of_unseen(view) if card is None else points_of_card_text(card) for card in held)
