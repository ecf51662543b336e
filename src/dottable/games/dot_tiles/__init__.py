"""DOT: Dice or Tiles. Players place numbered tiles on a sheet with nine groups; only complete groups score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="DOT: Dice or Tiles",
    summary="Draw a tile or take the HOT SWAP tile, and fill nine groups; only complete ones score.",
    min_seats=2,
    max_seats=4,
    max_steps=120,
)

if TYPE_CHECKING:  # mypy checks the modules against the contract
    from dottable.core import contract
    from dottable.games.dot_tiles import bot, deck, knowledge, lab, rules, state, view

    _state: contract.StateModule = state
    _rules: contract.RulesModule = rules
    _knowledge: contract.KnowledgeModule = knowledge
    _fields: contract.ObservationFields = knowledge
    _view: contract.ViewModule = view
    _steps: contract.StepwiseActions = view
    _guide: contract.Guide = view
    _board_colours: contract.BoardColours = view
    _greedy: contract.BotModule = bot
    _ranking: contract.CandidateRanking = bot
    _terminal_value: contract.TerminalValue = bot
    _observation_key: contract.ObservationKey = bot
    _levels: contract.BotLevels = bot
    _pictures: contract.PiecePictures = deck
    _statistics: contract.StatisticsModule = lab
