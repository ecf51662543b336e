"""The narration of every game: its messages have templates, carry no English text, and all templates are used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives.seats import SPECTATOR
from dottable.core.registry import find_game, installed_games
from dottable.core.views.narration import Narration, NarrationMessage, render_narration
from tests.sizes import full_only, sized

SEED = bytes(range(32))
MOVES = sized(300, 1500)
"""Moves to follow for each option set with the fewest and with the most seats."""
RARE: dict[str, set[str]] = {
    "dobble_connect": {"received_alone", "too_many_wrong", "won", "won_alone"},
    "dot_allot": {"empty_card"},
    "dot_tiles": {"completing_sheet"},
    "dots_52": {
        "call_won",
        "jack",
        "king",
        "match_shared",
        "preparation_time_up",
        "round_without_call",
        "snapped_late",
        "snapped_wrong_without_penalty",
        "time_up",
    },
    "dots_72": {
        "chose",
        "matches_nothing",
        "no_such_dots",
        "no_such_number",
        "own_colour",
        "passed",
        "scored_double",
        "shared",
        "won",
    },
}
"""Codes that random matches may not reach. Tests of the game cover them."""

Told = tuple[Narration, int]


@cache
def narrations(slug: str) -> list[Told]:
    """Return the narrations of random matches, each with its viewer."""
    game = find_game(slug)
    found: list[Told] = []
    for options in options_varied_one_at_a_time(game.state.Options):
        for seats in {game.min_seats, game.max_seats}:
            series = Series(SeriesConfig(game, seats=seats, options=options, seed=SEED))
            moves, index = 0, 0
            while moves < MOVES:
                played = series.played_match(index, MOVES)
                found += follow(series.match(index)[0], played)
                moves, index = moves + len(played.moves), index + 1
    return found


def follow(match: Match, played: Match) -> Iterator[Told]:
    """Yield the narration of every move of a match that was played, for a spectator and two seats."""
    viewers = (SPECTATOR, 0, 1)
    before = [match.view(viewer) for viewer in viewers]
    for move in played.moves:
        match.apply(*move)
        after = [match.view(viewer) for viewer in viewers]
        for viewer, old, new in zip(viewers, before, after, strict=True):
            if move.seat == viewer or match.game.view.is_public(move.action):
                yield match.game.view.narrate(old, move.seat, move.action, new), viewer
        before = after


def parts_of(value: object) -> Iterator[object]:
    """Yield an argument and everything in it."""
    yield value
    inner = value.args.values() if isinstance(value, NarrationMessage) else value if isinstance(value, list) else ()
    for part in inner:
        yield from parts_of(part)


@pytest.mark.parametrize("slug", list(installed_games()))
def test_every_narration_renders_as_sentences(slug):
    game = find_game(slug)
    for narration, viewer in narrations(slug):
        text = render_narration(game, narration, viewer)
        assert text.endswith((".", "!", "?"))
        assert text[0].isupper()
        assert not any(rest in text for rest in ("{", "}", "None", "  "))


@pytest.mark.parametrize("slug", list(installed_games()))
def test_arguments_are_numbers_symbols_and_messages(slug):
    for narration, _ in narrations(slug):
        for said in narration:
            for part in parts_of(said):
                assert type(part) in (int, str, list, NarrationMessage)
                assert not isinstance(part, str) or " " not in part


@full_only("the quick run's matches are too few")
@pytest.mark.parametrize("slug", list(installed_games()))
def test_every_template_is_used(slug):
    told = (part for narration, _ in narrations(slug) for said in narration for part in parts_of(said))
    used = {part.code for part in told if isinstance(part, NarrationMessage)}
    missing = set(find_game(slug).view.TEMPLATES) - used
    assert missing <= RARE.get(slug, set())
