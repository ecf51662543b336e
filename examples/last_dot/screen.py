"""A view as text."""

from __future__ import annotations

from dottable.core.wording import name_of

from .view import View


def draw(view: View) -> str:
    lines = [f"Heap: {'●' * view.heap or 'empty'}"]
    for seat, (taken, card) in enumerate(zip(view.taken, view.cards, strict=True)):
        secret = f"card {card}" if card is not None else "card hidden"
        lines.append(f"{name_of(view.seat, seat):>9}: {taken:2} dots, {secret}")
    return "\n".join(lines)
