"""One match: its state record and its moves. The rules check every move."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dottable.core.deck_files import Deck
from dottable.core.game import Game, View
from dottable.core.matches.commit_reveal_shuffle import Contribution, combine_seed, commit_to_seed, public_seed
from dottable.core.options import Options, settings_array
from dottable.core.primitives import chance
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.refusals import ACCEPTED, BEFORE_LAST_MOVE, NOT_YOUR_TURN, Refusal
from dottable.core.primitives.seats import CLOCK, seats_of_mask
from dottable.core.views.state_record_reader import argument_of_build_view

SALT_BYTES = 16
"""Length of the random salt that is hashed together with the seed."""
NO_SEED = bytes(32)
"""The seed of a determinized match, whose true seed must stay secret."""

EMPTY_HISTORY = np.zeros(0, np.int64)
"""Public history without any event."""

_action_buffers = threading.local()


def action_buffer(game: Game) -> Any:
    """Return an int32 array that can hold all legal actions of a game; each thread has one per game."""
    by_game: dict[str, Any] = _action_buffers.__dict__.setdefault("by_game", {})
    if game.package not in by_game:
        by_game[game.package] = np.zeros(game.state.ACTIONS.size, np.int32)
    return by_game[game.package]


class Move(NamedTuple):
    """One action of a seat or of the clock. `at_ms` counts from the start of the match."""

    seat: int
    action: int
    at_ms: int


class Match:
    """One match of a game. Only `apply` changes its state."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        options: Options | None = None,
        deck: Deck | None = None,
        seed: bytes | None = None,
        salt: bytes | None = None,
        contributions: Sequence[Contribution] = (),
    ) -> None:
        seats = game.min_seats if seats is None else seats
        game.check_seats(seats, options)
        self.game = game
        self.seats = seats
        self.options = options if options is not None else game.state.Options()
        self.deck = deck if deck is not None else game.house_deck
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self.salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
        self.contributions = tuple(contributions)
        """The players' contributions to the shuffle, in the order of their seats."""
        self.moves: list[Move] = []
        self.known_history = EMPTY_HISTORY
        """Public history before the first of `moves`; not empty only in a match that does not hold all its moves."""
        self._states = np.zeros(1, game.state.STATE)
        self._start_ms = 0
        blank = np.zeros(1, game.state.STATE)
        key = chance.key_from_seed(self.deal_seed)
        game.kernels.begin_match(self._states, 0, blank, key, seats, settings_array(self.options, self.deck))

    @property
    def commitment(self) -> str:
        """SHA-256 of seed and salt. Published at the start, it binds the match to its seed without revealing it."""
        return commit_to_seed(self.seed, self.salt)

    @property
    def deal_seed(self) -> bytes:
        """The seed of all chance in the match: `seed` combined with the contributions of the players."""
        return combine_seed(self.seed, self.contributions)

    @property
    def public_seed(self) -> str:
        """Public random bits that are fixed before the first move: a hash of the commitment and the contributions."""
        return public_seed(self.commitment, self.contributions)

    def before_first_move(self) -> Match:
        """Return a new match with the same seed and settings, before its first move."""
        return Match(
            self.game,
            seats=self.seats,
            options=self.options,
            deck=self.deck,
            seed=self.seed,
            salt=self.salt,
            contributions=self.contributions,
        )

    @property
    def state(self) -> Any:
        """The true state record in the form that rules take. Never pass it to a player or a bot."""
        return rule_array(self._states)[0]

    @property
    def states(self) -> Array:
        """The true state record in the form that kernels take: an array of one. Never pass it to a player or a bot."""
        return self._states

    @property
    def record(self) -> Any:
        """The true state record as a NumPy scalar, for copying."""
        return self._states[0]

    @property
    def to_act(self) -> tuple[int, ...]:
        """Numbers of the seats that may act now, with CLOCK while a deadline runs. Empty when the match is over."""
        return seats_of_mask(self.game.kernels.to_act_at(self._states, 0))

    @property
    def is_over(self) -> bool:
        return not self.to_act

    @property
    def deadline_ms(self) -> int | None:
        """Match time in milliseconds at which the clock acts; None without a deadline."""
        at_ms = self.game.kernels.deadline_at(self._states, 0)
        return None if at_ms < 0 else int(at_ms)

    @property
    def now_ms(self) -> int:
        """Match time of the last move, in milliseconds."""
        return self.moves[-1].at_ms if self.moves else self._start_ms

    @property
    def state_bytes(self) -> bytes:
        """The bytes of the true state record."""
        return self._states.tobytes()

    @property
    def state_hash(self) -> str:
        """SHA-256 of the true state record, in hexadecimal."""
        return hashlib.sha256(self.state_bytes).hexdigest()

    def legal(self, seat: int) -> list[int]:
        """Return the seat's legal actions in ascending order."""
        buffer = action_buffer(self.game)
        count = self.game.kernels.legal_at(self._states, 0, seat, buffer)
        actions: list[int] = buffer[:count].tolist()
        return actions

    def offered_actions(self, seat: int) -> list[int]:
        """Return those of the seat's legal actions that clients and bots list, in ascending order.

        A game may leave out actions that cannot gain anything (OfferedActions). The rules accept them nevertheless.
        """
        offers, legal = self.game.offered_actions, self.legal(seat)
        return legal if offers is None else offers.offered_actions(self._states, legal)

    def refusal(self, seat: int, action: int, at_ms: int | None = None) -> Refusal | None:
        """Return the reason why a move would be refused; None if it would be accepted. The default time is `now_ms`."""
        return self._run_kernel(self.game.kernels.refusal_at, seat, action, at_ms)

    def apply(self, seat: int, action: int, at_ms: int | None = None) -> Refusal | None:
        """Make a move and return None, or change nothing and return the refusal. The default time is `now_ms`."""
        at_ms = self.now_ms if at_ms is None else at_ms
        refused = self._run_kernel(self.game.kernels.apply, seat, action, at_ms)
        if refused is None:
            self.moves.append(Move(seat, action, at_ms))
        return refused

    def _run_kernel(self, kernel: Any, seat: int, action: int, at_ms: int | None) -> Refusal | None:
        """Call a kernel that accepts or refuses a move. Return its reason code as a Refusal, or None if it accepts."""
        at_ms = self.now_ms if at_ms is None else at_ms
        if at_ms < self.now_ms:
            code = BEFORE_LAST_MOVE
        else:
            code = int(kernel(self._states, 0, seat, action, at_ms, action_buffer(self.game)))
            reasons = self.game.off_turn_reasons if code == NOT_YOUR_TURN and seat != CLOCK else None
            if reasons is not None:
                code = reasons.off_turn_reason(self._states, seat, action)
        return None if code == ACCEPTED else Refusal(code, self.game.refusal_sentence(code))

    def apply_clock_move(self) -> Refusal | None:
        """Make the clock's move at its deadline. Return the refusal, or None if the move is accepted."""
        at_ms = max(self.deadline_ms or 0, self.now_ms)
        return self.apply(CLOCK, self.legal(CLOCK)[0], at_ms)

    def random_move(self, q: Array) -> tuple[int, int]:
        """Return seat and action of a uniformly random legal move, drawn with the fast generator `q`."""
        move = self.game.kernels.random_move_at(self._states, 0, q, action_buffer(self.game))
        seat, action = divmod(int(move), self.game.state.ACTIONS.size)
        return seat, action

    def view(self, seat: int, snapshot: Any = None) -> View:
        """Return what a seat or SPECTATOR may see. Several viewers may share one `snapshot()` of the present state."""
        return self.game.view.build_view(self.snapshot() if snapshot is None else snapshot, seat)

    def snapshot(self) -> Any:
        """Return the present state in the form that `build_view` takes; valid until the next move."""
        return argument_of_build_view(self.game.view.build_view, self._states)

    def observation(self, seat: int) -> Array:
        """Return what a seat may know as an int16 array. `core.views.observation_field` names its numbers."""
        out = np.zeros(self.game.knowledge.OBSERVATION_SIZE, np.int16)
        self.game.kernels.observe_at(self._states, 0, seat, out)
        return out

    def preview(self, seat: int, action: int) -> Any:
        """Return the game's Preview of a legal action, as far as the seat can know.

        None if the game has no previews.
        """
        previews = self.game.previews
        if previews is None:
            return None
        return previews.preview(self.determinize(seat, chance.seeded_generator(NO_SEED)), seat, action)

    def public_history(self) -> Array:
        """Return events that all players saw, as integers that the game defines (PublicHistory).

        Else an empty array.
        """
        hook = self.game.public_history
        return hook.public_history(self) if hook is not None else EMPTY_HISTORY

    def scores(self) -> list[int]:
        """Return every seat's points, as the rulebook counts them."""
        out = np.zeros(self.seats, np.int32)
        self.game.kernels.scores_at(self._states, 0, out)
        return [int(score) for score in out]

    def returns(self) -> list[float]:
        """Return every seat's utility, zero-sum and from -1 to 1."""
        out = np.zeros(self.seats, np.float32)
        self.game.kernels.returns_at(self._states, 0, out)
        return [float(value) for value in out]

    def winners(self) -> list[int]:
        """Return the numbers of the seats that have won; an empty list before the end."""
        returns = self.returns() if self.is_over else []
        return [seat for seat, value in enumerate(returns) if value == max(returns)]

    def score_history(self) -> list[tuple[int, ...]]:
        """Return a tuple of all seats' points for every move that changed them, by replaying the match."""
        again = self.before_first_move()
        before, points = again.scores(), []
        for move in self.moves:
            again.apply(*move)
            now = again.scores()
            if now != before:
                points.append(tuple(now))
                before = now
        return points

    def copy(self) -> Match:
        """Return an independent copy of the match."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.moves = list(self.moves)
        twin._states = np.zeros(1, self._states.dtype)  # copy and zeros_like leave garbage in the gaps
        twin._states[0] = self._states[0]
        return twin

    def with_state(self, state_bytes: bytes, now_ms: int) -> Match:
        """Return a copy of the match in another state, given by its bytes and its time in ms, without any moves."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.moves, twin._start_ms, twin.known_history = [], now_ms, EMPTY_HISTORY
        twin._states = np.frombuffer(bytearray(state_bytes), self._states.dtype)
        return twin

    def determinize(self, seat: int, g: Array) -> Match:
        """Return a copy in which everything hidden from the seat is redrawn with the ChaCha generator `g`.

        Seed, salt and moves are blank. So the copy reveals neither future chance nor secret past choices. The public
        history and the players' contributions to the shuffle stay.
        """
        twin = self.copy()
        twin.known_history = self.public_history()
        twin.moves, twin._start_ms = [], self.now_ms
        twin.seed, twin.salt = NO_SEED, bytes(SALT_BYTES)
        self.game.kernels.resample_at(twin._states, 0, seat, g)
        return twin
