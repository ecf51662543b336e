"""What the page must know of a game besides its view: options, deck, refusals, levels of bots, sizes of arrays."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from dottable.bots.levels import levels_of, reaction_model_of
from dottable.bots.search.search_bot import MAX_PATH_LENGTH
from dottable.bots.search.tree import NODE_DTYPE
from dottable.bots.timing.reaction_time import QUANTILES
from dottable.core.contract import DepthLimit, LimitedMemory
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.matches.match_log import format_deck
from dottable.core.options import Option, format_value, list_options, read_options
from dottable.core.primitives.refusals import CORE_REFUSAL_SENTENCES
from dottable.server.routes.games import game_details
from dottable.study.review_types import REVIEW_VERSION
from dottable.table.match_options import options_for_players


def game_facts(game: Game) -> dict[str, Any]:
    """Return the facts of a game as values that JSON can hold. `web/src/offline/gameData.ts` describes them."""
    refusals = {**game.view.REFUSAL_SENTENCES, **CORE_REFUSAL_SENTENCES}
    return {
        "details": msgspec.to_builtins(game_details(game)),
        "state_bytes": game.state.STATE.itemsize,
        "refusals": {str(int(code)): game.refusal_sentence(code) for code in refusals},
        "texts": {option.name: text_codes(game, option) for option in list_options(game.state.Options)},
        "with_bots": options_with_bots(game),
        "deck_numbers": [int(number) for number in game.house_deck.numbers] if game.house_deck else [],
        "review_version": REVIEW_VERSION,
        "deck_line": format_deck(Match(game, seed=bytes(32), salt=bytes(16))),
        "teams": team_facts(game),
        "bots": bot_facts(game),
    }


def text_codes(game: Game, option: Option) -> dict[str, int]:
    """Return the settings number of every named value of a text option; empty for other options."""
    if not option.pattern:
        return {}
    return {str(choice): game.state.Options().encode_text(str(choice)) for choice in option.choices}


def options_with_bots(game: Game) -> dict[str, dict[str, str]]:
    """Return, by option and written value, the value with which a match against bots starts instead."""
    changes: dict[str, dict[str, str]] = {}
    for option in list_options(game.state.Options):
        for choice in option.choices:
            given = read_options(game.state.Options, {option.name: choice})
            started = msgspec.to_builtins(options_for_players(given, with_bots=True))[option.name]
            if started != choice:
                changes.setdefault(option.name, {})[format_value(choice)] = format_value(started)
    return changes


def team_facts(game: Game) -> dict[str, Any] | None:
    """Return names and colours of teams, and the team of every seat by option `teams` and number of seats."""
    choice = game.team_choice
    if choice is None:
        return None
    named = next(option for option in list_options(game.state.Options) if option.pattern)
    options = {value: read_options(game.state.Options, {named.name: value}) for value in named.choices}
    return {
        "option": named.name,
        "names": choice.TEAM_NAMES,
        "colours": choice.TEAM_COLOURS,
        "seats": {
            value: {str(seats): choice.teams_of_seats(one, seats) for seats in game.seat_counts}
            for value, one in options.items()
        },
    }


def bot_facts(game: Game) -> dict[str, Any]:
    """Return the levels of bots, and what `search_bot.py` asks of the game and its search kernels."""
    from dottable.bots.search.kernel_loader import search_kernels

    kernels = search_kernels(game)
    depth = game.bot.MAX_DEPTH if isinstance(game.bot, DepthLimit) else MAX_PATH_LENGTH
    levels = levels_of(game)
    return {
        "levels": {name: msgspec.to_builtins(level) for name, level in levels.items()},
        "reactions": {name: msgspec.to_builtins(reaction_model_of(name, game)) for name in levels},
        "quantile_steps": np.diff(QUANTILES, prepend=0).tolist(),
        "node_bytes": NODE_DTYPE.itemsize,
        "node_offsets": {name: int(offset) for name, (_, offset, *_) in (NODE_DTYPE.fields or {}).items()},
        "path_length": min(depth + 1, MAX_PATH_LENGTH),
        "pool_size": kernels.POOL_SIZE,
        "scratch_states": kernels.SCRATCH_STATES,
        "scratch_shape": list(kernels.SCRATCH_SHAPE),
        "has_ranking": bool(kernels.has_ranking),
        "has_policy": bool(kernels.has_policy),
        "forgets": isinstance(game.bot, LimitedMemory),
        "has_history": game.public_history is not None,
    }
