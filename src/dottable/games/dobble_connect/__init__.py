"""Dobble Connect: players spot the symbol that two cards share, and try to lay four cards of their colour in a line."""

from typing import TYPE_CHECKING

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="Dobble Connect",
    summary="All at once: name the symbol your card shares with one on the table, and line up four of your colour.",
    min_seats=2,
    max_seats=8,
    max_steps=125_000,
    has_deck=True,
    has_secrets=False,
    races=("claim",),
)

if TYPE_CHECKING:  # mypy checks the modules against the contract
    from dottable.core import contract
    from dottable.games.dobble_connect import bot, deck, knowledge, lab, rules, state, view

    _state: contract.StateModule = state
    _rules: contract.RulesModule = rules
    _random_action: contract.RandomActionSampler = rules
    _team_choice: contract.TeamChoice = rules
    _off_turn_refusal: contract.OffTurnRefusal = rules
    _knowledge: contract.KnowledgeModule = knowledge
    _observation_fields: contract.ObservationFields = knowledge
    _view: contract.ViewModule = view
    _steps: contract.StepwiseActions = view
    _compact_board: contract.CompactBoard = view
    _countdown: contract.Countdown = view
    _guide: contract.Guide = view
    _board_colours: contract.BoardColours = view
    _policy: contract.BotModule = bot
    _candidates: contract.CandidateRanking = bot
    _stages: contract.Stages = bot
    _levels: contract.BotLevels = bot
    _deck: contract.DeckModule = deck
    _card_texts: contract.CardTexts = deck
    _statistics: contract.StatisticsModule = lab
    _teams: contract.Teams = lab
