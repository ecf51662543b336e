"""Models of a person's first match (`benchmarks/bots/beginners`): they play legally and beat `newcomer`."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from dottable.bots.bot import Bot, Budget, as_choice
from dottable.bots.levels import LeveledBot, levels_of
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from tests.present import present
from tests.sizes import sized

FOLDER = Path(__file__).parents[2] / "benchmarks" / "bots" / "beginners"
SLUGS = sorted(path.stem for path in FOLDER.glob("*.py"))
MOVES = sized(40, 100_000)
MATCHES = sized(1, 20)


def load_beginner(slug: str) -> Bot:
    spec = present(spec_from_file_location(f"beginner_{slug}", FOLDER / f"{slug}.py"))
    module = module_from_spec(spec)
    present(spec.loader).exec_module(module)
    bot: Bot = module.Beginner()
    return bot


def play_match(slug: str, bots: tuple[Bot, Bot], number: int) -> list[int]:
    """Return the winners of a match, none if it was cut off after MOVES moves."""
    match = Match(find_game(slug), seats=2, seed=number.to_bytes(32, "little"), salt=b"")
    while not match.is_over and len(match.moves) < MOVES:
        seat = match.to_act[0]
        if seat == CLOCK:
            assert match.apply_clock_move() is None
            continue
        seed = f"{number} {len(match.moves)}".encode()
        choice = as_choice(bots[seat].choose(SeatAccess(match, seat), Budget(), seed))
        assert choice.action in match.legal(seat)
        assert match.apply(seat, choice.action) is None
    return match.winners()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_beginner_beats_a_newcomer(slug):
    beginner, newcomer = load_beginner(slug), LeveledBot(levels_of(find_game(slug))["newcomer"])
    won = lost = 0
    for number in range(MATCHES):
        own_seat = number % 2
        bots = (beginner, newcomer) if own_seat == 0 else (newcomer, beginner)
        winners = play_match(slug, bots, number // 2)
        won += winners == [own_seat]
        lost += winners == [1 - own_seat]
    assert won >= lost


def test_the_turn_based_games_have_a_model():
    assert {"dot_tiles", "dots_72"} <= set(SLUGS)
