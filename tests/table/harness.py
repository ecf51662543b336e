"""A test host for one table, with a virtual clock and events stored in a list."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from dottable.bots.bot import Bot, Budget, as_choice
from dottable.bots.random_bot import RandomBot
from dottable.core.game import Game
from dottable.core.matches.commit_reveal_shuffle import hash_entropy
from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.table.commands import AnyCommand, Contribute, MakeMove, Reveal, SeatBot, Sit, Start
from dottable.table.decisions.command_results import Accepted, Decision, HeldClaim, RejectedClaim
from dottable.table.decisions.first_table_events import opened_event
from dottable.table.events import Ended, Event, Moved, Settings, decode_event, encode_event
from dottable.table.table import Table

OPENED_AT = 1_700_000_000_000
RED = "#c0392b"
NAMES = ("ann", "bob", "cem", "dot", "eve", "fay", "gus", "hal")


class TableHarness:
    """Runs a table as a server would."""

    def __init__(
        self,
        game: Game | str = "dots_52",
        *,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        seed: int = 1,
        bot: Bot | None = None,
        **settings: Any,
    ) -> None:
        game = find_game(game) if isinstance(game, str) else game
        self.now = OPENED_AT
        self.rng = random.Random(seed)
        self.bot: Bot = bot or RandomBot()
        self.rejected: list[RejectedClaim] = []
        self.requested: set[tuple[int, int]] = set()
        opened = opened_event(
            game, seats=seats, options=options or {}, host="ann", settings=Settings(**settings), now=self.now
        )
        self.bodies = [encode_event(opened)]
        self.table = Table("t1", opened, random_bytes=self.rng.randbytes)

    @property
    def events(self) -> list[Event]:
        return [decode_event(body) for body in self.bodies]

    @property
    def moves(self) -> list[Moved]:
        return [event for event in self.events if isinstance(event, Moved)]

    def commit(self, events: list[Event]) -> None:
        for event in events:
            self.bodies.append(encode_event(event))
            self.table.apply_event(decode_event(self.bodies[-1]))

    def command(self, player: str, command: AnyCommand) -> Decision:
        """Execute a command, and all actions that are due after it."""
        self.settle()
        answer = self.table.decide(player, command, self.now)
        if isinstance(answer, Accepted):
            self.commit(answer.events)
        elif isinstance(answer, HeldClaim):
            self.table.hold_claim(answer.claim)
        self.settle()
        return answer

    def move(self, player: str, action: int, client_id: str | None = None) -> Decision:
        return self.command(player, MakeMove(action=action, client_id=client_id))

    def act(self, player: str, verb: str, *arguments: int, client_id: str | None = None) -> Decision:
        """Make a move by its verb and arguments."""
        return self.move(player, self.table.game.state.ACTIONS.encode(verb, *arguments), client_id)

    def settle(self) -> None:
        """Perform all due actions and ask bots until nothing is left."""
        while True:
            while not (due := self.table.due_actions(self.now)).is_empty:
                self.rejected += due.rejected_claims
                self.commit(due.events)
            requests = [
                request
                for request in self.table.bot_requests()
                if (request.seat, request.version) not in self.requested
            ]
            if not requests:
                return
            for request in requests:
                self.requested.add((request.seat, request.version))
                chosen = self.bot.choose(self.table.seat_access(request.seat), Budget(), self.rng.randbytes(32))
                self.table.plan_bot_move(request, as_choice(chosen), self.now)

    def wait(self, ms: int) -> None:
        """Advance the clock and perform everything that becomes due."""
        until = self.now + ms
        self.settle()
        while (at := self.table.next_due_at(self.now)) is not None and at <= until:
            self.now = max(self.now, at)
            self.settle()
        self.now = until

    def seat_people(self, count: int | None = None) -> None:
        """Seat and connect `count` players, ann first; by default one per seat."""
        for name in NAMES[: self.table.opened.seats if count is None else count]:
            self.command(name, Sit(name=name.capitalize(), colour=RED))
            self.table.add_connection(name)

    def seat_bots(self, level: Any = "steady") -> None:
        while not self.table.seating.is_full:
            self.command("ann", SeatBot(level=level))

    def start(self) -> None:
        """Seat a player at every seat and start the match."""
        self.seat_people()
        self.command("ann", Start())

    def abort(self) -> None:
        """End the match without a result, no matter who is connected."""
        self.commit([Ended(**self.table.event_fields(self.now), reason="aborted")])

    def start_with_shared_shuffle(self) -> None:
        """Seat a player at every seat, let all contribute to the shuffle, and start the match."""
        self.seat_people()
        entropies = {name: self.rng.randbytes(32) for name in NAMES[: self.table.opened.seats]}
        for name, entropy in entropies.items():
            self.command(name, Contribute(entropy_hash=hash_entropy(entropy)))
        self.command("ann", Start())
        for name, entropy in entropies.items():
            self.command(name, Reveal(entropy=entropy.hex()))

    def restored(self, after_ms: int = 0) -> Table:
        """Return the table restored from its events."""
        return Table.restore("t1", self.events, self.now + after_ms)

    def play_randomly(self, steps: int) -> None:
        """Make random legal moves."""
        self.play(steps, lambda match, seat: self.rng.choice(match.legal(seat)))

    def play(self, steps: int, choose: Callable[[Match, int], int]) -> None:
        """Make up to `steps` moves, each by a random seat that is to act."""
        for _ in range(steps):
            match = self.table.live_match()
            seats = [seat for seat in match.to_act if seat < match.seats]
            while self.table.status == "live" and not seats:
                self.wait(500)
                seats = [seat for seat in match.to_act if seat < match.seats]
            if self.table.status != "live":
                return
            seat = self.rng.choice(seats)
            self.move(NAMES[seat], choose(match, seat))
            self.wait(500)


def right_symbol(harness: TableHarness, seat: int) -> int:
    """Return the position of the symbol that a seat's top card shares with the starting card (Dobble Connect)."""
    view = harness.table.live_match().view(seat)
    shared = {*view.table[0].card.symbols}
    return next(place for place, name in enumerate(view.players[seat].top.symbols) if name in shared)
