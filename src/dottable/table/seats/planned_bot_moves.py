"""Moves that bots have chosen but not made yet: a bot waits a while before it moves, as a person would."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from dottable.bots.bot import Choice
from dottable.core.matches.match import Match
from dottable.table.seats.clocks import SeatWait

if TYPE_CHECKING:
    from dottable.table.table import Table

THINKING_TIME_PERCENT = {"quick": 25, "natural": 100, "calm": 200}
"""Factor in percent on the time that a bot wants to wait before a move, by the table's pace setting. Not for races."""

MAX_REPEATED_MOVE_MS = 400
"""Longest thinking time in milliseconds of a bot that repeats its own last move with another piece.

So five opening tiles take less than five seconds together.
"""

START_COUNTDOWN_MS = 3000
"""Length in milliseconds of the countdown that clients show before a round of a real-time game."""

MAX_WAIT_FOR_READY_MS = 24 * 60 * 60 * 1000
"""Longest time in milliseconds that a bot waits for a player before it deals the next round."""


def bot_delay_ms(match: Match, seat: int, plan: Choice, pace: str, *, is_race: bool) -> int:
    """Return how long a bot waits before its action, in milliseconds: its own time, changed by the pace."""
    percent = THINKING_TIME_PERCENT[pace]
    if is_race:
        countdown_ms = START_COUNTDOWN_MS if is_round_start(match) else 0
        return countdown_ms + plan.after_ms * max(percent, 100) // 100  # no reaction faster than a person's
    is_repeated = repeats_own_move(match, seat, plan.action)
    return min(plan.after_ms, MAX_REPEATED_MOVE_MS if is_repeated else plan.after_ms) * percent // 100


def planned_delay_ms(table: Table, seat: int, plan: Choice, *, is_race: bool) -> int:
    """Return how long a bot waits before its action at a table, in milliseconds; before a deal perhaps for a player."""
    match = table.live_match()
    if is_deal_action(match, plan.action) and waits_for_ready(table):
        return MAX_WAIT_FOR_READY_MS
    return bot_delay_ms(match, seat, plan, table.settings.pace, is_race=is_race)


def is_round_start(match: Match) -> bool:
    """Return whether nobody has moved since the last deal."""
    return not match.moves or is_deal_action(match, match.moves[-1].action)


def is_deal_action(match: Match, action: int) -> bool:
    """Return whether an action deals the next round."""
    return match.game.state.ACTIONS.decode(action)[0] == "deal"


def waits_for_ready(table: Table) -> bool:
    """Return whether bots deal only once a player is ready: by the settings, in games with races, while one is here."""
    if not table.settings.waits_between_rounds or not table.game.races:
        return False
    return any(table.presence.is_connected(player) for _, player, _ in table.seating.seated_players())


def repeats_own_move(match: Match, seat: int, action: int) -> bool:
    """Return whether the latest move of the match was the seat's own, with the same verb."""
    if not match.moves or match.moves[-1].seat != seat:
        return False
    decode = match.game.state.ACTIONS.decode
    return decode(match.moves[-1].action)[0] == decode(action)[0]


class BotRequest(NamedTuple):
    """A request to a bot of a level to choose an action for a seat. `version` is the table version it was made at."""

    seat: int
    level: str
    version: int


class PlannedBotMove(NamedTuple):
    """An action that a bot has chosen and will take at match time `due_ms` (ms since the start of the match)."""

    action: int
    due_ms: int
    is_race: bool


class PlannedBotMoves:
    """The planned moves of all bots at a table. They are not stored: after a restart bots choose again."""

    __slots__ = ("_discarded", "by_seat")

    def __init__(self) -> None:
        self.by_seat: dict[int, PlannedBotMove] = {}
        self._discarded: dict[int, SeatWait] = {}
        """Match time and version at which each seat's last plan was discarded."""

    def current_request(self, seat: int, wait: SeatWait) -> SeatWait:
        """Return since when a bot has to choose: since its turn began, or since its last plan was discarded."""
        discarded = self._discarded.get(seat, wait)
        return discarded if discarded.version > wait.version else wait

    def drop_impossible_plan(self, seat: int, now: SeatWait) -> None:
        """Drop the plan of a seat because it is no longer possible, so that the bot is asked again from `now` on."""
        self.by_seat.pop(seat, None)
        self._discarded[seat] = now

    def drop_plan(self, seat: int) -> None:
        """Drop the plan of a seat that may no longer act."""
        self.by_seat.pop(seat, None)
        self._discarded.pop(seat, None)
