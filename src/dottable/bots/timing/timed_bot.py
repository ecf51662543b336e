"""Bots with human reaction times and errors, for real-time play.

Only the verbs in `game.races` are under time pressure. The last argument of such a verb is what the player names (a
symbol or a place). If there are several arguments, the first is what the player compares with (a card on the table).
"""

from __future__ import annotations

from bisect import bisect_left
from math import log2, prod
from random import Random

import msgspec

from dottable.bots.bot import Bot, Budget, Choice, as_choice
from dottable.bots.seat_access import SeatAccess
from dottable.bots.timing.reaction_time import MIN_REACTION_MS, QUANTILE_COUNT, QUANTILES, REACTION_TIMES
from dottable.core.game import Game

MIN_COMPARISON_MS = 600
"""Shortest time in milliseconds in which a person can compare two cards, name the shared symbol and point at a
place."""
RECALL_TIME_PERCENT = 60
"""Time to remember one's own card, in percent of the time to find a shared symbol."""
MIN_THINKING_MS, MAX_THINKING_MS = 400, 3000
"""Limits in milliseconds for moves without time pressure: slow enough to follow, fast enough not to bore other
players."""


class ReactionModel(msgspec.Struct, frozen=True, kw_only=True):
    """Reaction times and error rates of a player.

    Times are medians in milliseconds, rates are probabilities per decision.
    """

    median_ms: int
    """Time to find the symbol that the player's card shares with one other card."""
    scan_ms: int = 0
    """Additional time for each further card to compare with."""
    wrong_claim_rate: float = 0.0
    """Probability of naming a wrong symbol or place in a race."""
    false_alarm_rate: float = 0.0
    """Probability of a claim in a race in which the player intended to pass."""
    miss_rate: float = 0.0
    """Probability of passing in a race in which the player intended to claim."""
    think_ms: int = 800
    """Time for a choice between two actions without time pressure."""

    def delayed_choice(self, access: SeatAccess, action: int, rng: Random) -> Choice:
        """Return the action that the player makes when `action` was intended (possibly an error), with its delay."""
        final_action = self.with_human_error(access, action, rng)
        return Choice(final_action, self.sample_ms(access.game, access.legal(), rng))

    def sample_ms(self, game: Game, legal: list[int], rng: Random) -> int:
        """Return a random time in milliseconds for a choice: a reaction time in a race, else a thinking time."""
        thousandths = int(QUANTILES[rng.randrange(QUANTILE_COUNT)])
        racing = race_claims(game, legal)
        if not racing:
            return thinking_ms(self.think_ms, len(legal), thousandths)
        comparisons = count_comparisons(game, racing)
        percent = 100 if comparisons else RECALL_TIME_PERCENT
        median_ms = self.median_ms * percent / 100 + self.scan_ms * max(0, comparisons - 1)
        return max(min_reaction_ms(game, legal), int(median_ms * thousandths / 1000))

    def with_human_error(self, access: SeatAccess, action: int, rng: Random) -> int:
        """Return the intended action; in a race, sometimes a wrong action instead. The result is always legal."""
        legal = access.legal()
        racing = race_claims(access.game, legal)
        drawn = rng.random()
        if not racing:
            return action
        if action not in racing:
            return rng.choice(racing) if drawn < self.false_alarm_rate else action
        if drawn < self.wrong_claim_rate:
            return wrong_claim(access.game, action, racing, rng)
        passing = [other for other in legal if other not in racing]
        return passing[0] if passing and drawn >= 1 - self.miss_rate else action


REACTION_MODELS = {
    name: ReactionModel(
        median_ms=REACTION_TIMES[name].median_ms,
        scan_ms=scan_ms,
        wrong_claim_rate=wrong_claim_rate,
        false_alarm_rate=false_alarm_rate,
        miss_rate=miss_rate,
        think_ms=think_ms,
    )
    for name, scan_ms, wrong_claim_rate, false_alarm_rate, miss_rate, think_ms in (
        ("newcomer", 60, 0.08, 0.012, 0.25, 1500),
        ("casual", 45, 0.05, 0.008, 0.15, 1250),
        ("steady", 30, 0.03, 0.004, 0.08, 1000),
        ("sharp", 22, 0.02, 0.002, 0.04, 800),
        ("master", 15, 0.01, 0.0, 0.01, 650),
    )
}
"""Reaction models by the name of the level; `docs/bots/real-time.md` explains the values."""


class TimedBot:
    """A bot that makes the choices of another bot, with the delays and errors of a reaction model."""

    def __init__(self, bot: Bot, reaction: ReactionModel) -> None:
        self.bot = bot
        self.reaction = reaction

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> Choice:
        intended = as_choice(self.bot.choose(access, budget, seed)).action
        return self.reaction.delayed_choice(access, intended, Random(b"reflexes" + seed))


def race_claims(game: Game, legal: list[int]) -> list[int]:
    """Return the legal actions that are claims in a race; an empty list if the seat is not in a race.

    In a race, all legal actions are claims, except at most one (passing). A snap that could only come too late (ruling
    D8) is not a race, because the seat also has its turn. `legal` is in ascending order.
    """
    racing: list[int] = []
    for actions in race_action_ranges(game):
        racing += legal[bisect_left(legal, actions.start) : bisect_left(legal, actions.stop)]
    return racing if len(legal) - len(racing) <= 1 else []


def race_action_ranges(game: Game) -> list[range]:
    """Return the range of action numbers of every verb in `game.races`."""
    actions = game.state.ACTIONS
    return [
        range(actions.first_action(verb), actions.first_action(verb) + prod(actions.verbs[verb])) for verb in game.races
    ]


def count_comparisons(game: Game, racing: list[int]) -> int:
    """Return the number of cards that the player compares with; 0 if the claim needs only memory."""
    seen: set[tuple[str, int]] = set()
    for actions, verb in zip(race_action_ranges(game), game.races, strict=True):
        ranges = game.state.ACTIONS.verbs[verb]
        if len(ranges) > 1:
            seen.update((verb, (action - actions.start) // prod(ranges[1:])) for action in racing if action in actions)
    return len(seen)


def min_reaction_ms(game: Game, legal: list[int]) -> int:
    """Return the shortest time in milliseconds that a person needs for a choice in a race; 0 without a race."""
    racing = race_claims(game, legal)
    if not racing:
        return 0
    return MIN_COMPARISON_MS if count_comparisons(game, racing) else MIN_REACTION_MS


def wrong_claim(game: Game, action: int, racing: list[int], rng: Random) -> int:
    """Return the claim with a wrong symbol or place. If no other claim is legal, return the claim itself."""
    for actions, verb in zip(race_action_ranges(game), game.races, strict=True):
        if action in actions:
            size = game.state.ACTIONS.verbs[verb][-1]
            first = action - (action - actions.start) % size
            wrong_claims = [other for other in racing if first <= other < first + size and other != action]
            return rng.choice(wrong_claims) if wrong_claims else action
    return action


def thinking_ms(median_ms: int, choices: int, thousandths: int) -> int:
    """Return the time in milliseconds for a choice without time pressure.

    It grows with the logarithm of the number of choices. `thousandths` is a random factor in thousandths.
    """
    if choices == 1:
        return MIN_THINKING_MS
    scaled_ms = median_ms * (1 + 0.15 * (log2(choices) - 1))
    return min(max(MIN_THINKING_MS, int(scaled_ms * thousandths / 1000)), MAX_THINKING_MS)
