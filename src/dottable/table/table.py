"""One match with its seats as an event-sourced aggregate: stored events are its only changes.

`decide` and `due_actions` return events without applying them; `apply_event` applies events that are stored. A restart
applies all stored events again. One table hosts one match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from secrets import token_bytes
from typing import Literal

from dottable.bots.bot import Choice
from dottable.bots.seat_access import SeatAccess
from dottable.core.deck_files import Deck, read_deck
from dottable.core.errors import DottableError
from dottable.core.matches.commit_reveal_shuffle import commit_to_seed
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_known_game
from dottable.table.decisions import command_handling, due_actions, first_table_events
from dottable.table.decisions.default_action import default_action
from dottable.table.decisions.races import SPECTATOR_DELAY_MS, Claim, is_race_action
from dottable.table.events import (
    ChatSent,
    Ended,
    Event,
    Moved,
    Opened,
    ReactionSent,
    ReadyChanged,
    RematchOpened,
    SeatFreed,
    SeatTaken,
    ShuffleEvent,
    StartCancelled,
    Started,
    StartPrepared,
    TeamChosen,
)
from dottable.table.match_options import cached_options, options_for_players
from dottable.table.seats.clocks import SeatClocks, SeatWait, TableClock, is_time_limited
from dottable.table.seats.planned_bot_moves import BotRequest, PlannedBotMove, PlannedBotMoves, planned_delay_ms
from dottable.table.seats.presence import Presence
from dottable.table.seats.seat_teams import SeatTeams
from dottable.table.seats.seating import EventFields, Seating
from dottable.table.shuffle_setup import ShuffleSetup
from dottable.table.viewers.recent_moves import RecentMoves

TableStatus = Literal["open", "live", "over", "aborted"]

MAX_CLIENT_IDS_PER_PLAYER = 256
"""Number of client ids remembered per player to recognise resent commands. A resend may come many moves later."""
MAX_SIDE_EVENTS = 1000
"""Maximum number of chat messages and reactions of a table, and of other events except moves."""
MAX_CHAT_MESSAGES = 30
"""Number of latest chat messages that a newly connected viewer gets."""


class InvalidTableEvents(DottableError):
    """Stored events are inconsistent, or were made by another version of the rules."""


class Table:
    """One match with its seats, clocks, claims in races, and chat. Only `apply_event` changes what is stored of it."""

    __slots__ = (
        "_acks",
        "_message_count",
        "_progress",
        "_started_ms",
        "chat",
        "claims",
        "clock",
        "commitment",
        "end_cause",
        "game",
        "id",
        "is_over",
        "is_time_limited",
        "last_action_at",
        "match",
        "move_number",
        "opened",
        "plans",
        "presence",
        "public_seed",
        "random_bytes",
        "recent_moves",
        "rematch",
        "seat_clocks",
        "seating",
        "settings",
        "shuffle",
        "status",
        "teams",
        "to_act",
        "version",
    )

    def __init__(self, table_id: str, opened: Opened, *, random_bytes: Callable[[int], bytes] = token_bytes) -> None:
        """Create a table from its first event.

        `random_bytes(n)` must return n random bytes, for the seed and the salt.
        """
        self.id = table_id
        self.opened = opened
        self.game = find_known_game(opened.game)
        if opened.rules_version != self.game.rules_version:
            raise InvalidTableEvents(
                f"The match used rules version {opened.rules_version}, "
                f"but this Dottable has version {self.game.rules_version}."
            )
        self.version = 1
        self.last_action_at = opened.at
        """Time of the last command of a player other than chat, in ms since the epoch."""
        self.settings = opened.settings
        self.status: TableStatus = "open"
        self.is_over = False
        self.end_cause: str | None = None
        self.is_time_limited = is_time_limited(opened.settings)
        self.rematch: str | None = None
        self.match: Match | None = None
        self.commitment: str | None = None
        """SHA-256 of the server's seed and salt, once a start is prepared; None before."""
        self.public_seed = ""
        """Hex string of public randomness of the match. It decides ties in races."""
        self.shuffle = ShuffleSetup()
        self.move_number = 0
        self.to_act: tuple[int, ...] = ()
        """Seats that may act now; includes the pseudo-seat CLOCK if a deadline runs."""
        self.recent_moves: RecentMoves | None = None
        self.seating = Seating(opened.seats, opened.host)
        self.teams = SeatTeams(self.game, cached_options(self.game, opened.options), opened.seats)
        self.clock = TableClock(opened.at)
        self.presence = Presence()
        self.seat_clocks = SeatClocks(opened.seats)
        self.plans = PlannedBotMoves()
        self.claims: dict[int, Claim] = {}
        self.chat: deque[tuple[int, ChatSent | ReactionSent]] = deque(maxlen=MAX_CHAT_MESSAGES)
        self._acks: dict[str, dict[str, int]] = {}
        self._message_count = 0
        self._started_ms = 0
        self._progress: list[tuple[int, ...]] | None = None
        self.random_bytes = random_bytes

    @classmethod
    def restore(cls, table_id: str, events: Iterable[Event], now: int) -> Table:
        """Return a table rebuilt from its stored events.

        Its clock continues from the last event at host time `now` (ms).
        """
        sequence = iter(events)
        opened = next(sequence, None)
        if not isinstance(opened, Opened):
            raise InvalidTableEvents("The first event of a table must be its opening.")
        table = cls(table_id, opened)
        for event in sequence:
            table.apply_event(event)
        table.clock.resume(now)
        table.presence.count_absences_from(table.clock.last_ms)
        return table

    # Reading

    def live_match(self) -> Match:
        """Return the match. Only valid after the start."""
        assert self.match is not None
        return self.match

    def match_ms(self, now: int) -> int:
        """Return milliseconds since the start of the match at `now` (ms since the epoch); 0 before the start."""
        return max(0, self.clock.table_time(now) - self._started_ms) if self.match else 0

    def host_time(self, match_ms: int) -> int:
        """Convert match time (ms since the start of the match) to host time (ms since the epoch)."""
        return self.clock.host_time(match_ms + self._started_ms)

    def score_history(self) -> list[tuple[int, ...]]:
        """Return a tuple of points by seat for every change of the score, oldest first.

        Only valid once the match ended.
        """
        if self._progress is None:
            self._progress = self.live_match().score_history()
        return self._progress

    @property
    def has_many_messages(self) -> bool:
        """Whether the table has reached its limit of chat messages and reactions."""
        return self._message_count >= MAX_SIDE_EVENTS

    @property
    def has_many_seat_changes(self) -> bool:
        """Whether the table has reached its limit of events other than moves and chat."""
        return self.version - self.move_number - self._message_count >= MAX_SIDE_EVENTS

    def has_host_rights(self, player: str, clock_ms: int) -> bool:
        """Return whether a player has the host's rights at table time `clock_ms`.

        Once the host has been disconnected for longer than 60 s, all seated players have these rights.
        """
        host = self.seating.host
        return player == host or (self.presence.is_gone(host, clock_ms) and self.seating.seat_of(player) is not None)

    def grace_until_ms(self, player: str) -> int | None:
        """Return the match time in ms until which others wait for a disconnected player; None if there is no wait."""
        until_ms = self.presence.grace_until_ms(player) if self.status == "live" else None
        return None if until_ms is None else until_ms - self._started_ms

    def spectator_delay_ms(self) -> int:
        """Return the delay in ms of what spectators see: 400 in games with races, else 0."""
        return SPECTATOR_DELAY_MS if self.game.races and self.status != "open" else 0

    def acknowledged_version(self, player: str, client_id: str | None) -> int | None:
        """Return the table version after the command with this client id; None if it was not carried out."""
        known = self._acks.get(player)
        return known.get(client_id) if known and client_id is not None else None

    def event_fields(self, now: int, asker: str | None = None, client_id: str | None = None) -> EventFields:
        """Return the base fields of a new event: host time, table time, asking player and client id."""
        return {"at": now, "clock_ms": self.clock.table_time(now), "asker": asker, "client_id": client_id}

    # Commands

    decide = command_handling.decide_command

    rematch_events = first_table_events.rematch_events

    def hold_claim(self, claim: Claim) -> None:
        """Keep a claim until `due_actions` decides its race. It replaces the planned move of a bot at that seat."""
        self.claims.setdefault(claim.seat, claim)
        self.plans.by_seat.pop(claim.seat, None)

    # Bots

    def bot_requests(self) -> list[BotRequest]:
        """Return a request for every bot that has to choose an action now. Pass each choice to `plan_bot_move`."""
        if self.status != "live":
            return []
        requests: list[BotRequest] = []
        for seat, wait in self.seat_clocks.waits.items():
            holder = self.seating.holders[seat]
            level = holder.bot if holder else None
            if level is not None and seat not in self.plans.by_seat and seat not in self.claims:
                requests.append(BotRequest(seat, level, self.plans.current_request(seat, wait).version))
        return requests

    def seat_access(self, seat: int) -> SeatAccess:
        """Return an object through which a bot sees only what a seat may know. It may be used in another thread."""
        return SeatAccess(self.live_match(), seat)

    def plan_bot_move(self, request: BotRequest, choice: Choice, now: int) -> None:
        """Plan a bot's chosen action; `due_actions` makes the move when its time comes. Ignores an outdated choice."""
        wait = self.seat_clocks.waits.get(request.seat)
        if wait is None or self.status != "live" or self.seating.bot_level_at(request.seat) != request.level:
            return
        requested = self.plans.current_request(request.seat, wait)
        if request.version != requested.version or request.seat in self.plans.by_seat or request.seat in self.claims:
            return
        action, match = int(choice.action), self.live_match()
        if action not in match.offered_actions(request.seat):
            if request.version != self.version:
                self.plans.drop_impossible_plan(request.seat, SeatWait(self.match_ms(now), self.version))
                return
            action = default_action(match, request.seat)
        is_race = is_race_action(self.game, action)
        waits_ms = planned_delay_ms(self, request.seat, Choice(action, choice.after_ms), is_race=is_race)
        due_ms = max(requested.since_ms + waits_ms, self.match_ms(now))
        self.plans.by_seat[request.seat] = PlannedBotMove(action, due_ms, is_race)

    # Time and connections

    next_due_at = due_actions.next_due_at
    due_actions = due_actions.due_actions

    def add_connection(self, player: str) -> None:
        """Count one more open connection of a player."""
        self.presence.add_connection(player)

    def remove_connection(self, player: str, now: int) -> None:
        """Count one open connection of a player less. `now` is the host time in ms."""
        self.presence.remove_connection(player, self.clock.table_time(now))

    def add_round_trip(self, player: str, ms: int) -> None:
        """Record a player's network round-trip time in ms, as measured by the operating system of the server."""
        self.presence.add_round_trip(player, ms)

    # Events

    def apply_event(self, event: Event) -> None:
        """Change the table by one stored event, and increase its version by 1. Raises InvalidTableEvents."""
        self.version += 1
        self.clock.last_ms = max(self.clock.last_ms, event.clock_ms)
        if isinstance(event, Moved):
            self._apply_move(event)
        elif isinstance(event, SeatTaken | SeatFreed | ReadyChanged):
            self._apply_seat(event)
        elif isinstance(event, TeamChosen):
            self.teams.apply_event(event)
            self.seating.mark_not_ready(self.seating.seats_to_ask_again(event))
        elif isinstance(event, Started):
            self._apply_start(event)
        elif isinstance(event, ShuffleEvent):
            self._apply_shuffle(event)
        elif isinstance(event, ChatSent | ReactionSent):
            self.chat.append((self.version, event))
        elif isinstance(event, Ended):
            self._apply_end(event)
        elif isinstance(event, RematchOpened):
            self.rematch = event.table
        if event.asker is None:
            return
        if isinstance(event, ChatSent | ReactionSent):
            self._message_count += 1
        else:
            self.last_action_at = event.at
        if event.client_id is not None:
            known = self._acks.setdefault(event.asker, {})
            known[event.client_id] = self.version
            if len(known) > MAX_CLIENT_IDS_PER_PLAYER:
                del known[next(iter(known))]

    def _apply_seat(self, event: SeatTaken | SeatFreed | ReadyChanged) -> None:
        self.seating.apply_event(event)
        if not isinstance(event, ReadyChanged):
            self.shuffle.forget_seat(event.seat)
        self.plans.drop_impossible_plan(event.seat, self._wait_from(event))
        claim, holder = self.claims.get(event.seat), self.seating.holders[event.seat]
        if claim is not None and (holder is None or holder.player != claim.asker):
            del self.claims[event.seat]

    def _apply_shuffle(self, event: ShuffleEvent) -> None:
        self.shuffle.apply_event(event)
        if isinstance(event, StartPrepared):
            self.commitment = commit_to_seed(bytes.fromhex(event.seed), bytes.fromhex(event.salt))
        elif isinstance(event, StartCancelled):
            self.commitment = None
            self.seating.mark_not_ready(event.seats)

    def _apply_start(self, event: Started) -> None:
        self.match = Match(
            self.game,
            seats=self.opened.seats,
            options=options_for_players(self.teams.match_options, with_bots=self.seating.has_bots),
            deck=self._custom_deck(),
            seed=bytes.fromhex(event.seed),
            salt=bytes.fromhex(event.salt),
            contributions=event.shuffle_contributions,
        )
        self.shuffle = ShuffleSetup()
        self.commitment, self.public_seed = self.match.commitment, self.match.public_seed
        self.recent_moves = RecentMoves(self.match)
        self.status = "live"
        self._started_ms = event.clock_ms
        self.presence.count_absences_from(event.clock_ms)
        self._update_waits(self.match, None, event)

    def _custom_deck(self) -> Deck | None:
        deck = self.opened.deck
        return None if deck is None else read_deck(self.game, deck.text, deck.name)

    def _apply_move(self, event: Moved) -> None:
        match, recent_moves = self.match, self.recent_moves
        if match is None or recent_moves is None:
            raise InvalidTableEvents(f"Event {self.version} is a move before the start.")
        before, before_ms = match.state_bytes, match.now_ms
        refused = match.apply(event.seat, event.action, event.at_ms)
        if refused:
            raise InvalidTableEvents(f"Event {self.version} is an illegal move: {refused.sentence}")
        self.move_number += 1
        recent_moves.add_move(before, before_ms, self.version, event)
        self.claims.pop(event.seat, None)
        self.plans.drop_plan(event.seat)
        self._update_waits(match, event.seat, event)
        for seat, plan in list(self.plans.by_seat.items()):
            if seat not in self.seat_clocks.waits:
                self.plans.drop_plan(seat)
            elif plan.action not in match.offered_actions(seat):
                self.plans.drop_impossible_plan(seat, self._wait_from(event))

    def _wait_from(self, event: Event) -> SeatWait:
        """Return a `SeatWait` that begins at the match time and version of an event."""
        return SeatWait(event.clock_ms - self._started_ms, self.version)

    def _update_waits(self, match: Match, mover: int | None, event: Started | Moved) -> None:
        self.to_act = match.to_act
        self.seat_clocks.update_waits([seat for seat in self.to_act if seat != CLOCK], mover, self._wait_from(event))

    def _apply_end(self, event: Ended) -> None:
        self.status = "over" if event.reason == "finished" else "aborted"
        self.is_over = True
        self.end_cause = event.cause
        self.shuffle = ShuffleSetup()
        self.seat_clocks.waits.clear()
        self.plans = PlannedBotMoves()
        self.claims.clear()
