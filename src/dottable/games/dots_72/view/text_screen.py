"""The view as text, at most 80 columns wide: other hands at the top, then the piles, then the viewer's hand."""

from __future__ import annotations

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import NarrationRenderer, capitalized, name_for, name_width
from dottable.games.dots_72.pieces import CARD_CODES, FACE_OF_CODE, FIRST_DOTS, HOUSE_COLOURS, WILD_DOTS
from dottable.games.dots_72.view.narration import narrate_end
from dottable.games.dots_72.view.narration_templates import TEMPLATES
from dottable.games.dots_72.view.seat_view import HandCard, HandResult, KnownHand, View

SCREEN_WIDTH = 80
TITLE = "DOTS (72 cards)"
LEGEND = "r Swatch  r8 Number  d7 DOTS  ws wn wd Wilds  ?? unknown  ! all know it  * acts"

PROMPTS = {
    "discard": "Discard a card, with or without a call.",
    "pass": "Choose a card to pass to the left.",
    "hand over": "Deal the next hand.",
}
WAITING_FOR = {"start": "to draw", "discard": "to discard", "pass": "to choose a card to pass", "hand over": "to deal"}


def draw_screen(view: View) -> str:
    """Return the whole view as text."""
    lines = [headline(view), ""]
    lines += [hand_line(view, seat) for seat in other_seats(view)]
    lines += ["", *pile_lines(view), ""]
    if view.seat != SPECTATOR:
        lines += [hand_line(view, view.seat)]
    lines += [*dots_legend(view), *colour_legend(view), ""]
    if view.result:
        lines += [hand_result_line(view, view.result)]
    lines += [prompt(view), LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def seat_name(viewer: int, seat: int) -> str:
    """Return the name of a seat with a capital letter."""
    return capitalized(name_for(viewer, seat))


def other_seats(view: View) -> list[int]:
    """Return the other seats in the order of play, starting after the viewer."""
    if view.seat == SPECTATOR:
        return list(range(view.seats))
    return [(view.seat + k) % view.seats for k in range(1, view.seats)]


def headline(view: View) -> str:
    """Return a line with the title, the number of the hand and its dealer."""
    dealer = "you deal" if view.dealer == view.seat else f"{seat_name(view.seat, view.dealer)} deals"
    void = f", {view.void_hands} void in a row" if view.void_hands else ""
    hand = f"Hand {view.hand_number}{void}, {dealer}"
    return f"{TITLE}{hand:>{SCREEN_WIDTH - len(TITLE)}}"


def hand_line(view: View, seat: int) -> str:
    """Return a line with a seat's name, points and cards."""
    mark = "*" if seat in view.waiting else " "
    name = seat_name(view.seat, seat).ljust(name_width(view.seat, view.seats))
    return f"{mark} {name} {view.scores[seat]:>3} points   {hand_text(view.hands[seat])}"


def hand_text(hand: KnownHand) -> str:
    unknown = ["??"] * (hand.count - len(hand.cards))
    return " ".join(f"{text:<4}" for text in [*map(card_text, hand.cards), *unknown])


def card_text(card: HandCard) -> str:
    return f"{card.code}!" if card.shown else card.code


def pile_lines(view: View) -> list[str]:
    """Return the lines of both piles, as far as they are known."""
    turned = f" (turned over {view.turn_overs}x)" if view.turn_overs else ""
    lines = [f"Draw pile      {view.pile_left} cards{turned}"]
    if view.pile_order_known:
        lines += card_row("  from the top", view.pile_cards)
    elif view.pile_cards:
        lines += card_row("  made of", view.pile_cards)
    top = f"[{view.discards[-1]}] ({view.discards_left} cards)" if view.discards else "empty"
    return [*lines, f"Discard pile   {top}", *card_row("  below it", view.discards[-2::-1])]


def card_row(label: str, cards: tuple[str, ...]) -> list[str]:
    """Return cards as a line of at most 80 columns, with the number of cards that do not fit.

    The result is a list with this line. It is empty if there are no cards.
    """
    text, rest = f"{label:<14} ", len(cards)
    for code in cards:
        if len(text) + len(code) > SCREEN_WIDTH - 10:
            break
        text += f"{code} "
        rest -= 1
    return [f"{text}+{rest} more" if rest else text] if cards else []


def dots_legend(view: View) -> list[str]:
    """Return lines with the dots of the visible DOTS cards: in hands and on top of the piles."""
    seen = {card.code for hand in view.hands for card in hand.cards}
    seen |= {*view.discards[-1:], *view.pile_cards[: view.pile_order_known]}
    faces = sorted(face for face in map(FACE_OF_CODE.__getitem__, seen) if FIRST_DOTS <= face < WILD_DOTS)
    lines: list[str] = []
    for face in faces:
        text = f"{CARD_CODES[face]}: {dots_text(view, view.dots_cards[face - FIRST_DOTS])}"
        if lines and len(lines[-1]) + len(text) + 3 <= SCREEN_WIDTH:
            lines[-1] += f"   {text}"
        else:
            lines.append(f"  {text}")
    return lines


def dots_text(view: View, dots: tuple[int, ...]) -> str:
    """Return the dots of a card as a short text, such as `2r 5b`."""
    return " ".join(f"{count}{colour.letter}" for colour, count in zip(view.colours, dots, strict=True) if count)


def colour_legend(view: View) -> list[str]:
    """Return lines with the letters and names of a custom deck's colours; empty for the house deck."""
    if all(colour.name in HOUSE_COLOURS for colour in view.colours):
        return []
    lines = ["  Colours:"]
    for colour in view.colours:
        text = f"  {colour.letter} {colour.name}"
        if len(lines[-1]) + len(text) > SCREEN_WIDTH:
            lines.append("          ")
        lines[-1] += text
    return lines


def hand_result_line(view: View, result: HandResult) -> str:
    """Return the line of text that says how the hand ended (B11, B14)."""
    if result.caller is None:
        return "The hand is void: the draw pile was used up five times."
    sets = " + ".join(f"{' '.join(three.cards)} ({three.points})" for three in result.sets)
    doubled = " doubled" if result.doubled else ""
    return f"DOTS! {seat_name(view.seat, result.caller)}: {sets}{doubled} = {result.points} points."


def prompt(view: View) -> str:
    """Return a sentence that says what the viewer may do, or who must act."""
    if view.winners:
        return NarrationRenderer(TEMPLATES, view.seat).narration_text(narrate_end(view))
    if view.seat in view.waiting:
        return prompt_at_start(view) if view.phase == "start" else PROMPTS[view.phase]
    names = " and ".join(seat_name(view.seat, seat) for seat in view.waiting)
    if len(view.waiting) > 2:
        names = f"{len(view.waiting)} players"
    chosen = f"You pass {view.chosen}. " if view.chosen else ""
    return f"{chosen}Waiting for {names} {WAITING_FOR[view.phase]}."


def prompt_at_start(view: View) -> str:
    """Return a sentence with the choices at the start of a turn (B6, B7)."""
    take = f" or take {view.discards[-1]}" if view.may_take else ""
    call = "" if view.called_wrongly else "; or call first, if you have two sets"
    return f"Draw a card{take}{call}."
