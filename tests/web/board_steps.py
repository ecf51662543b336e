"""One step of play by mouse or touch on each board.

The functions use only what the page shows, and press highlighted elements by simple heuristics.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.dots_72_heuristics import card_name, is_complete_hand, least_fitting_index, without_card, would_fit

DISMISS_SELECTOR = ".lesson .button.primary, .continue .button"
"""Selector of buttons to press first: the current lesson of the guide, and the end of a round."""
ACCESSIBLE_NAMES_SCRIPT = """selectors => Object.fromEntries(Object.entries(selectors).map(([name, selector]) =>
  [name, [...document.querySelectorAll(selector)].map(one => one.ariaLabel ?? one.textContent.trim())]))"""
TARGET_POINT_SCRIPT = """targets => {
  const text = document.querySelector(".lesson p")?.textContent;
  if (text !== window.lesson?.text) window.lesson = { text, since: performance.now() };
  if (text && performance.now() - window.lesson.since < 400) return null;
  const found = targets.map(([selector, n]) => [...document.querySelectorAll(selector)].at(n)).find(Boolean);
  if (!found) return null;
  const centre = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const { top, bottom } = (found.closest("main") ?? document.body).getBoundingClientRect();
  if (centre().y < top || centre().y > bottom) found.scrollIntoView({ block: "center" });
  const { x, y } = centre();
  const hit = document.elementFromPoint(x, y);
  if (!found.contains(hit) && found.parentElement !== hit?.parentElement) return null;
  const isFinger = navigator.maxTouchPoints > 0;
  const clicked = (resolve) => addEventListener("click", resolve, { capture: true, once: true });
  window.clickArrived = isFinger && new Promise(clicked);
  return { x, y, isFinger };
}"""
"""Script that returns the centre of the first target.

It returns null if a lesson has just appeared or another element covers the target. Siblings may cover it.
"""
WAIT_FOR_CLICK_SCRIPT = "Promise.race([window.clickArrived, new Promise(resolve => setTimeout(resolve, 300))])"
"""Script that waits for the click event of a tap, at most 300 ms."""

Target = str | tuple[str, int]
"""A selector, or a selector and an index among its matches."""


def press(page: Page, *targets: Target) -> bool:
    """Press the first target on the page. Return False if there is none or it is covered."""
    wanted = [(target, 0) if isinstance(target, str) else target for target in (DISMISS_SELECTOR, *targets)]
    point = page.evaluate(TARGET_POINT_SCRIPT, wanted)
    if point is None:
        return False
    if point["isFinger"]:
        page.touchscreen.tap(point["x"], point["y"])
        page.evaluate(WAIT_FOR_CLICK_SCRIPT)
    else:
        page.mouse.click(point["x"], point["y"])
    return True


def accessible_names(page: Page, **selectors: str) -> dict[str, list[str]]:
    """Return the accessible names of the elements of each selector."""
    found: dict[str, list[str]] = page.evaluate(ACCESSIBLE_NAMES_SCRIPT, selectors)
    return found


def step_dot_tiles(page: Page) -> bool:
    return press(page, "button.group.legal", ".burn", ".hand button.tile")


def step_dot_allot(page: Page) -> bool:
    return press(page, ".tools .primary:not([disabled])", ".choice.legal")


def step_dots_72(page: Page) -> bool:
    """Draw or take, discard the least fitting card, and call with two apparent sets."""
    seen = accessible_names(
        page,
        hand=".hand button.place",
        chosen=".hand .chosen",
        piles=".pile.legal",
        cards=".hand .legal",
        buttons=f".own .primary, {DISMISS_SELECTOR}",
    )
    hand = [card_name(label) for label in seen["hand"]]
    kept = without_card(hand, hand.index(card_name(seen["chosen"][0]))) if seen["chosen"] else hand
    call = [".own .call"] if is_complete_hand(kept) else []
    if seen["chosen"]:
        return press(page, *call, ".own .primary")
    if seen["piles"]:
        top = re.match("Take the (.*) from", seen["piles"][-1])
        return press(page, *call, (".pile.legal", -1 if top and would_fit(hand, top[1]) else 0))
    if seen["cards"]:
        return press(page, (".hand .legal", least_fitting_index(hand)))
    return bool(seen["buttons"]) and press(page, ".own .primary")


LOW_CARD_PATTERN = "(?:ace|2|3|4|10) of"
"""Pattern of low cards."""
OWN_PLACE_SELECTOR = ".own button.place.legal"


def step_dots_52(page: Page) -> bool:
    """Peek, replace unknown cards by low ones, snap, use court cards, and call when all cards are known."""
    seen = accessible_names(
        page,
        cards=".own button.place .hidden-label",
        told=".own .prompt, [data-spot=drawn]",
        pile="[data-spot=pile] .hidden-label",
        snap=".table.snap",
        lit=f".legal, .choices [aria-disabled=false], {DISMISS_SELECTOR}",
    )
    if not seen["lit"]:
        return False
    unknown = [n for n, card in enumerate(seen["cards"]) if card.endswith("face down")]
    told, pile = " ".join(seen["told"]), "".join(seen["pile"])
    targets: list[Target] = [".choices .anyway[aria-disabled=false]"]
    if seen["snap"]:
        targets += [(OWN_PLACE_SELECTOR, n) for n, card in enumerate(seen["cards"]) if rank_of(card) == rank_of(pile)]
    elif re.search(f"You drew the {LOW_CARD_PATTERN}|Which card|Jack:|King:", told):
        targets += [(OWN_PLACE_SELECTOR, n) for n in unknown[:1]]
    if re.search("Which card|Jack:|Queen:|King:", told):
        targets += ["button.place.legal"]
    if re.search("Tap (?:two|one more)", told):
        targets += [(OWN_PLACE_SELECTOR, n) for n in unknown[:1]]
    if not unknown:
        targets += [".choices .call[aria-disabled=false]"]
    if unknown and re.match(f"Pile: {LOW_CARD_PATTERN}", pile):
        targets += ["[data-spot=pile].legal:not(.picked)"]
    buttons = [f".choices .{kind}[aria-disabled=false]" for kind in ("primary", "wide")]
    return press(page, *targets, *buttons, "[data-spot=stock].legal")


def rank_of(card: str) -> str | None:
    """Return the rank in "Your card 1: face down, you know it: 7 of spades", or None."""
    found = re.search(r"(\w+) of ", card)
    return found and found[1]


LINE_DIRECTIONS = {"pink": "right", "orange": "left", "green": "upper right", "blue": "lower left"}
"""Direction in which each colour extends its line, so that teams do not block each other."""


def step_dobble_connect(page: Page) -> bool:
    """Extend a line: tap the newest card of the own colour, the shared symbol, and the place beside it."""
    seen = accessible_names(
        page, card=".hand .large-card", symbols=".hand button", table=".table-card", places=".viewport .place"
    )
    if not seen["card"] or not seen["places"]:
        return press(page)
    colour = seen["card"][0].split()[2]
    beside = re.compile(rf", {LINE_DIRECTIONS[colour]} of (\w+)")
    places = {mark: place for place in seen["places"] for mark in beside.findall(place)}
    table = [re.split(", |: ", card) for card in seen["table"]]
    spot = max((card[1].startswith(colour), n) for n, card in enumerate(table) if card[0] in places)[1]
    shared = set(table[spot]).intersection(seen["symbols"]).pop()
    is_pressed = press(
        page,
        f"[data-spot='{spot}']:not(.chosen), [data-spot='{spot}'].suggested",
        f'.hand [aria-label="{shared}"]:not([aria-pressed=true])',
        f'.place.legal[aria-label="{places[table[spot][0]]}"]',
    )
    zoom_out = "[aria-label='Show the whole table']"
    return is_pressed or press(page, f".viewport:has(.legal, .suggested) ~ .zoom-controls {zoom_out}")


BOARD_STEPS: dict[str, Callable[[Page], bool]] = {
    "dot_tiles": step_dot_tiles,
    "dots_72": step_dots_72,
    "dot_allot": step_dot_allot,
    "dots_52": step_dots_52,
    "dobble_connect": step_dobble_connect,
}
