"""Positions for the tests, built from texts: a tableau is `7s Kh -- 10d`, a move `p1 put:2`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from dottable.core.matches.match import Match, Move
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.games.dots_52.pieces import CARD_BY_TEXT, NO_CARD, SUIT_SYMBOLS
from dottable.games.dots_52.state import CALL, HOLDING_DRAWN_CARD, MAX_SLOTS, NOBODY, PREPARING, TURN_START, Options
from dottable.games.dots_52.view import notation
from tests.games.dots_52 import oracle

GAME = find_game("dots_52")
LETTERS = "shdc"
ALL_CARDS = {text.replace(text[-1], LETTERS[SUIT_SYMBOLS.index(text[-1])]): card for text, card in CARD_BY_TEXT.items()}
TEXTS = {card: text for text, card in ALL_CARDS.items()}


def everybody_ready(match: Match, peeks: tuple[int, ...] = (1, 2)) -> Match:
    """Let every player look at cards, by default the first two, and say ready (D2)."""
    for seat in range(match.seats):
        play(match, *(f"p{seat + 1} peek:{place}" for place in peeks), f"p{seat + 1} ready")
    return match


def new_match(seats: int = 2, *, seed: int = 0, memory: bool = True, **more: Any) -> Match:
    """Return a match at its start. Equal seeds give equal matches."""
    options = Options(memory="on" if memory else "off", **more)
    return Match(GAME, seats=seats, options=options, seed=seed.to_bytes(32, "little"), salt=b"")


def cards_of(text: str) -> list[int]:
    return [NO_CARD if word == "--" else ALL_CARDS[word] for word in text.split()]


def letters(card: int) -> str:
    """Return a card in the notation of tests, such as `7s`."""
    return TEXTS[card]


def table(
    *tableaux: str,
    pile: str = "",
    stock: str | None = None,
    drawn: str = "",
    turn: int = 0,
    caller: int = NOBODY,
    phase: int | None = None,
    **options: Any,
) -> Match:
    """Return a match at a turn of a running round in which no card is known. The stock defaults to all other cards."""
    match = new_match(len(tableaux), **options)
    s = match.state
    s.phase = phase if phase is not None else HOLDING_DRAWN_CARD if drawn else TURN_START
    s.turn, s.caller, s.waiting, s.dealer = turn, caller, 0, len(tableaux) - 1
    s.drawn = ALL_CARDS[drawn] if drawn else NO_CARD
    for seat, tableau in enumerate(tableaux):
        lay_tableau(match, seat, cards_of(tableau))
    lay(s.pile, cards_of(pile))
    s.pile_left = len(pile.split())
    named = {card for text in (*tableaux, pile, drawn) for card in cards_of(text)}
    rest = " ".join(text for text, card in ALL_CARDS.items() if card not in named)
    set_stock(match, rest if stock is None else stock)
    return match


def set_stock(match: Match, cards: str) -> None:
    lay(match.state.stock, cards_of(cards))
    match.state.stock_left = len(cards.split())


def lay(places, cards: list[int]) -> None:
    for k in range(len(places)):
        places[k] = cards[k] if k < len(cards) else NO_CARD


def lay_tableau(match: Match, seat: int, cards: list[int]) -> None:
    s = match.state
    lay(s.tableau[seat], cards)
    for slot in range(MAX_SLOTS):
        s.known_by[seat, slot] = s.shown_to[seat, slot] = 0
    s.slots_used[seat] = len(cards)
    s.cards[seat] = sum(card != NO_CARD for card in cards)


def seat_of(text: str) -> int:
    return CLOCK if text == "clock" else int(text[1:]) - 1


def play(match: Match, *texts: str) -> Match:
    """Apply moves in log notation: `p1 draw`, `clock time-up`."""
    for text in texts:
        who, move = text.split()
        at_ms = match.deadline_ms if who == "clock" else None
        refused = match.apply(seat_of(who), notation.read_action(move), at_ms)
        assert refused is None, f"{text}: {refused}"
    return match


def play_all(match: Match, moves: str) -> Match:
    """Apply moves written in one line: `p1 draw, p1 discard`."""
    return play(match, *moves.split(", "))


def moves(match: Match, seat: int | None = None) -> list[str]:
    """Return the legal moves of a seat, by default of the player to move."""
    return [notation.write_action(action) for action in match.legal(int(match.state.turn) if seat is None else seat)]


def refusal(match: Match, text: str) -> int | None:
    """Return the reason code for a move; None if it would be accepted."""
    who, move = text.split()
    refused = match.refusal(seat_of(who), notation.read_action(move))
    return refused.code if refused else None


def tableau(match: Match, seat: int) -> str:
    """Return a seat's cards in the notation of tests."""
    s = match.state
    cards = s.tableau[seat].tolist()[: int(s.slots_used[seat])]
    return " ".join("--" if card == NO_CARD else letters(card) for card in cards)


def pile(match: Match) -> str:
    return " ".join(letters(card) for card in match.state.pile.tolist()[: int(match.state.pile_left)])


def known(match: Match, viewer: int) -> list[str]:
    """Return every card that a viewer knows, by player and place: `p2:3=7s`."""
    view = match.view(viewer)
    return [
        f"p{seat + 1}:{place.place}={letters(CARD_BY_TEXT[place.card])}"
        for seat, places in enumerate(view.tableaux)
        for place in places
        if place.card
    ]


def choose_move(match: Match, random: Random, *, call: float = 0.5, clock: float = 0.05) -> Move:
    """Return a random move, which may be a snap or a move of the clock."""
    seat = random.choice([seat for seat in range(match.seats) if match.legal(seat)])
    if CLOCK in match.to_act and random.random() < clock:
        seat = CLOCK
    actions = match.legal(seat)
    if CALL in actions and random.random() >= call:
        actions.remove(CALL)
    at_ms = match.deadline_ms if seat == CLOCK else match.now_ms
    return Move(seat, random.choice(actions), at_ms or 0)


ASKS = ("prepare", "turn", "drawn", "jack", "jack target", "queen", "king", "snap", "call", "done", "done")


def looked_at(match: Match) -> Iterator[str]:
    """Yield the cards that their owners know."""
    for seat in range(match.seats):
        for slot, card in enumerate(tableau(match, seat).split()):
            if int(match.state.known_by[seat, slot]) >> seat & 1:
                yield card


def for_oracle(match: Match, **known_before: int) -> oracle.Position:
    """Return the position of a match for the oracle. `known_before` holds facts that only the history contains."""
    s = match.state
    tableaux = (tableau(match, seat).split() for seat in range(match.seats))
    mask = range(match.seats)
    is_preparing = s.phase == PREPARING
    return oracle.Position(
        tableaux=tuple(tuple(None if card == "--" else card for card in cards) for cards in tableaux),
        stock=tuple(sorted(letters(card) for card in s.stock.tolist()[: int(s.stock_left)])),
        pile=tuple(pile(match).split()),
        turn=int(s.turn),
        asks=ASKS[int(s.phase)],
        drawn=None if s.drawn == NO_CARD else letters(int(s.drawn)),
        own_place=None if s.swap_slot == NO_CARD else int(s.swap_slot) + 1,
        may_snap=frozenset(seat for seat in mask if int(s.waiting) >> seat & 1 and not is_preparing),
        may_be_late=frozenset(seat for seat in mask if int(s.late) >> seat & 1),
        caller=None if s.caller == NOBODY else int(s.caller),
        turns=int(s.turns),
        lock_caller=bool(s.lock_caller),
        points=tuple(s.points.tolist()[: match.seats]) if ASKS[int(s.phase)] == "done" else (),
        unready=frozenset(seat for seat in mask if int(s.waiting) >> seat & 1 and is_preparing),
        looked_at=frozenset(looked_at(match)) if is_preparing else frozenset(),
        swaps=tuple(s.arrangements.tolist()[: match.seats]) if is_preparing else (),
        has_time_limit=bool(s.ready_seconds),
        **known_before,
    )
