"""Dots (52 cards): players keep few points in their face-down cards, snap equal ranks, and call "Dots"."""

from typing import TYPE_CHECKING

from dottable.core.game import Game

MAX_TURNS_PER_ROUND = 20 * 8 + 7
"""Maximum number of turns in a round: 20 for each of eight seats, then one for seven seats after a call (D12, D16)."""
MAX_MOVES_PER_TURN = 11
"""Maximum number of moves in a turn: a draw, a discard, eight snaps or passes, and the decision to call."""
MAX_PREPARATION = 8 * (2 + 6 + 1)
"""Maximum number of moves before the first turn: two peeks, six swaps and "ready" for each of eight seats (D2)."""

GAME = Game(
    package=__name__,
    title="Dots (52 cards)",
    summary="Swap unseen cards for low ones, snap equal ranks, and call Dots when you hold less than 10.",
    min_seats=2,
    max_seats=8,
    max_steps=200 * (MAX_PREPARATION + MAX_TURNS_PER_ROUND * MAX_MOVES_PER_TURN + 1),  # D18: 200 rounds
    rules_version=2,  # 2: players peek one card at a time, arrange and say ready (D2); 20 turns each (D16)
    races=("snap",),
)

if TYPE_CHECKING:  # mypy checks the modules against the contract
    from dottable.core import contract
    from dottable.games.dots_52 import bot, deck, knowledge, lab, rules, state, view

    _state: contract.StateModule = state
    _options: contract.PlayerDependentOptions = state.Options()
    _rules: contract.RulesModule = rules
    _random_action: contract.RandomActionSampler = rules
    _knowledge: contract.KnowledgeModule = knowledge
    _observation_fields: contract.ObservationFields = knowledge
    _view: contract.ViewModule = view
    _steps: contract.StepwiseActions = view
    _menu_order: contract.MenuOrder = view
    _compact_board: contract.CompactBoard = view
    _countdown: contract.Countdown = view
    _guide: contract.Guide = view
    _board_colours: contract.BoardColours = view
    _offers: contract.OfferedActions = view
    _off_turn_reasons: contract.OffTurnReasons = view
    _policy: contract.BotModule = bot
    _candidates: contract.CandidateRanking = bot
    _stages: contract.Stages = bot
    _observation_key: contract.ObservationKey = bot
    _samples: contract.BestOfSamples = bot
    _limited_memory: contract.LimitedMemory = bot
    _levels: contract.BotLevels = bot
    _pictures: contract.PiecePictures = deck
    _statistics: contract.StatisticsModule = lab
