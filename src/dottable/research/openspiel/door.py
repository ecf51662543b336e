"""A game of ours as a Python game of OpenSpiel's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pyspiel

from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.options import Options, options_of, read_options
from dottable.research.openspiel.moment import BYTES, SEED_BYTES, Moment, Setting
from dottable.research.openspiel.observer import SeatObserver

PREFIX = "dottable_"
PLAYERS = "players"
KEY_WORDS = 8
WORD_BYTES = 4


class MatchState(pyspiel.State):  # type: ignore[misc]
    """One moment of a match. All that Python knows of it is in `moment`, which OpenSpiel copies and pickles."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.moment = game.first_moment()

    def current_player(self) -> int:
        if self.moment.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.moment.is_chance else self.moment.actor

    def is_terminal(self) -> bool:
        return self.moment.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.moment.outcomes()

    def returns(self) -> list[float]:
        return self.moment.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """A state that the player cannot tell from this one, drawn by `sampler` (numbers in 0..1).

        Its history is empty: the true one would tell the seed.
        """
        key = b"".join(int(sampler() * (1 << 32)).to_bytes(WORD_BYTES, "little") for _ in range(KEY_WORDS))
        imagined: MatchState = self.get_game().new_initial_state()
        imagined.moment = self.moment.imagine(player, key)
        return imagined

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal(player)

    def _apply_action(self, action: int) -> None:
        self.moment.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.spell(action, is_chance=player == pyspiel.PlayerId.CHANCE)

    def __str__(self) -> str:
        return str(self.moment)


class MatchGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of seats and options; any deck of its own comes from Python only."""

    def __init__(self, kind: Any, setting: Setting, params: dict[str, Any]) -> None:
        self.setting = setting
        super().__init__(kind, self.numbers(), params)

    def numbers(self) -> Any:
        """The bounds that OpenSpiel wants to know."""
        game = self.setting.game
        return pyspiel.GameInfo(
            num_distinct_actions=game.state.ACTIONS.size,
            max_chance_outcomes=BYTES,
            num_players=self.setting.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.max_steps,
        )

    def max_chance_nodes_in_history(self) -> int:
        """The bytes of the seed, and perhaps before every move the question who is first."""
        return SEED_BYTES + self.setting.game.max_steps

    def first_moment(self) -> Moment:
        return Moment(self.setting)

    def new_initial_state(self) -> MatchState:
        return MatchState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SeatObserver:
        return SeatObserver(self.setting, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def type_of(game: Game, name: str, title: str, specification: dict[str, Any]) -> Any:
    """The description that OpenSpiel's registry holds."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification,
    )


def specification_of(game: Game) -> dict[str, Any]:
    """The parameters of a game: its seats, and its options by their own names."""
    return {PLAYERS: game.min_seats, **{option.name: option.default for option in options_of(game.state.Options)}}


def register(game: Game) -> str:
    """Make a game known to OpenSpiel, as `dottable_<slug>`; the name."""
    name = PREFIX + game.slug
    if name not in pyspiel.registered_names():
        kind = type_of(game, name, game.title, specification_of(game))

        class RegisteredGame(MatchGame):
            """A class and not a function: OpenSpiel lets go of it when Python is gone, which only a class survives."""

            def __init__(self, params: dict[str, Any]) -> None:
                given = {option: value for option, value in params.items() if option != PLAYERS}
                options = read_options(game.state.Options, given)
                super().__init__(kind, Setting(game, int(params[PLAYERS]), options, game.house_deck), params)

        pyspiel.register_game(kind, RegisteredGame)
    return name


def spiel_game(
    game: Game, *, seats: int | None = None, options: Options | None = None, deck: Deck | None = None
) -> MatchGame:
    """A game of ours for OpenSpiel, if need be with a deck that its registry cannot name."""
    chosen = options if options is not None else game.state.Options()
    seats = game.min_seats if seats is None else seats
    params = {PLAYERS: seats, **msgspec.to_builtins(chosen)}
    loaded: MatchGame = pyspiel.load_game(register(game), params)
    if deck is not None and deck != game.house_deck:
        return MatchGame(loaded.get_type(), Setting(game, seats, chosen, deck), params)
    return loaded
