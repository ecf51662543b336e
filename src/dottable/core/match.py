"""One match: the record and its history, with every move checked by the rules."""

from __future__ import annotations

import hashlib
import secrets
import threading
from typing import Any, NamedTuple

import numpy as np

from dottable.core import chance
from dottable.core.decks import Deck
from dottable.core.game import Game, View
from dottable.core.glance import glance_at
from dottable.core.options import Options, settings
from dottable.core.record import Array, for_rules
from dottable.core.refusals import ACCEPTED, OUT_OF_ORDER, Refusal
from dottable.core.seats import CLOCK, members

SALT_BYTES = 16
NO_SEED = bytes(32)

_buffers = threading.local()


def action_buffer(game: Game) -> Any:
    """Room for the legal actions of a game, shared by all its matches in this thread."""
    by_game: dict[str, Any] = _buffers.__dict__.setdefault("by_game", {})
    if game.package not in by_game:
        by_game[game.package] = for_rules(np.zeros(game.state.ACTIONS.size, np.int32))
    return by_game[game.package]


class Move(NamedTuple):
    """One action by one seat (or the clock) at a time counted from the start of the match."""

    seat: int
    action: int
    at_ms: int


class Match:
    """One play of a game. The state is only ever changed by `apply`."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        options: Options | None = None,
        deck: Deck | None = None,
        seed: bytes | None = None,
        salt: bytes | None = None,
    ) -> None:
        seats = game.min_seats if seats is None else seats
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.options = options if options is not None else game.state.Options()
        self.deck = deck if deck is not None else game.house_deck
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self.salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
        self.moves: list[Move] = []
        self._states = np.zeros(1, game.state.STATE)
        self._rules_states = for_rules(self._states)
        self._imagined_at_ms = 0
        blank = for_rules(np.zeros(1, game.state.STATE))
        key = for_rules(chance.key_of(self.seed))
        game.kernels.begin(self._rules_states, 0, blank, key, seats, for_rules(settings(self.options, self.deck)))

    @property
    def commitment(self) -> str:
        """Published at the start: it binds the match to its seed without telling it."""
        return hashlib.sha256(self.seed + self.salt).hexdigest()

    @property
    def state(self) -> Any:
        """The record, in the form that rules take. Never hand it to a player or a bot."""
        return self._rules_states[0]

    @property
    def record(self) -> Any:
        """The record as NumPy has it, for copying."""
        return self._states[0]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the match waits for; CLOCK among them while a deadline runs."""
        return members(self.game.kernels.awaited(self._rules_states, 0))

    @property
    def is_over(self) -> bool:
        return not self.to_act

    @property
    def deadline_ms(self) -> int | None:
        """When the clock will move, if it will."""
        at_ms = self.game.kernels.time_limit(self._rules_states, 0)
        return None if at_ms < 0 else int(at_ms)

    @property
    def now_ms(self) -> int:
        """The time of the last move."""
        return self.moves[-1].at_ms if self.moves else self._imagined_at_ms

    @property
    def _buffer(self) -> Any:
        return action_buffer(self.game)

    @property
    def state_bytes(self) -> bytes:
        return self._states.tobytes()

    @property
    def state_hash(self) -> str:
        return hashlib.sha256(self.state_bytes).hexdigest()

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, in ascending order."""
        buffer = self._buffer
        count = self.game.kernels.list_legal(self._rules_states, 0, seat, buffer)
        actions: list[int] = buffer[:count].tolist()
        return actions

    def refusal(self, seat: int, action: int, at_ms: int | None = None) -> Refusal | None:
        """Why the move would be refused; None if it would be accepted."""
        return self._judge(self.game.kernels.check, seat, action, at_ms)

    def apply(self, seat: int, action: int, at_ms: int | None = None) -> Refusal | None:
        """Make a move, or change nothing and say why not."""
        at_ms = self.now_ms if at_ms is None else at_ms
        refused = self._judge(self.game.kernels.apply, seat, action, at_ms)
        if refused is None:
            self.moves.append(Move(seat, action, at_ms))
        return refused

    def _judge(self, judge: Any, seat: int, action: int, at_ms: int | None) -> Refusal | None:
        at_ms = self.now_ms if at_ms is None else at_ms
        if at_ms < self.now_ms:
            code = OUT_OF_ORDER
        else:
            code = int(judge(self._rules_states, 0, seat, action, at_ms, self._buffer))
        return None if code == ACCEPTED else Refusal(code, self.game.sentence(code))

    def pass_time(self) -> Refusal | None:
        """Let the clock make its move at the deadline."""
        at_ms = max(self.deadline_ms or 0, self.now_ms)
        return self.apply(CLOCK, self.legal(CLOCK)[0], at_ms)

    def random_move(self, q: Array) -> tuple[int, int]:
        """A uniformly random legal move of an awaited seat, by the quick generator `q`."""
        move = self.game.kernels.choose_random(self._rules_states, 0, for_rules(q), self._buffer)
        seat, action = divmod(int(move), self.game.state.ACTIONS.size)
        return seat, action

    def view(self, seat: int, glance: Any = None) -> View:
        """What a seat, or SPECTATOR, may know; `glance` is what `glance()` gave since the last move."""
        return self.game.view.look(self.glance() if glance is None else glance, seat)

    def glance(self) -> Any:
        """The state as it is now, for as many views as are wanted before the next move."""
        return glance_at(self._states) if hasattr(self.game.view.look, "reads_glances") else self.state

    def observation(self, seat: int) -> Array:
        """What a seat may know as whole numbers (int16); `game.observation` names them."""
        out = np.zeros(self.game.knowledge.OBSERVATION, np.int16)
        self.game.kernels.write_observation(self._rules_states, 0, seat, for_rules(out))
        return out

    def preview(self, seat: int, action: int) -> Any:
        """What a legal action would lead to as far as the seat can know; None if its game does not say."""
        previews = self.game.previews
        if previews is None:
            return None
        g = chance.generator()
        chance.start(for_rules(g), for_rules(chance.key_of(NO_SEED)))
        return previews.preview(self.imagine(seat, g), seat, action)

    def scores(self) -> list[int]:
        """Every seat's points."""
        out = np.zeros(self.seats, np.int32)
        self.game.kernels.write_scores(self._rules_states, 0, for_rules(out))
        return [int(score) for score in out]

    def returns(self) -> list[float]:
        """Every seat's utility, zero-sum."""
        out = np.zeros(self.seats, np.float32)
        self.game.kernels.write_returns(self._rules_states, 0, for_rules(out))
        return [float(value) for value in out]

    def winners(self) -> list[int]:
        """The seats that have won; nobody before the end."""
        returns = self.returns() if self.is_over else []
        return [seat for seat, value in enumerate(returns) if value == max(returns)]

    def progress(self) -> list[tuple[int, ...]]:
        """Every seat's points each time that they changed: all moves are played once more."""
        again = Match(self.game, seats=self.seats, options=self.options, deck=self.deck, seed=self.seed, salt=self.salt)
        before, points = again.scores(), []
        for move in self.moves:
            again.apply(*move)
            now = again.scores()
            if now != before:
                points.append(tuple(now))
                before = now
        return points

    def copy(self) -> Match:
        """The same match in a record of its own."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.moves = list(self.moves)
        twin._states = np.zeros(1, self._states.dtype)  # copy and zeros_like leave garbage in the gaps
        twin._states[0] = self._states[0]
        twin._rules_states = for_rules(twin._states)
        return twin

    def earlier(self, state_bytes: bytes, now_ms: int) -> Match:
        """The match as it was when `state_bytes` were its bytes, without the moves that led there."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.moves, twin._imagined_at_ms = [], now_ms
        twin._states = np.frombuffer(bytearray(state_bytes), self._states.dtype)
        twin._rules_states = for_rules(twin._states)
        return twin

    def imagine(self, seat: int, g: Array) -> Match:
        """A copy in which all that the seat cannot know is redrawn from the chance generator `g`.

        Its seed, salt and moves are blanked: nothing of the true match's future is in it, and no
        secret choice of its past.
        """
        twin = self.copy()
        twin.moves, twin._imagined_at_ms = [], self.now_ms
        twin.seed, twin.salt = NO_SEED, bytes(SALT_BYTES)
        self.game.kernels.redraw_hidden(twin._rules_states, 0, seat, for_rules(g))
        return twin
