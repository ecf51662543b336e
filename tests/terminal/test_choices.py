"""Choosing a move step by step, in every game."""

from __future__ import annotations

import random

import pytest

from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import seed_from
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game, installed_games
from dottable.core.views.narration import seat_names, unique_names
from dottable.terminal.match.move_choice import meaning_of_typed_text, menu_after_answers, steps_of
from dottable.terminal.match.seat_names import shortened
from tests.sizes import sized

POSITIONS = sized(20, 300)


def positions(slug: str, seats: int):
    """Yield matches in which seat 0 is to act."""
    game, rng = find_game(slug), random.Random(slug)
    match = Match(game, seats=seats, seed=seed_from("choices"))
    for _ in range(POSITIONS):
        for _ in range(40):
            acting = [seat for seat in match.to_act if seat != CLOCK]
            if 0 in acting or match.is_over:
                break
            if acting:
                match.apply(acting[0], rng.choice(match.legal(acting[0])))
            else:
                match.apply_clock_move()
        if match.is_over:
            match = Match(game, seats=seats, seed=seed_from(str(rng.random())))
            continue
        if 0 in match.to_act:
            yield match
            match.apply(0, rng.choice(match.legal(0)))


@pytest.mark.parametrize("slug", list(installed_games()))
def test_steps_lead_to_every_action_and_to_one_only(slug):
    game = find_game(slug)
    for match in positions(slug, 3):
        view, legal = match.view(0), match.legal(0)
        paths = {action: tuple(step.answer for step in steps_of(game, view, action)) for action in legal}
        assert len(set(paths.values())) == len(legal)
        prefixes = {path[:k] for path in paths.values() for k in range(len(path))}
        assert prefixes.isdisjoint(paths.values())
        action = legal[len(legal) // 2]
        menu = menu_after_answers(game, view, legal, paths[action][:-1])
        entry = menu.entry_with_answer(paths[action][-1])
        assert entry is not None
        assert (entry.actions, entry.is_final, entry.notation) == ((action,), True, game.view.write_action(action))


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_first_menu_is_short(slug):
    """A player sees what the next step is about, not hundreds of moves."""
    game = find_game(slug)
    for match in positions(slug, 2):
        assert len(menu_after_answers(game, match.view(0), match.legal(0), ()).entries) <= 14


def test_answers_stay_while_they_are_possible_and_are_dropped_otherwise():
    game = find_game("dot_tiles")
    match = next(iter(positions("dot_tiles", 2)))
    view, legal = match.view(0), match.legal(0)
    menu = menu_after_answers(game, view, legal, ())
    tile = menu.entries[0].answer
    assert menu_after_answers(game, view, legal, (tile,)).path == (tile,)
    assert menu_after_answers(game, view, legal, ("red 9 (r9)",)).path == ()


def test_typed_text_is_notation_an_answer_or_explained():
    game = find_game("dot_tiles")
    match = next(iter(positions("dot_tiles", 2)))
    view, legal = match.view(0), match.legal(0)
    menu = menu_after_answers(game, view, legal, ())
    assert meaning_of_typed_text(game, menu, game.view.write_action(legal[-1]), legal).action == legal[-1]
    assert meaning_of_typed_text(game, menu, menu.entries[1].answer, legal).entry == menu.entries[1]
    assert "fits" in (meaning_of_typed_text(game, menu, "(", legal).problem or "")
    assert "'zebra' is not a move" in (meaning_of_typed_text(game, menu, "zebra", legal).problem or "")


def test_names_are_unique_and_fit_the_board():
    assert unique_names(["Ann", "Steady bot", "Steady bot"]) == ["Ann", "Steady bot", "Steady bot 2"]
    assert shortened("Newcomer bot 2") == "Newcomer bot 2"
    assert len(shortened("A name of twenty letters")) == 14


@pytest.mark.parametrize("slug", list(installed_games()))
def test_boards_name_the_players(slug):
    game = find_game(slug)
    match = Match(game, seats=game.max_seats, seed=seed_from("names"))
    names = [f"Name{seat}" for seat in range(game.max_seats)]
    with seat_names(names):
        text = game.view.draw_screen(match.view(0))
    assert "Player" not in text
    assert names[1] in text
    assert "Player 2" in game.view.draw_screen(match.view(0))
