"""Whole matches by the accessibility tree alone: names, roles and states choose a control, and Enter presses it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, expect

from tests.server.running_server import RunningServer
from tests.sizes import sized
from tests.web.browser_sessions import BrowserSessions
from tests.web.test_layout import open_match

BUTTON_PATTERN = re.compile(r"""^\s*- '?button "((?:[^"\\]|\\.)*)"([^:\n]*)""", re.MULTILINE)
"""A line of Playwright's accessibility tree with a button: its name and its states."""
WHOLE_MATCHES: list[str] = sized([], ["dot_tiles", "dot_allot", "dots_72", "dots_52", "dobble_connect"])
"""Games that are played to the end by the tree; of the others the beginning is."""
FIRST_PRESSES = 6
HEADLINE_PATTERN = re.compile(r"^((You win!|.* wins)( \d+ : \d+)?|.* the win)$")
STUCK_AFTER_S = 60


PROCEED = "^(Continue|Deal)"
"""Name of the button at the end of a round."""


class Control(NamedTuple):
    """A button of the accessibility tree."""

    name: str
    states: str

    @property
    def is_free(self) -> bool:
        """Whether it can be pressed and is not pressed yet."""
        return "[disabled]" not in self.states and "[pressed]" not in self.states


def controls_of(page: Page) -> list[Control]:
    """Return the buttons of the table in the order of the tree."""
    tree = page.locator(".match").aria_snapshot()
    return [Control(unescaped(name), states) for name, states in BUTTON_PATTERN.findall(tree)]


def unescaped(name: str) -> str:
    return name.replace('\\"', '"').replace("''", "'")


def first_free(controls: list[Control], *patterns: str) -> str | None:
    """Return the name of the first free control of the first pattern that has one."""
    free = [control.name for control in controls if control.is_free]
    return next((name for pattern in patterns for name in free if re.search(pattern, name)), None)


def choose_dot_tiles(controls: list[Control]) -> str | None:
    return first_free(controls, "^Place the ", "^Burn ", "^(Your tile|Drawn|HOT SWAP): ")


def choose_dot_allot(controls: list[Control]) -> str | None:
    return first_free(controls, PROCEED, "^Lay it$", r"^Card \d+")


def choose_dots_72(controls: list[Control]) -> str | None:
    """Draw, discard a card that belongs to no set, and call with two complete sets."""
    complete = sum(", complete set" in control.name for control in controls)
    calls = ["^Sure. Call", "^Call DOTS"] if complete == 6 else []
    hand = [control for control in controls if re.search(r"Swatch|DOTS card|^\w+ \d$", control.name)]
    spare = [re.escape(one.name) for one in hand if "complete set" not in one.name and "Wild" not in one.name]
    steps = [
        PROCEED,
        *calls,
        "^(Discard|Pass) the ",
        "^Draw a card",
        *spare,
        "nearly complete",
        "complete set",
    ]
    return first_free(controls, *steps)


def choose_dots_52(controls: list[Control]) -> str | None:
    """See two cards, then draw and lay every card on the pile; the others call."""
    may_see = any("you may still see" in control.name for control in controls)
    peek = [r"^Your card \d: face down$"] if may_see else []
    return first_free(controls, PROCEED, *peek, "^Ready", "^End turn", "^Do not use", "^Lay on", "Draw$", "^Pass")


def choose_dobble_connect(controls: list[Control]) -> str | None:
    """Choose the first card of the table that shares a symbol with the own card, the symbol, and a place beside it."""
    cards = {one.name.split(",")[0]: one for one in controls if re.match(r"^\w+, \w+ \d+: ", one.name)}
    names = {control.name for control in controls}
    for mark, card in cards.items():
        shared = names.intersection(card.name.partition(": ")[2].split(", "))
        places = [one.name for one in controls if re.search(rf"^Empty place.* of {mark}\b", one.name) and one.is_free]
        if shared and places:
            return first_free(controls, f"^{re.escape(card.name)}$", f"^{re.escape(min(shared))}$") or places[0]
    return first_free(controls, PROCEED)


CHOICES: dict[str, Callable[[list[Control]], str | None]] = {
    "dot_tiles": choose_dot_tiles,
    "dot_allot": choose_dot_allot,
    "dots_72": choose_dots_72,
    "dots_52": choose_dots_52,
    "dobble_connect": choose_dobble_connect,
}


def press(page: Page, name: str) -> bool:
    """Press a button by the keyboard. Return False if it has gone in the meantime."""
    try:
        page.locator(".match").get_by_role("button", name=name, exact=True).first.focus(timeout=500)
    except Error:
        return False
    page.keyboard.press("Enter")
    return True


def play_by_tree(page: Page, game: str, presses: int | None) -> None:
    """Press chosen controls so many times, or until the match is over."""
    result = page.get_by_role("region", name="Result")
    pressed, moved = 0, time.monotonic()
    while pressed != presses and result.count() == 0:
        name = CHOICES[game](controls_of(page))
        if name is not None and press(page, name):
            pressed, moved = pressed + 1, time.monotonic()
        else:
            page.wait_for_timeout(20)
        assert time.monotonic() < moved + STUCK_AFTER_S, f"stuck after {pressed} presses: {controls_of(page)}"


@pytest.mark.parametrize("game", list(CHOICES))
def test_a_match_is_played_by_names_roles_and_states(served: RunningServer, people: BrowserSessions, game: str) -> None:
    person, _ = open_match(served, people, game, 2)
    play_by_tree(person.page, game, None if game in WHOLE_MATCHES else FIRST_PRESSES)
    if game in WHOLE_MATCHES:
        result = person.page.get_by_role("region", name="Result")
        expect(result.get_by_role("heading").first).to_have_text(HEADLINE_PATTERN)
        expect(result.get_by_role("listitem")).to_have_count(2)
