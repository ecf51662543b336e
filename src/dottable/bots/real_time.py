"""When a bot acts, and what slips from its hands: reaction times and mistakes as people have them.

Only the verbs of `game.races` are under time pressure. The last argument of such a verb is what is
named (a symbol, a place), the first of several is what it is compared with (a card on the table).
"""

from __future__ import annotations

from bisect import bisect_left
from math import log2, prod
from random import Random

import msgspec

from dottable.bots.bot import Bot, Budget, Choice, as_choice
from dottable.bots.chair import Chair
from dottable.bots.tempo import QUANTILES, SHORTEST_MS, STEPS, TEMPI
from dottable.core.game import Game

FIND_FLOOR_MS = 600
"""Nobody finds what two cards share, names it and points at a place faster: see, find, aim twice."""
RECALL_PERCENT = 60
"""Remembering an own card takes this much of the time that finding a shared symbol does."""
SHORTEST_THOUGHT_MS, LONGEST_THOUGHT_MS = 400, 4000
"""Moves without hurry: slow enough to be followed, quick enough to keep a table lively."""


class Reflexes(msgspec.Struct, frozen=True, kw_only=True):
    """How quickly and how surely somebody acts; times are medians in ms, rates are per decision."""

    median_ms: int
    """To find what an own card shares with a single other one."""
    scan_ms: int = 0
    """More for every further card that may be compared."""
    slip_rate: float = 0.0
    """How often the wrong thing is named in a race."""
    alarm_rate: float = 0.0
    """How often a race is joined that was to be let pass."""
    miss_rate: float = 0.0
    """How often a race is let pass that was to be joined."""
    thought_ms: int = 800
    """For a choice of two without hurry."""

    def act(self, chair: Chair, action: int, luck: Random) -> Choice:
        """What is done where `action` was intended, and when."""
        made = self.slip(chair, action, luck)
        return Choice(made, self.when(chair, made, luck))

    def when(self, chair: Chair, action: int, luck: Random) -> int:  # noqa: ARG002
        """How long after being asked the action is made, in ms; never faster than a person could."""
        return self.time_ms(chair.game, chair.legal(), luck)

    def time_ms(self, game: Game, legal: list[int], luck: Random) -> int:
        """How long a choice among legal actions takes: a reaction in a race, else a pleasant thought."""
        thousandths = int(QUANTILES[luck.randrange(STEPS)])
        racing = race_in(game, legal)
        if not racing:
            return thought_in_ms(self.thought_ms, len(legal), thousandths)
        things = things_to_compare(game, racing)
        percent = 100 if things else RECALL_PERCENT
        median_ms = self.median_ms * percent / 100 + self.scan_ms * max(0, things - 1)
        return max(fastest_ms(game, legal), int(median_ms * thousandths / 1000))

    def slip(self, chair: Chair, action: int, luck: Random) -> int:
        """The action that is really made: mostly the intended one, always a legal one."""
        legal = chair.legal()
        racing = race_in(chair.game, legal)
        drawn = luck.random()
        if not racing:
            return action
        if action not in racing:
            return luck.choice(racing) if drawn < self.alarm_rate else action
        if drawn < self.slip_rate:
            return misnamed(chair.game, action, racing, luck)
        passing = [other for other in legal if other not in racing]
        return passing[0] if passing and drawn >= 1 - self.miss_rate else action


REFLEXES = {
    name: Reflexes(
        median_ms=TEMPI[name].median_ms,
        scan_ms=scan_ms,
        slip_rate=slip_rate,
        alarm_rate=alarm_rate,
        miss_rate=miss_rate,
        thought_ms=thought_ms,
    )
    for name, scan_ms, slip_rate, alarm_rate, miss_rate, thought_ms in (
        ("newcomer", 60, 0.08, 0.012, 0.25, 1500),
        ("casual", 45, 0.05, 0.008, 0.15, 1250),
        ("steady", 30, 0.03, 0.004, 0.08, 1000),
        ("sharp", 22, 0.02, 0.002, 0.04, 800),
        ("master", 15, 0.01, 0.0, 0.01, 650),
    )
}
"""By the name of a level; `docs/bots/real-time.md` gives the reasons."""


class Timed:
    """Another bot's choices, carried out with somebody's reflexes."""

    def __init__(self, bot: Bot, reflexes: Reflexes) -> None:
        self.bot = bot
        self.reflexes = reflexes

    def choose(self, chair: Chair, budget: Budget, seed: bytes) -> Choice:
        intended = as_choice(self.bot.choose(chair, budget, seed)).action
        return self.reflexes.act(chair, intended, Random(b"reflexes" + seed))


def race_in(game: Game, legal: list[int]) -> list[int]:
    """The legal actions (in ascending order) that race; none unless all but one do, the one that lets it pass.

    So a snap that could only come too late (D8) is no race: the seat has its turn to think about.
    """
    racing: list[int] = []
    for span in race_spans(game):
        racing += legal[bisect_left(legal, span.start) : bisect_left(legal, span.stop)]
    return racing if len(legal) - len(racing) <= 1 else []


def race_spans(game: Game) -> list[range]:
    """The actions of every verb that races."""
    actions = game.state.ACTIONS
    return [range(actions.first(verb), actions.first(verb) + prod(actions.verbs[verb])) for verb in game.races]


def things_to_compare(game: Game, racing: list[int]) -> int:
    """How many cards the own one may be compared with; 0 where memory alone decides."""
    seen: set[tuple[str, int]] = set()
    for span, verb in zip(race_spans(game), game.races, strict=True):
        ranges = game.state.ACTIONS.verbs[verb]
        if len(ranges) > 1:
            seen.update((verb, (action - span.start) // prod(ranges[1:])) for action in racing if action in span)
    return len(seen)


def fastest_ms(game: Game, legal: list[int]) -> int:
    """The time below which no person makes a choice among legal actions in a race; 0 without a race."""
    racing = race_in(game, legal)
    if not racing:
        return 0
    return FIND_FLOOR_MS if things_to_compare(game, racing) else SHORTEST_MS


def misnamed(game: Game, action: int, racing: list[int], luck: Random) -> int:
    """The same claim with another thing named; the action itself if there is no other."""
    for span, verb in zip(race_spans(game), game.races, strict=True):
        if action in span:
            size = game.state.ACTIONS.verbs[verb][-1]
            first = action - (action - span.start) % size
            near = [other for other in racing if first <= other < first + size and other != action]
            return luck.choice(near) if near else action
    return action


def thought_in_ms(median_ms: int, choices: int, thousandths: int) -> int:
    """A pleasant time to think: longer with more choices, but never long; none to speak of if there is one."""
    if choices == 1:
        return SHORTEST_THOUGHT_MS
    weighed_ms = median_ms * (1 + 0.15 * (log2(choices) - 1))
    return min(max(SHORTEST_THOUGHT_MS, int(weighed_ms * thousandths / 1000)), LONGEST_THOUGHT_MS)
