"""Dots, the 52-card game of low tableaux: keep few points face down, snap equal ranks, call "Dots"."""

from typing import TYPE_CHECKING

from dottable.core.game import Game

MAX_TURNS_PER_ROUND = 60 * 8 + 7
"""Largest number of turns in a round: 60 for each of eight seats, then one for seven seats after a call (D12, D16)."""
MAX_MOVES_PER_TURN = 11
"""Largest number of moves in a turn: a draw, a discard, eight snaps or passes, and the decision to call."""

GAME = Game(
    package=__name__,
    title="Dots (52 cards)",
    summary="Swap unseen cards for low ones, snap equal ranks, and call Dots when you hold less than 10.",
    min_seats=2,
    max_seats=8,
    max_steps=200 * (8 + MAX_TURNS_PER_ROUND * MAX_MOVES_PER_TURN + 1),  # D18: 200 rounds of peeks, turns and a deal
    races=("snap",),
)

if TYPE_CHECKING:  # mypy checks the rooms against the contract
    from dottable.core import contract
    from dottable.games.dots_52 import bot, deck, knowledge, lab, rules, state, view

    _state: contract.StateModule = state
    _rules: contract.RulesModule = rules
    _knowledge: contract.KnowledgeModule = knowledge
    _observation_fields: contract.ObservationFields = knowledge
    _view: contract.ViewModule = view
    _policy: contract.BotModule = bot
    _candidates: contract.CandidateRanking = bot
    _stages: contract.Stages = bot
    _observation_key: contract.ObservationKey = bot
    _samples: contract.BestOfSamples = bot
    _limited_memory: contract.LimitedMemory = bot
    _levels: contract.BotLevels = bot
    _pictures: contract.PiecePictures = deck
    _statistics: contract.StatisticsModule = lab
