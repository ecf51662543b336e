"""A host for one table with a virtual clock: stores events in a list, and lets time pass only when told."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from dottable.bots.bot import Bot, Budget, as_choice
from dottable.bots.random_bot import RandomBot
from dottable.core.game import Game
from dottable.core.match import Match
from dottable.core.registry import find
from dottable.table.answers import Accepted, Answer, Held, Refused
from dottable.table.commands import AnyCommand, Move, SeatBot, Sit, Start
from dottable.table.events import Event, Moved, Settings, decode, encode
from dottable.table.opening import opening
from dottable.table.table import Table

OPENED_AT = 1_700_000_000_000
RED = "#c0392b"
NAMES = ("ann", "bob", "cem", "dot", "eve", "fay", "gus", "hal")


class House:
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
        game = find(game) if isinstance(game, str) else game
        self.now = OPENED_AT
        self.luck = random.Random(seed)
        self.bot: Bot = bot or RandomBot()
        self.refused: list[Refused] = []
        self.asked: set[tuple[int, int]] = set()
        opened = opening(
            game, seats=seats, options=options or {}, host="ann", settings=Settings(**settings), now=self.now
        )
        self.bodies = [encode(opened)]
        self.table = Table("t1", opened, draw=self.luck.randbytes)

    @property
    def events(self) -> list[Event]:
        return [decode(body) for body in self.bodies]

    @property
    def moves(self) -> list[Moved]:
        return [event for event in self.events if isinstance(event, Moved)]

    def commit(self, events: list[Event]) -> None:
        for event in events:
            self.bodies.append(encode(event))
            self.table.evolve(decode(self.bodies[-1]))

    def command(self, player: str, command: AnyCommand) -> Answer:
        """Carry out a command as far as it goes at once."""
        self.settle()
        answer = self.table.decide(player, command, self.now)
        if isinstance(answer, Accepted):
            self.commit(answer.events)
        elif isinstance(answer, Held):
            self.table.hold(answer.claim)
        self.settle()
        return answer

    def move(self, player: str, action: int, client_id: str | None = None) -> Answer:
        return self.command(player, Move(action=action, client_id=client_id))

    def act(self, player: str, verb: str, *arguments: int, client_id: str | None = None) -> Answer:
        """A move by the name of its verb."""
        return self.move(player, self.table.game.state.ACTIONS.encode(verb, *arguments), client_id)

    def settle(self) -> None:
        """Do all that is due now, and ask the bots, until nothing is left to do."""
        while True:
            while not (woken := self.table.wake(self.now)).is_empty:
                self.refused += woken.refused
                self.commit(woken.events)
            calls = [call for call in self.table.bots_to_move() if (call.seat, call.version) not in self.asked]
            if not calls:
                return
            for call in calls:
                self.asked.add((call.seat, call.version))
                chosen = self.bot.choose(self.table.chair(call.seat), Budget(), self.luck.randbytes(32))
                self.table.bot_chose(call, as_choice(chosen), self.now)

    def wait(self, ms: int) -> None:
        """Let time pass, with all that becomes due on the way."""
        until = self.now + ms
        self.settle()
        while (at := self.table.wake_at(self.now)) is not None and at <= until:
            self.now = max(self.now, at)
            self.settle()
        self.now = until

    def seat_people(self, count: int | None = None) -> None:
        """Seat so many people, ann first, and connect them."""
        for name in NAMES[: self.table.opened.seats if count is None else count]:
            self.command(name, Sit(name=name.capitalize(), colour=RED))
            self.table.connected(name)

    def seat_bots(self, level: Any = "steady") -> None:
        while not self.table.seating.is_full:
            self.command("ann", SeatBot(level=level))

    def start(self) -> None:
        """Seat as many people as there are seats, and begin."""
        self.seat_people()
        self.command("ann", Start())

    def restored(self, after_ms: int = 0) -> Table:
        """The table as another server would bring it back."""
        return Table.restore("t1", self.events, self.now + after_ms)

    def play_randomly(self, steps: int) -> None:
        """Random legal moves by whoever is awaited."""
        self.play(steps, lambda match, seat: self.luck.choice(match.legal(seat)))

    def play(self, steps: int, choose: Callable[[Match, int], int]) -> None:
        """So many moves, or all until the end, by whoever is awaited."""
        for _ in range(steps):
            match = self.table.live_match()
            seats = [seat for seat in match.to_act if seat < match.seats]
            while self.table.status == "live" and not seats:
                self.wait(500)
                seats = [seat for seat in match.to_act if seat < match.seats]
            if self.table.status != "live":
                return
            seat = self.luck.choice(seats)
            self.move(NAMES[seat], choose(match, seat))
            self.wait(500)


def right_symbol(house: House, seat: int) -> int:
    """In Dobble Connect: the place of the symbol that a seat's top card shares with the starting card."""
    view = house.table.live_match().view(seat)
    shared = {*view.table[0].card.symbols}
    return next(place for place, name in enumerate(view.players[seat].top.symbols) if name in shared)
