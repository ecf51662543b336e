"""A test oracle: Dots (52 cards) in plain Python, written from the rulings alone. It imports nothing from Dottable.

It plays one round from the deal or from any later position, and adds up the scores of a match. It has no randomness:
the caller names the card that a move turns up from the stock. Moves are in notation: `put:2`, `target:1,3`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

Cards = tuple[str | None, ...]
"""Cards like `7s`, None for an empty place."""
CLOCK = 31
POINTS = {"A": 1, "10": 0, "J": 11, "Q": 12, "K": 13}


class Position(NamedTuple):
    """A round of Dots. `asks` names the pending decision."""

    tableaux: tuple[Cards, ...]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    turn: int = 0
    asks: str = "turn"
    drawn: str | None = None
    own_place: int | None = None
    may_snap: frozenset[int] = frozenset()
    may_be_late: frozenset[int] = frozenset()
    caller: int | None = None
    total_at_call: int = 0
    turns: int = 0
    lock_caller: bool = False
    points: tuple[int, ...] = ()
    unready: frozenset[int] = frozenset()
    """Before the first turn: players who have not said ready."""
    looked_at: frozenset[str] = frozenset()
    """Before the first turn: cards that their owners have looked at."""
    swaps: tuple[int, ...] = ()
    """Before the first turn: swaps of two own cards by each player."""
    has_time_limit: bool = False
    """Whether the clock may end the time before the first turn."""


def dealt(tableaux: tuple[Cards, ...], stock: tuple[str, ...], dealer: int) -> Position:
    """Return a round after the deal: four cards each, and no player has looked.

    The player left of the dealer begins.
    """
    seats = len(tableaux)
    assert all(len(cards) == 4 and all(cards) for cards in tableaux)
    assert sum(map(len, tableaux)) + len(stock) == 52
    everybody = frozenset(range(seats))
    return Position(
        tableaux,
        stock,
        (),
        turn=(dealer + 1) % seats,
        asks="prepare",
        unready=everybody,
        swaps=(0,) * seats,
    )


def rank(card: str) -> str:
    return card[:-1]


def is_court(card: str) -> bool:
    return rank(card) in ("J", "Q", "K")


def total(cards: Cards) -> int:
    ranks = [rank(card) for card in cards if card]
    return sum(POINTS[r] if r in POINTS else int(r) for r in ranks)


def places(position: Position, seat: int) -> list[int]:
    """Return the places with a card, counted from 1."""
    return [k + 1 for k, card in enumerate(position.tableaux[seat]) if card]


def can_draw(position: Position) -> bool:
    return bool(position.stock) or len(position.pile) > 1


def legal(p: Position) -> dict[int, list[str]]:
    """Return the legal moves by seat, for every seat that has any."""
    seats = range(len(p.tableaux))
    found: dict[int, list[str]] = {seat: [] for seat in (*seats, CLOCK)}
    if p.asks == "prepare":
        found[CLOCK] = ["time-up"] if p.has_time_limit else []
        for seat in p.unready:
            found[seat] = preparation_moves(p, seat)
    elif p.asks == "snap":
        found[CLOCK] = ["time-up"]
        for seat in p.may_snap:
            found[seat] = [*(f"snap:{k}" for k in places(p, seat)), "pass"]
    elif p.asks != "done":
        found[p.turn] = turn_moves(p)
        for seat in p.may_be_late:
            found[seat] = [*found[seat], *(f"snap:{k}" for k in places(p, seat))]
    return {seat: moves for seat, moves in found.items() if moves}


def preparation_moves(p: Position, seat: int) -> list[str]:
    """Return the moves before the first turn: two looks at different cards, some swaps, ready."""
    own = p.tableaux[seat]
    unseen = [k for k in range(1, 5) if own[k - 1] not in p.looked_at]
    looks = [f"peek:{k}" for k in unseen] if len(unseen) > 2 else []
    swaps = [f"arrange:{j},{k}" for j in range(1, 5) for k in range(j + 1, 5)] if p.swaps[seat] < 6 else []
    return [*looks, *swaps, "ready"]


def prepare(p: Position, seat: int, verb: str, numbers: tuple[int, ...]) -> Position:
    """Return the position after a move before the first turn."""
    if verb == "peek":
        card = p.tableaux[seat][numbers[0] - 1]
        assert card
        return p._replace(looked_at=p.looked_at | {card})
    if verb == "arrange":
        first, second = numbers
        cards = p.tableaux[seat]
        p = with_card(with_card(p, seat, first, cards[second - 1]), seat, second, cards[first - 1])
        return p._replace(swaps=tuple(n + (who == seat) for who, n in enumerate(p.swaps)))
    unready = p.unready - {seat} if verb == "ready" else frozenset()
    if unready:
        return p._replace(unready=unready)
    return p._replace(asks="turn", unready=frozenset(), looked_at=frozenset(), swaps=())


def turn_moves(p: Position) -> list[str]:
    own = places(p, p.turn)
    others = [seat for seat in range(len(p.tableaux)) if seat != p.turn]
    if p.asks == "turn":
        return [*(["draw"] if can_draw(p) else []), *(f"take:{k}" for k in own if p.pile)]
    if p.asks == "drawn":
        return [*(f"put:{k}" for k in own), "discard"]
    if p.asks == "jack":
        return [*(f"swap:{k}" for k in own), "decline"]
    if p.asks == "jack target":
        free = [seat for seat in others if not (p.lock_caller and seat == p.caller)]
        return [*(f"target:{seat + 1},{k}" for seat in free for k in places(p, seat)), "decline"]
    if p.asks == "queen":
        return [*(f"look:{seat + 1},{k}" for seat in others for k in places(p, seat)), "decline"]
    if p.asks == "king":
        return [*(f"look:{p.turn + 1},{k}" for k in own), "decline"]
    return ["call", "end"]


def with_card(p: Position, seat: int, place: int, card: str | None) -> Position:
    """Return the position with another card, or no card, in a place."""
    cards = list(p.tableaux[seat])
    cards[place - 1 : place] = [card]
    return p._replace(tableaux=(*p.tableaux[:seat], tuple(cards), *p.tableaux[seat + 1 :]))


def is_wrong_snap(p: Position, seat: int, move: str) -> bool:
    verb, numbers = parts(move)
    if verb != "snap":
        return False
    card = p.tableaux[seat][numbers[0] - 1]
    assert card
    return rank(card) != rank(p.pile[-1])


def possible_draws(p: Position, seat: int, move: str) -> set[str]:
    """Return the cards that the move may turn up from the stock; empty if it turns up none."""
    if move == "draw" or is_wrong_snap(p, seat, move):
        return set(p.stock or p.pile[:-1])
    return set()


def take_from_stock(p: Position, card: str) -> Position:
    stock = list(p.stock or p.pile[:-1])
    pile = p.pile if p.stock else p.pile[-1:]
    stock.remove(card)
    return p._replace(stock=tuple(stock), pile=pile)


def parts(move: str) -> tuple[str, tuple[int, ...]]:
    verb, _, numbers = move.partition(":")
    return verb, tuple(int(n) for n in numbers.split(",")) if numbers else ()


def play(p: Position, seat: int, move: str, card: str | None = None) -> Position:
    """Return the position after a move. `card` is the card that it turns up from the stock, if any."""
    verb, numbers = parts(move)
    if verb == "snap":
        return snap(p, seat, numbers[0], card)
    if p.asks == "prepare":
        return prepare(p, seat, verb, numbers)
    p = p._replace(may_be_late=frozenset())
    if verb == "draw":
        assert card
        return take_from_stock(p, card)._replace(asks="drawn", drawn=card)
    if verb in ("take", "put"):
        return replace_card(p, verb, numbers[0])
    if verb == "discard":
        return discard(p)
    if verb in ("pass", "time-up"):
        return close_snap(p._replace(may_snap=p.may_snap - {seat} if verb == "pass" else frozenset()))
    if verb == "swap":
        return p._replace(asks="jack target", own_place=numbers[0])
    if verb == "target":
        return after_turn(swap_cards(p, *numbers))
    if verb in ("look", "decline"):
        return after_turn(p)
    if verb == "call":
        p = p._replace(caller=seat, total_at_call=total(p.tableaux[seat]))
    return next_turn(p)


def replace_card(p: Position, verb: str, place: int) -> Position:
    old = p.tableaux[p.turn][place - 1]
    assert old
    new = p.pile[-1] if verb == "take" else p.drawn
    pile = p.pile[:-1] if verb == "take" else p.pile
    return reveal(with_card(p, p.turn, place, new)._replace(drawn=None, pile=(*pile, old)))


def discard(p: Position) -> Position:
    assert p.drawn
    card, p = p.drawn, p._replace(drawn=None, pile=(*p.pile, p.drawn))
    if not is_court(card):
        return reveal(p)
    asks = {"J": "jack", "Q": "queen", "K": "king"}[rank(card)]
    offered = p._replace(asks=asks)
    targets = turn_moves(offered._replace(asks="jack target") if asks == "jack" else offered)
    has_target = targets != ["decline"] and turn_moves(offered) != ["decline"]
    return offered if has_target else after_turn(p)


def reveal(p: Position) -> Position:
    """Let players snap a card that a turn has put on the pile."""
    seats = frozenset(seat for seat in range(len(p.tableaux)) if places(p, seat))
    if is_court(p.pile[-1]) or not seats:
        return after_turn(p)
    return p._replace(asks="snap", may_snap=seats)


def close_snap(p: Position) -> Position:
    return p if p.may_snap else after_turn(p)


def snap(p: Position, seat: int, place: int, penalty: str | None) -> Position:
    card = p.tableaux[seat][place - 1]
    assert card
    in_time = p.asks == "snap"
    left = p.may_snap - {seat}
    if rank(card) == rank(p.pile[-1]) and in_time:
        p = with_card(p, seat, place, None)
        return after_turn(p._replace(pile=(*p.pile, card), may_snap=frozenset(), may_be_late=left))
    if penalty:
        p = take_from_stock(p, penalty)
        cards = p.tableaux[seat]
        p = with_card(p, seat, cards.index(None) + 1 if None in cards else len(cards) + 1, penalty)
    if in_time:
        return close_snap(p._replace(may_snap=left))
    p = p._replace(may_be_late=p.may_be_late - {seat})
    return next_turn(p) if p.asks == "turn" and not turn_moves(p) else p


def swap_cards(p: Position, player: int, place: int) -> Position:
    assert p.own_place
    mine, other = p.tableaux[p.turn][p.own_place - 1], p.tableaux[player - 1][place - 1]
    return with_card(with_card(p, p.turn, p.own_place, other), player - 1, place, mine)._replace(own_place=None)


def after_turn(p: Position) -> Position:
    return p._replace(asks="call", own_place=None) if p.caller is None else next_turn(p)


def next_turn(p: Position) -> Position:
    """Give the turn to the next player who can move, or end the round."""
    seats = len(p.tableaux)
    p = p._replace(asks="turn", turn=(p.turn + 1) % seats, turns=p.turns + 1, own_place=None)
    if p.turn == p.caller or (p.caller is None and p.turns >= 20 * seats):
        return p._replace(asks="done", points=round_points(p), may_be_late=frozenset())
    return p if turn_moves(p) else next_turn(p)


def round_points(p: Position) -> tuple[int, ...]:
    totals = [total(cards) for cards in p.tableaux]
    if p.caller is None:
        return tuple(totals)
    others = [points for seat, points in enumerate(totals) if seat != p.caller]
    if p.total_at_call < 10 and min(others) > totals[p.caller]:
        return tuple(0 if seat == p.caller else points for seat, points in enumerate(totals))
    return tuple(50 if seat == p.caller else 0 for seat in range(len(totals)))


def add_round(scores: tuple[int, ...], points: tuple[int, ...], rounds: int) -> tuple[tuple[int, ...], bool]:
    """Return the scores after a round and whether the match is over: at 100 points or after 200 rounds."""
    scores = tuple(before + more for before, more in zip(scores, points, strict=True))
    return scores, max(scores) >= 100 or rounds >= 200


def winners(scores: tuple[int, ...]) -> list[int]:
    """Return the players with the lowest score; ties share the win."""
    return [seat for seat, score in enumerate(scores) if score == min(scores)]


def after_each_move(p: Position) -> Iterator[Position]:
    """Yield every position after one move, once for each card that it may turn up."""
    for seat, moves in legal(p).items():
        for move in moves:
            draws: list[str | None] = [*sorted(possible_draws(p, seat, move))]
            for card in draws or [None]:
                yield play(p, seat, move, card)


def count(p: Position, depth: int) -> Counter[tuple[int, ...]]:
    """Return the number of sequences of `depth` moves, by the points of the round; () while it is not over."""
    if depth == 0:
        return Counter({p.points: 1})
    found: Counter[tuple[int, ...]] = Counter()
    for after in after_each_move(p):
        found.update(count(after, depth - 1))
    return found
