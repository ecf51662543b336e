"""Dot Allot: players lay overlapping cards along a track of dots.

Every card must give the opponent at least one dot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="Dot Allot",
    summary="Lay cards over a track so that the largest groups of dots end up on your side of it.",
    min_seats=2,
    max_seats=7,
    max_steps=6 * 8 + 5,  # six rounds of eight cards, and a deal between them
    has_deck=True,
    rules_version=6,  # 2 to 4 and 6: other house decks; 5: another one, and A14 counts columns left of the start
)

if TYPE_CHECKING:  # mypy checks the modules against the contract
    from dottable.core import contract
    from dottable.games.dot_allot import bot, deck, knowledge, lab, rules, state, view

    _state: contract.StateModule = state
    _rules: contract.RulesModule = rules
    _random_action: contract.RandomActionSampler = rules
    _knowledge: contract.KnowledgeModule = knowledge
    _fields: contract.ObservationFields = knowledge
    _view: contract.ViewModule = view
    _steps: contract.StepwiseActions = view
    _compact_board: contract.CompactBoard = view
    _preview_text: contract.PreviewText = view
    _guide: contract.Guide = view
    _board_colours: contract.BoardColours = view
    _previews: contract.Previews = view
    _greedy: contract.BotModule = bot
    _ranking: contract.CandidateRanking = bot
    _stages: contract.Stages = bot
    _levels: contract.BotLevels = bot
    _deck: contract.DeckModule = deck
    _card_texts: contract.CardTexts = deck
    _deck_warnings: contract.DeckWarnings = deck
    _statistics: contract.StatisticsModule = lab
    _tuning: contract.TuningModule = lab
    _variation: contract.DeckVariation = lab
