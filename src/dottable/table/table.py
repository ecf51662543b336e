"""The authority over one match: it decides on commands, and evolves by events that are safely stored.

`decide` and `wake` say what should happen and change nothing but what is never stored; `evolve`
makes it so. A restart is `evolve` over the stored events. One table hosts one match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from secrets import token_bytes
from typing import Literal

from dottable.bots.bot import Choice
from dottable.bots.chair import Chair
from dottable.core.decks import Deck, read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.log import spelled_options
from dottable.core.match import Match
from dottable.core.options import Options, read_options
from dottable.core.registry import find_known
from dottable.core.seats import CLOCK
from dottable.table import deciding, opening, waking
from dottable.table.answers import Answer, Woken
from dottable.table.clocks import Clock, Wait, Waits
from dottable.table.commands import AnyCommand
from dottable.table.defaults import default_action
from dottable.table.events import Ended, Event, Moved, Opened, Readied, Renewed, Said, Sat, Settings, Started, Stood
from dottable.table.plans import PACE_PERCENT, BotCall, Plan, Plans
from dottable.table.presence import Presence
from dottable.table.races import Claim, is_raced
from dottable.table.seating import Seating, Stamp
from dottable.table.trail import Trail

Status = Literal["open", "live", "over", "aborted"]

IDS_KEPT = 16
"""So many client ids of every player are remembered."""
SAYINGS_KEPT = 30


class BrokenTable(DottableError):
    """Stored events that do not fit together, or that were made by other rules."""


@lru_cache
def options_of(game: Game, spelled: str) -> Options:
    """Options as a table's opening spells them; tables of equal options share them."""
    return read_options(game.state.Options, spelled_options(spelled))


class Table:
    """One live match and all around it."""

    __slots__ = (
        "_acks",
        "_draw",
        "_progress",
        "_started_ms",
        "claims",
        "clock",
        "commitment",
        "game",
        "id",
        "match",
        "move_number",
        "opened",
        "plans",
        "presence",
        "rematch",
        "sayings",
        "seating",
        "status",
        "to_act",
        "trail",
        "version",
        "waits",
    )

    def __init__(self, table_id: str, opened: Opened, *, draw: Callable[[int], bytes] = token_bytes) -> None:
        """A table just opened, at version 1. `draw` gives the random bytes of seed and salt."""
        self.id = table_id
        self.opened = opened
        self.game = find_known(opened.game)
        if opened.rules_version != self.game.rules_version:
            raise BrokenTable(
                f"It was played by version {opened.rules_version} of the rules; "
                f"this Dottable has version {self.game.rules_version}."
            )
        self.version = 1
        self.status: Status = "open"
        self.rematch: str | None = None
        self.match: Match | None = None
        self.commitment: str | None = None
        self.move_number = 0
        self.to_act: tuple[int, ...] = ()
        """Whom the match waits for, the clock included."""
        self.trail: Trail | None = None
        self.seating = Seating(opened.seats, opened.host)
        self.clock = Clock(opened.at)
        self.presence = Presence()
        self.waits = Waits(opened.seats)
        self.plans = Plans()
        self.claims: dict[int, Claim] = {}
        self.sayings: deque[tuple[int, Said]] = deque(maxlen=SAYINGS_KEPT)
        self._acks: dict[str, dict[str, int]] = {}
        self._started_ms = 0
        self._progress: list[tuple[int, ...]] | None = None
        self._draw = draw

    @classmethod
    def restore(cls, table_id: str, events: Iterable[Event], now: int) -> Table:
        """A table from its stored events; its time goes on from the last of them."""
        sequence = iter(events)
        opened = next(sequence, None)
        if not isinstance(opened, Opened):
            raise BrokenTable("The events of a table begin with its opening.")
        table = cls(table_id, opened)
        for event in sequence:
            table.evolve(event)
        table.clock.resume(now)
        table.presence.begin(table.clock.last_ms)
        return table

    # Reading

    @property
    def settings(self) -> Settings:
        return self.opened.settings

    @property
    def is_over(self) -> bool:
        return self.status in ("over", "aborted")

    def live_match(self) -> Match:
        assert self.match is not None
        return self.match

    def match_ms(self, now: int) -> int:
        """Match time at a time of the host; 0 before the start."""
        return max(0, self.clock.read(now) - self._started_ms) if self.match else 0

    def host_time(self, match_ms: int) -> int:
        """A match time as a time of the host."""
        return self.clock.host_time(match_ms + self._started_ms)

    def progress(self) -> list[tuple[int, ...]]:
        """Everybody's points each time that they had changed, once the table is over."""
        if self._progress is None:
            self._progress = self.live_match().progress()
        return self._progress

    def leads(self, player: str) -> bool:
        """Whether the player may do what the host of the table may; while the host is away, all who sit may."""
        host = self.seating.host
        return player == host or (not self.presence.is_here(host) and self.seating.seat_of(player) is not None)

    def acked(self, player: str, client_id: str | None) -> int | None:
        """The version that a player's client id led to, if it was carried out."""
        known = self._acks.get(player)
        return known.get(client_id) if known and client_id is not None else None

    def stamp(self, now: int, asker: str | None = None, client_id: str | None = None) -> Stamp:
        """What every event of a decision carries."""
        return {"at": now, "clock_ms": self.clock.read(now), "asker": asker, "client_id": client_id}

    # Commands

    def decide(self, player: str, command: AnyCommand, now: int) -> Answer:
        """What a player's command leads to; changes nothing.

        `now` is when the command was received. What was due before it has been done: `wake` comes first.
        """
        return deciding.decide(self, player, command, now)

    def rematch_events(self, now: int, asker: str) -> list[Event]:
        """The first events of the table of a rematch: the same game, with all who are still here."""
        return opening.rematch(self, now, asker)

    def draw(self, size: int) -> bytes:
        """Random bytes for seed and salt."""
        return self._draw(size)

    def hold(self, claim: Claim) -> None:
        """Keep a claim until `wake` decides its race; a bot that plays for its player leaves it alone."""
        self.claims.setdefault(claim.seat, claim)
        self.plans.by_seat.pop(claim.seat, None)

    # Bots

    def bots_to_move(self) -> list[BotCall]:
        """The bots that have to choose; the host asks each with a `chair` and gives the choice back."""
        if self.status != "live":
            return []
        calls: list[BotCall] = []
        for seat, wait in self.waits.by_seat.items():
            level = self.seating.bot_at(seat)
            if level is not None and seat not in self.plans.by_seat and seat not in self.claims:
                calls.append(BotCall(seat, level, self.plans.asked(seat, wait).version))
        return calls

    def chair(self, seat: int) -> Chair:
        """What a bot at the seat gets; made here, it may be used in another thread."""
        return Chair(self.live_match(), seat)

    def bot_chose(self, call: BotCall, choice: Choice, now: int) -> None:
        """Remember what a bot will do and when; `wake` does it. A choice that is out of date is dropped."""
        wait = self.waits.by_seat.get(call.seat)
        if wait is None or self.status != "live" or self.seating.bot_at(call.seat) != call.level:
            return
        asked = self.plans.asked(call.seat, wait)
        if call.version != asked.version or call.seat in self.plans.by_seat or call.seat in self.claims:
            return
        action, match = int(choice.action), self.live_match()
        if match.refusal(call.seat, action) is not None:
            if call.version != self.version:
                self.plans.drop(call.seat, Wait(self.match_ms(now), self.version))
                return
            action = default_action(match, call.seat)
        raced = is_raced(self.game, action)
        percent = PACE_PERCENT[self.settings.pace]
        pause_ms = choice.after_ms * (max(percent, 100) if raced else percent) // 100  # no race faster than a person's
        due_ms = max(asked.since_ms + pause_ms, self.match_ms(now))
        self.plans.by_seat[call.seat] = Plan(action, due_ms, raced)

    # Time and connections

    def wake_at(self, now: int) -> int | None:
        """When, in the host's time, `wake` has something to do; None as long as nothing else happens."""
        return waking.wake_at(self, now)

    def wake(self, now: int) -> Woken:
        """The next thing that is due. Ask again after evolving, until it is empty."""
        return waking.wake(self, now)

    def connected(self, player: str) -> None:
        """A connection of a player was opened; call it for every one."""
        self.presence.connected(player)

    def disconnected(self, player: str, now: int) -> None:
        """A connection of a player was closed."""
        self.presence.disconnected(player, self.clock.read(now))

    def round_trip(self, player: str, ms: int) -> None:
        """The server has measured how long a ping to a player and back took."""
        self.presence.round_trip(player, ms)

    # Events

    def evolve(self, event: Event) -> None:
        """Let a stored event happen."""
        self.version += 1
        self.clock.last_ms = max(self.clock.last_ms, event.clock_ms)
        if isinstance(event, Moved):
            self._evolve_move(event)
        elif isinstance(event, Sat | Stood | Readied):
            self._evolve_seat(event)
        elif isinstance(event, Started):
            self._evolve_start(event)
        elif isinstance(event, Said):
            self.sayings.append((self.version, event))
        elif isinstance(event, Ended):
            self._evolve_end(event)
        elif isinstance(event, Renewed):
            self.rematch = event.table
        if event.asker is not None and event.client_id is not None:
            known = self._acks.setdefault(event.asker, {})
            known[event.client_id] = self.version
            if len(known) > IDS_KEPT:
                del known[next(iter(known))]

    def _evolve_seat(self, event: Sat | Stood | Readied) -> None:
        self.seating.evolve(event)
        self.plans.drop(event.seat, self._wait_from(event))
        claim, holder = self.claims.get(event.seat), self.seating.holders[event.seat]
        if claim is not None and (holder is None or holder.player != claim.asker):
            del self.claims[event.seat]

    def _evolve_start(self, event: Started) -> None:
        self.match = Match(
            self.game,
            seats=self.opened.seats,
            options=options_of(self.game, self.opened.options),
            deck=self._own_deck(),
            seed=bytes.fromhex(event.seed),
            salt=bytes.fromhex(event.salt),
        )
        self.commitment = self.match.commitment
        self.trail = Trail(self.match)
        self.status = "live"
        self._started_ms = event.clock_ms
        self.presence.begin(event.clock_ms)
        self._update_waits(None, event)

    def _own_deck(self) -> Deck | None:
        deck = self.opened.deck
        return None if deck is None else read_deck(self.game, deck.text, deck.name)

    def _evolve_move(self, event: Moved) -> None:
        match, trail = self.match, self.trail
        if match is None or trail is None:
            raise BrokenTable(f"Event {self.version} is a move before the start.")
        before, before_ms = match.state_bytes, match.now_ms
        refused = match.apply(event.seat, event.action, event.at_ms)
        if refused:
            raise BrokenTable(f"Event {self.version} is a move that is not possible: {refused.sentence}")
        self.move_number += 1
        trail.add(before, before_ms, self.version, event)
        self.claims.pop(event.seat, None)
        self.plans.clear(event.seat)
        self._update_waits(event.seat, event)
        for seat, plan in list(self.plans.by_seat.items()):
            if seat not in self.waits.by_seat:
                self.plans.clear(seat)
            elif match.refusal(seat, plan.action) is not None:
                self.plans.drop(seat, self._wait_from(event))

    def _wait_from(self, event: Event) -> Wait:
        """A wait that begins with an event."""
        return Wait(event.clock_ms - self._started_ms, self.version)

    def _update_waits(self, mover: int | None, event: Started | Moved) -> None:
        self.to_act = self.live_match().to_act
        self.waits.update([seat for seat in self.to_act if seat != CLOCK], mover, self._wait_from(event))

    def _evolve_end(self, event: Ended) -> None:
        self.status = "over" if event.reason == "finished" else "aborted"
        self.waits.by_seat.clear()
        self.plans = Plans()
        self.claims.clear()
