"""The table as text, at most 80 columns wide: the others on top, the piles, the viewer's hand below."""

from __future__ import annotations

from dottable.core.seats import SPECTATOR
from dottable.core.wording import name_of
from dottable.games.dots_72.pieces import CODES, COLOUR_LETTERS, FACE_OF, FIRST_DOTS, WILD_DOTS
from dottable.games.dots_72.telling import tell_end
from dottable.games.dots_72.view import Card, Hand, Result, View

WIDTH = 80
TITLE = "DOTS (72 cards)"
LEGEND = "r Swatch  r8 Number  d7 DOTS  ws wn wd Wilds  ?? unknown  ! all know it  * acts"

ASKED = {
    "discard": "Discard a card, with or without a call.",
    "pass": "Choose a card to pass to the left.",
    "hand over": "Deal the next hand.",
}
DOING = {"start": "to draw", "discard": "to discard", "pass": "to choose a card to pass", "hand over": "to deal"}


def draw(view: View) -> str:
    """The whole table as the viewer sees it."""
    lines = [headline(view), ""]
    lines += [hand_line(view, seat) for seat in others(view)]
    lines += ["", *piles(view), ""]
    if view.seat != SPECTATOR:
        lines += [hand_line(view, view.seat)]
    lines += [*dots_legend(view), ""]
    if view.result:
        lines += [result_line(view, view.result)]
    lines += [asked(view), LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def others(view: View) -> list[int]:
    """The other seats in order of play after the viewer."""
    if view.seat == SPECTATOR:
        return list(range(view.seats))
    return [(view.seat + k) % view.seats for k in range(1, view.seats)]


def headline(view: View) -> str:
    """The title, the hand and its dealer."""
    dealer = "you deal" if view.dealer == view.seat else f"{name_of(view.seat, view.dealer)} deals"
    void = f", {view.void_hands} void in a row" if view.void_hands else ""
    news = f"Hand {view.hand_number}{void}, {dealer}"
    return f"{TITLE}{news:>{WIDTH - len(TITLE)}}"


def hand_line(view: View, seat: int) -> str:
    """A seat's name, points and cards."""
    mark = "*" if seat in view.waiting else " "
    return f"{mark} {name_of(view.seat, seat):<9} {view.scores[seat]:>3} points   {hand_text(view.hands[seat])}"


def hand_text(hand: Hand) -> str:
    unknown = ["??"] * (hand.count - len(hand.cards))
    return " ".join(f"{text:<4}" for text in [*map(card_text, hand.cards), *unknown])


def card_text(card: Card) -> str:
    return f"{card.code}!" if card.shown else card.code


def piles(view: View) -> list[str]:
    """Both piles, as far as they are known."""
    turned = f" (turned over {view.turn_overs}x)" if view.turn_overs else ""
    lines = [f"Draw pile      {view.pile_left} cards{turned}"]
    if view.pile_order_known:
        lines += row("  from the top", view.pile_cards)
    elif view.pile_cards:
        lines += row("  made of", view.pile_cards)
    top = f"[{view.discards[-1]}] ({len(view.discards)} cards)" if view.discards else "empty"
    return [*lines, f"Discard pile   {top}", *row("  below it", view.discards[-2::-1])]


def row(label: str, cards: tuple[str, ...]) -> list[str]:
    """Cards in a line of 80 columns, cut off with a count of the rest."""
    text, rest = f"{label:<14} ", len(cards)
    for code in cards:
        if len(text) + len(code) > WIDTH - 10:
            break
        text += f"{code} "
        rest -= 1
    return [f"{text}+{rest} more" if rest else text] if cards else []


def dots_legend(view: View) -> list[str]:
    """What is on the DOTS cards in sight: in hands, and on top of the piles."""
    seen = {card.code for hand in view.hands for card in hand.cards}
    seen |= {*view.discards[-1:], *view.pile_cards[: view.pile_order_known]}
    faces = sorted(face for face in map(FACE_OF.__getitem__, seen) if FIRST_DOTS <= face < WILD_DOTS)
    lines: list[str] = []
    for face in faces:
        text = f"{CODES[face]}: {dots_text(view.dots_cards[face - FIRST_DOTS])}"
        if lines and len(lines[-1]) + len(text) + 3 <= WIDTH:
            lines[-1] += f"   {text}"
        else:
            lines.append(f"  {text}")
    return lines


def dots_text(dots: tuple[int, ...]) -> str:
    """The dots of a card in short: `2r 5b`."""
    return " ".join(f"{count}{letter}" for letter, count in zip(COLOUR_LETTERS, dots, strict=True) if count)


def result_line(view: View, result: Result) -> str:
    """How the hand ended (B11, B14)."""
    if result.caller is None:
        return "The hand is void: the draw pile was used up five times."
    sets = " + ".join(f"{' '.join(three.cards)} ({three.points})" for three in result.sets)
    doubled = " doubled" if result.doubled else ""
    return f"DOTS! {name_of(view.seat, result.caller)}: {sets}{doubled} = {result.points} points."


def asked(view: View) -> str:
    """What the viewer may do, or whom the match waits for."""
    if view.winners:
        return tell_end(view)
    if view.seat in view.waiting:
        return asked_at_start(view) if view.phase == "start" else ASKED[view.phase]
    names = " and ".join(name_of(view.seat, seat) for seat in view.waiting)
    if len(view.waiting) > 2:
        names = f"{len(view.waiting)} players"
    chosen = f"You pass {view.chosen}. " if view.chosen else ""
    return f"{chosen}Waiting for {names} {DOING[view.phase]}."


def asked_at_start(view: View) -> str:
    """The choices at the start of a turn (B6, B7)."""
    take = f" or take {view.discards[-1]}" if view.may_take else ""
    call = "" if view.called_wrongly else "; or call first, if you have two sets"
    return f"Draw a card{take}{call}."
