"""Dottable's games as Python games of OpenSpiel: `pyspiel.Game`, `pyspiel.State` and their registration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pyspiel

from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.options import Options, list_options, read_options
from dottable.research.openspiel.game_tree_node import BYTE_VALUE_COUNT, SEED_BYTES, MatchConfig, MatchNode
from dottable.research.openspiel.observer import SeatObserver

GAME_NAME_PREFIX = "dottable_"
PLAYERS_PARAMETER = "players"
"""Name of the game parameter for the number of seats."""
RANDOM_KEY_WORDS = 8
WORD_BYTES = 4


class MatchState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. `node` holds all its Python data, which OpenSpiel deep-copies and pickles."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.node = game.root_node()

    def current_player(self) -> int:
        if self.node.is_terminal:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.is_chance else self.node.actor

    def is_terminal(self) -> bool:
        return self.node.is_terminal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.chance_outcomes()

    def returns(self) -> list[float]:
        return self.node.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """Return a state sampled from the player's information set. `sampler` returns uniform numbers in [0, 1).

        The history of the new state is empty, because the true history contains the seed.
        """
        key = b"".join(int(sampler() * (1 << 32)).to_bytes(WORD_BYTES, "little") for _ in range(RANDOM_KEY_WORDS))
        sampled: MatchState = self.get_game().new_initial_state()
        sampled.node = self.node.determinize(player, key)
        return sampled

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal(player)

    def _apply_action(self, action: int) -> None:
        self.node.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.action_text(action, is_chance=player == pyspiel.PlayerId.CHANCE)

    def __str__(self) -> str:
        return str(self.node)


class MatchGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its seats, options and deck.

    Only `spiel_game` can set a deck, because OpenSpiel's parameters cannot.
    """

    def __init__(self, game_type: Any, config: MatchConfig, params: dict[str, Any]) -> None:
        self.config = config
        super().__init__(game_type, self.game_info(), params)

    def game_info(self) -> Any:
        """Return OpenSpiel's static bounds: number of actions, players, utilities and game length."""
        game = self.config.game
        return pyspiel.GameInfo(
            num_distinct_actions=game.state.ACTIONS.size,
            max_chance_outcomes=BYTE_VALUE_COUNT,
            num_players=self.config.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.max_steps,
        )

    def max_chance_nodes_in_history(self) -> int:
        """Return the upper bound: one chance node per seed byte, and at most one per move to choose a seat."""
        return SEED_BYTES + self.config.game.max_steps

    def root_node(self) -> MatchNode:
        return MatchNode(self.config)

    def new_initial_state(self) -> MatchState:
        return MatchState(self)

    def make_py_observer(self, observation_type: Any = None, params: Any = None) -> SeatObserver:
        observation_type = observation_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SeatObserver(self.config, observation_type, params)


def game_type_of(game: Game, name: str, title: str, specification: dict[str, Any]) -> Any:
    """Return the `pyspiel.GameType` of a game, for OpenSpiel's registry."""
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


def parameter_specification_of(game: Game) -> dict[str, Any]:
    """Return the parameters of a game with their defaults: the number of players, and every option by name."""
    return {
        PLAYERS_PARAMETER: game.min_seats,
        **{option.name: option.default for option in list_options(game.state.Options)},
    }


def register_game(game: Game) -> str:
    """Register a game with OpenSpiel as `dottable_<slug>` and return that name."""
    name = GAME_NAME_PREFIX + game.slug
    if name not in pyspiel.registered_names():
        game_type = game_type_of(game, name, game.title, parameter_specification_of(game))

        class RegisteredGame(MatchGame):
            """The factory that OpenSpiel calls. A function would crash when OpenSpiel frees it after Python's exit."""

            def __init__(self, params: dict[str, Any]) -> None:
                given = {option: value for option, value in params.items() if option != PLAYERS_PARAMETER}
                options = read_options(game.state.Options, given)
                config = MatchConfig(game, int(params[PLAYERS_PARAMETER]), options, game.house_deck)
                super().__init__(game_type, config, params)

        pyspiel.register_game(game_type, RegisteredGame)
    return name


def spiel_game(
    game: Game, *, seats: int | None = None, options: Options | None = None, deck: Deck | None = None
) -> MatchGame:
    """Return an OpenSpiel game with the given seats, options and deck."""
    chosen = options if options is not None else game.state.Options()
    seats = game.min_seats if seats is None else seats
    params = {PLAYERS_PARAMETER: seats, **msgspec.to_builtins(chosen)}
    loaded: MatchGame = pyspiel.load_game(register_game(game), params)
    if deck is not None and deck != game.house_deck:
        return MatchGame(loaded.get_type(), MatchConfig(game, seats, chosen, deck), params)
    return loaded
