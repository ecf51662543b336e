"""Sentences for reviews and hints of Dots (52 cards), taken only from views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dottable.core.views.move_reason import MoveReason, how_often, significant_gain
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
"""Minimum probability, worth a reason, that another player has as few points as the caller."""
MIN_SHARE_APART = 0.04
"""Minimum difference between two shares of simulated rounds that is worth a reason. Failed calls are rare but dear."""
MAX_CALL_REASONS = 2
"""Maximum number of reasons on calls in simulated rounds."""
MIN_SHARE_OF_LARGEST = 0.5
"""Minimum effect of a further reason on calls, as a share of the largest one."""
MIN_PILE_GAIN = 2.0
"""Minimum number of points by which the top of the pile must differ from a mean unseen card for a reason."""
ODDS_IN_WORDS = ((0.95, "nearly all"), (0.7, "most"), (0.45, "about half of the"), (0.28, "about one of three"))
"""Words for a share of possible deals, each from a least share on."""


def move_reasons(view: View, best: int, played: int, after_best: View, after_played: View) -> tuple[MoveReason, ...]:
    """Return reasons why `best` may be better than `played`, from the seat's cards after them."""
    verbs = [ACTIONS.decode(action)[0] for action in (best, played)]
    if "call" in verbs:
        return call_reasons(view, is_best="call" == verbs[0])
    if any(verb not in OPEN_VERBS for verb in verbs):
        return ()
    if "draw" in verbs and "take" in verbs:
        reasons = pile_reasons(view, is_take_better="take" == verbs[0])
    else:
        reasons = total_reasons(view, after_best.known_total, after_played.known_total)
    return (*reasons, *snap_reasons(view, (after_best, after_played)), *pair_reasons(after_best, after_played))


def snap_reasons(view: View, after: tuple[View, View]) -> tuple[MoveReason, ...]:
    """Return reasons on cards that can be snapped onto the pile after the two moves.

    They name the seat's own known cards after the best move, and known cards of others after the played move.
    """
    best, played = (one.pile_top if one.pile_top != view.pile_top else None for one in after)
    reasons = []
    own = snappable_cards(after[0], view.seat, best)
    if own:
        reasons.append(MoveReason(f"you can snap your {own[0]} onto the {best}, so that you have one card less"))
    others = ((seat, snappable_cards(after[1], seat, played)) for seat in range(view.seats) if seat != view.seat)
    reasons += [
        MoveReason(played=f"the {played} lies on the pile, and {name_for(view.seat, seat)} can snap the {cards[0]}")
        for seat, cards in others
        if cards
    ]
    return tuple(reasons)


def pair_reasons(after_best: View, after_played: View) -> tuple[MoveReason, ...]:
    """Return a reason if the seat knows a pair of its own after the better move that it has not after the other."""
    new = [pair for pair in own_pairs(after_best) if pair not in own_pairs(after_played)]
    if not new:
        return ()
    first, second = new[0]
    pair = f"you hold the {first} and the {second}"
    return (MoveReason(f"{pair}: once one of them goes to the pile, you can snap the other onto it"),)


def own_pairs(view: View) -> list[tuple[str, str]]:
    """Return the pairs of cards of equal rank, except court cards, that the viewer knows in its own places."""
    held = [place.card for place in view.tableaux[view.seat] if place.present]
    known = sorted([card for card in held if card is not None and card[:-1] not in COURT_RANKS])
    return [(one, other) for one in known for other in known if one < other and one[:-1] == other[:-1]]


def reasons_from_simulations(
    view: View, best: int, played: int, best_ends: Sequence[View], played_ends: Sequence[View]
) -> tuple[MoveReason, ...]:
    """Return reasons from the ends of simulated rounds: calls that fail, by the seat itself or by others.

    Where one of the two moves is a call, `move_reasons` says why it fails.
    """
    found, has_call = [], any(ACTIONS.decode(action)[0] == "call" for action in (best, played))
    for seat in range(view.seats):
        best_calls, played_calls = ([is_lost_call(end, seat) for end in ends] for ends in (best_ends, played_ends))
        is_own = seat == view.seat
        gain = significant_gain(played_calls, best_calls) if is_own else significant_gain(best_calls, played_calls)
        if gain >= MIN_SHARE_APART:
            who = "you call and fail" if is_own else lost_call_words(view, seat, best, best_ends)
            whom = name_for(view.seat, seat)
            better = f"{who} {how_often(best_calls)} simulated rounds ({LOST_CALL_PENALTY} points for {whom} each time)"
            found.append((gain, MoveReason(better, how_often(played_calls), is_outcome=is_own and has_call)))
    least = max([gain for gain, _ in found], default=0.0) * MIN_SHARE_OF_LARGEST
    reasons = [reason for gain, reason in sorted(found, key=lambda each: -each[0]) if gain >= least]
    return tuple(reasons[:MAX_CALL_REASONS])


def lost_call_words(view: View, seat: int, best: int, ends: Sequence[View]) -> str:
    """Return the beginning of a sentence on failed calls of another seat after the better move.

    It names the own card that the move lays on the pile, if the caller holds it at the end of most of these rounds.
    """
    name, card = name_for(view.seat, seat), laid_card(view, best)
    lost = [end for end in ends if is_lost_call(end, seat)]
    taken = [end for end in lost if card is not None and any(place.card == card for place in end.tableaux[seat])]
    if 2 * len(taken) > len(lost):
        return f"{name}, who mostly takes your {card} from the pile, calls too soon and fails"
    return f"{name} calls too soon and fails"


def laid_card(view: View, action: int) -> str | None:
    """Return the own card that an action lays on the pile; None if it lays none or the seat does not know the card."""
    verb, parts = ACTIONS.decode(action)
    return view.tableaux[view.seat][parts[0]].card if verb in ("take", "put") else None


def is_lost_call(end: View, seat: int) -> float:
    """Return 1.0 if a simulated round ended with a failed call of a seat, else 0.0."""
    return float(end.result is not None and end.result.outcome == "call lost" and end.result.caller == seat)


def snappable_cards(view: View, seat: int, top: str | None) -> list[str]:
    """Return the cards of a seat that the viewer knows and that have the rank of a card on the pile."""
    if top is None or top[:-1] in COURT_RANKS:
        return []
    held = [place.card for place in view.tableaux[seat] if place.present]
    return [card for card in held if card is not None and card[:-1] == top[:-1]]


def call_reasons(view: View, *, is_best: bool) -> tuple[MoveReason, ...]:
    """Return reasons on how often a call fails, where calling is one of the two actions."""
    if view.known_total is None:
        return ()
    own = view.known_total
    expected = round(expected_total(view, own))
    beaten = [
        (probability_of_total_at_most(view, seat, expected), seat) for seat in range(view.seats) if seat != view.seat
    ]
    risk, seat = max(beaten)
    name = name_for(view.seat, seat)
    if is_best:
        few = f"{name} has as little in {deals_in_words(risk)} possible deals"
        return (MoveReason(f"you call with {total_in_words(view, own)}, and {few}"),)
    too_many = 1 - probability_of_total_below(view, CALL_LIMIT, own.points, own.unknown_cards)
    penalty = f"a failed call costs you {LOST_CALL_PENALTY} points"
    called = f"you call with {total_in_words(view, own)}"
    if too_many >= 1:
        return (MoveReason(played=f"{called}; a call needs less than {CALL_LIMIT}, and {penalty}"),)
    return (MoveReason(played=f"{called}; {'; '.join(call_risks(name, expected, risk, too_many))}; {penalty}"),)


def call_risks(name: str, expected: int, risk: float, too_many: float) -> list[str]:
    """Return clauses on what may let a call fail, given the probabilities that each of the two ways has happened."""
    clauses = []
    if too_many > 0:
        clauses.append(
            f"with your unknown cards that is {CALL_LIMIT} or more in {deals_in_words(too_many)} possible deals"
        )
    if risk >= MIN_RISK:
        clauses.append(f"{name} has {expected} or less in {deals_in_words(risk)} possible deals already")
    return [*clauses, f"{name} has one more turn to get below"]


def total_in_words(view: View, total: KnownTotal) -> str:
    """Return the points of the own cards: "9 points", or an expected number if some cards are unknown."""
    if not total.unknown_cards:
        return f"{total.points} points"
    return f"about {round(expected_total(view, total))} points ({known_total_text(total)})"


def deals_in_words(share: float) -> str:
    """Return a share of possible deals in words: "about one of three", "1 of 12", "hardly any"."""
    for least, words in ODDS_IN_WORDS:
        if share >= least:
            return words
    return f"1 of {round(1 / share)}" if share >= 1 / 40 else "hardly any"


def probability_of_total_below(view: View, limit: int, points: int, unknown: int) -> float:
    """Return the probability that the known points plus `unknown` unseen cards are below a limit."""
    ways = ways_by_total([points_of_card_text(card) for card in unseen_cards(view)], unknown)
    return sum(count for total, count in ways.items() if points + total < limit) / sum(ways.values())


def probability_of_total_at_most(view: View, seat: int, limit: int) -> float:
    """Return the probability that a seat's tableau has at most `limit` points, by what the viewer knows."""
    held = [place.card for place in view.tableaux[seat] if place.present]
    known = sum(points_of_card_text(card) for card in held if card is not None)
    return probability_of_total_below(view, limit + 1, known, held.count(None))


def ways_by_total(points: list[int], cards: int) -> dict[int, int]:
    """Return the number of ways to choose `cards` of the cards with these points, by the total of the chosen cards."""
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(cards))]
    for value in points:
        for count in range(cards, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + value] = ways[count].get(total + value, 0) + number
    return ways[cards]


def pile_reasons(view: View, *, is_take_better: bool) -> tuple[MoveReason, ...]:
    """Return a reason that compares the top of the pile with an unseen card, if it favours the better action."""
    if view.pile_top is None:
        return ()
    top, mean = points_of_card_text(view.pile_top), mean_points_of_unseen_cards(view)
    if (mean - top if is_take_better else top - mean) < MIN_PILE_GAIN:
        return ()
    take, draw = f"you take a card that counts {top}", f"you draw a card that counts {mean:.1f} on average"
    texts = (take, draw) if is_take_better else (draw, take)
    return (MoveReason(texts[0], texts[1], is_tentative=True),)


def total_reasons(view: View, best: KnownTotal | None, played: KnownTotal | None) -> tuple[MoveReason, ...]:
    """Return a reason that compares the points of the seat's cards after the best action and after the played one.

    Return an empty tuple unless the best action leaves fewer points.
    """
    if best is None or played is None or expected_total(view, best) >= expected_total(view, played):
        return ()
    return (MoveReason(f"your cards have {known_total_text(best)}", known_total_text(played)),)


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
    mean = mean_points_of_unseen_cards(view)
    facts.append(f"The {len(unseen)} unseen cards had {mean:.1f} points on average, with {tens} tens, which count 0.")
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


def mean_points_of_unseen_cards(view: View) -> float:
    """Return the mean number of points of the cards that the viewer has not seen."""
    unseen = unseen_cards(view)
    return sum(map(points_of_card_text, unseen)) / len(unseen)


def expected_total(view: View, total: KnownTotal) -> float:
    """Return the points of the viewer's cards, counting each unknown card as the mean of the unseen cards."""
    return total.points + total.unknown_cards * mean_points_of_unseen_cards(view)


def expected_total_of(view: View, seat: int) -> float:
    """Return the points of a tableau, counting each unknown card as the mean of the unseen cards."""
    held = [place.card for place in view.tableaux[seat] if place.present]
    return sum(mean_points_of_unseen_cards(view) if card is None else points_of_card_text(card) for card in held)
