"""One step of play with mouse or finger on each board.

Hands know what the page shows and no more: they press what lights up, by simple habits. The server is the judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.sets import is_complete, least_fitting, without, would_fit

FIRST = ".lesson .button.primary, .go-on .button"
"""A lesson of the guide is read first, and so is how a round ended."""
NAMES = """selectors => Object.fromEntries(Object.entries(selectors).map(([name, selector]) =>
  [name, [...document.querySelectorAll(selector)].map(one => one.ariaLabel ?? one.textContent.trim())]))"""
POINT = """targets => {
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
  window.felt = isFinger && new Promise((resolve) => addEventListener("click", resolve, { capture: true, once: true }));
  return { x, y, isFinger };
}"""
"""Where the first target is; nowhere, if a lesson has just come up, or something else than a twin lies over it."""
FELT = "Promise.race([window.felt, new Promise(resolve => setTimeout(resolve, 300))])"
"""The click that a tap brings comes a little later; whoever looks at the page before it sees nothing new."""

Target = str | tuple[str, int]
"""A selector; with a number, one of several things."""


def press(page: Page, *targets: Target) -> bool:
    """Press the first thing that is there; False if nothing is, or it cannot be reached."""
    wanted = [(target, 0) if isinstance(target, str) else target for target in (FIRST, *targets)]
    point = page.evaluate(POINT, wanted)
    if point is None:
        return False
    if point["isFinger"]:
        page.touchscreen.tap(point["x"], point["y"])
        page.evaluate(FELT)
    else:
        page.mouse.click(point["x"], point["y"])
    return True


def names(page: Page, **selectors: str) -> dict[str, list[str]]:
    """What the page calls things, for whoever listens."""
    found: dict[str, list[str]] = page.evaluate(NAMES, selectors)
    return found


def dot_tiles(page: Page) -> bool:
    return press(page, "button.group.legal", ".burn", ".hand button.tile")


def dot_allot(page: Page) -> bool:
    return press(page, ".deal", ".tools .primary:not([disabled])", ".choice.legal")


def dots_72(page: Page) -> bool:
    """Draw or take, put away what fits least, and call with what looks like two sets."""
    seen = names(
        page,
        hand=".hand button.place",
        chosen=".hand .chosen",
        piles=".pile.legal",
        cards=".hand .legal",
        buttons=f".own .primary, {FIRST}",
    )
    hand = seen["hand"]
    kept = without(hand, hand.index(seen["chosen"][0])) if seen["chosen"] else hand
    call = [".own .call"] if is_complete(kept) else []
    if seen["chosen"]:
        return press(page, *call, ".own .primary")
    if seen["piles"]:
        top = re.match("Take the (.*) from", seen["piles"][-1])
        return press(page, *call, (".pile.legal", -1 if top and would_fit(hand, top[1]) else 0))
    if seen["cards"]:
        return press(page, (".hand .legal", least_fitting(hand)))
    return bool(seen["buttons"]) and press(page, ".own .primary")


LOW = "(?:ace|2|3|4|10) of"
"""Cards that count little."""
OWN = ".own button.place.legal"


def dots_52(page: Page) -> bool:
    """Look at two cards, trade unknown ones for low ones, snap, use court cards, call when all are known."""
    seen = names(
        page,
        cards=".own button.place .hidden-label",
        told=".own .prompt, [data-spot=drawn]",
        pile="[data-spot=pile] .hidden-label",
        snap=".table.snap",
        lit=f".legal, .choices [aria-disabled=false], .over .primary, {FIRST}",
    )
    if not seen["lit"]:
        return False
    unknown = [n for n, card in enumerate(seen["cards"]) if card.endswith("face down")]
    told, pile = " ".join(seen["told"]), "".join(seen["pile"])
    targets: list[Target] = [".over .primary"]
    if seen["snap"]:
        targets += [(OWN, n) for n, card in enumerate(seen["cards"]) if rank_of(card) == rank_of(pile)]
    elif re.search(f"You drew the {LOW}|Which card|Jack:|King:", told):
        targets += [(OWN, n) for n in unknown[:1]]
    if re.search("Which card|Jack:|Queen:|King:", told):
        targets += ["button.place.legal"]
    if "Choose two" in told:
        targets += [f"{OWN}:not([aria-pressed=true])"]
    if not unknown:
        targets += [".choices .call[aria-disabled=false]"]
    if unknown and re.match(f"Pile: {LOW}", pile):
        targets += ["[data-spot=pile].legal:not(.picked)"]
    buttons = [f".choices .{kind}[aria-disabled=false]" for kind in ("primary", "wide")]
    return press(page, *targets, *buttons, "[data-spot=stock].legal")


def rank_of(card: str) -> str | None:
    """Of "Your card 1: face down, you know it: 7 of spades"; None if it is not told."""
    found = re.search(r"(\w+) of ", card)
    return found and found[1]


WAYS = {"pink": "right", "orange": "left", "green": "upper right", "blue": "lower left"}
"""Every colour grows its own way, so that nobody's line is cut off by habit."""


def dobble_connect(page: Page) -> bool:
    """Make a line: tap the newest card of the own colour, what it shares with one's own, and the place behind it."""
    seen = names(page, card=".hand .big", symbols=".hand button", table=".table-card", places=".sight .place")
    if not seen["card"] or not seen["places"]:
        return press(page, ".end .primary")
    colour = seen["card"][0].split()[2]
    behind = re.compile(rf", {WAYS[colour]} of (\w+)")
    places = {mark: place for place in seen["places"] for mark in behind.findall(place)}
    table = [re.split(", |: ", card) for card in seen["table"]]
    spot = max((card[1].startswith(colour), n) for n, card in enumerate(table) if card[0] in places)[1]
    shared = set(table[spot]).intersection(seen["symbols"]).pop()
    is_pressed = press(
        page,
        f"[data-spot='{spot}']:not(.chosen), [data-spot='{spot}'].glowing",
        f'.hand [aria-label="{shared}"]:not([aria-pressed=true])',
        f'.place.legal[aria-label="{places[table[spot][0]]}"]',
    )
    return is_pressed or press(page, ".sight:has(.legal, .glowing) ~ .tools [aria-label='Show the whole table']")


HANDS: dict[str, Callable[[Page], bool]] = {
    "dot_tiles": dot_tiles,
    "dots_72": dots_72,
    "dot_allot": dot_allot,
    "dots_52": dots_52,
    "dobble_connect": dobble_connect,
}
