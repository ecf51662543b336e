"""DOTS (72 cards): players collect two sets of a Swatch, a Number and a DOTS card, then call."""

from typing import TYPE_CHECKING

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="DOTS (72 cards)",
    summary="Collect two sets of a Swatch, a Number of its colour and a card with that many dots; then call DOTS!",
    min_seats=2,
    max_seats=6,
    max_steps=1_200_000,
    has_deck=True,
    rules_version=4,  # 2: the record had the turns since the deal; 3: it has not; 4: up to eight colours
)

if TYPE_CHECKING:  # mypy checks the modules against the contract
    from dottable.core import contract
    from dottable.games.dots_72 import bot, deck, knowledge, lab, rules, state, view

    _state: contract.StateModule = state
    _options: contract.PlayerDependentOptions = state.Options()
    _rules: contract.RulesModule = rules
    _random_action: contract.RandomActionSampler = rules
    _knowledge: contract.KnowledgeModule = knowledge
    _observation_fields: contract.ObservationFields = knowledge
    _public_history: contract.PublicHistory = knowledge
    _view: contract.ViewModule = view
    _steps: contract.StepwiseActions = view
    _guide: contract.Guide = view
    _policy: contract.BotModule = bot
    _rollout_policy: contract.RolloutPolicy = bot
    _candidates: contract.CandidateRanking = bot
    _stages: contract.Stages = bot
    _midstage: contract.MidstageEvaluation = bot
    _observation_key: contract.ObservationKey = bot
    _inference: contract.HiddenStateInference = bot
    _depth_limit: contract.DepthLimit = bot
    _limited_memory: contract.LimitedMemory = bot
    _levels: contract.BotLevels = bot
    _deck: contract.DeckModule = deck
    _card_texts: contract.CardTexts = deck
    _deck_warnings: contract.DeckWarnings = deck
    _statistics: contract.StatisticsModule = lab
    _tuning: contract.TuningModule = lab
