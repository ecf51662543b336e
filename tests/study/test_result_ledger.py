"""The ledger adds up to the result, and its chance part is fair."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from dottable.study.evaluation_settings import ReviewSettings
from dottable.study.result_ledger import LedgerBook, make_ledger, residual, win_shares
from dottable.study.skill_and_luck_estimates import SETTINGS_WITHOUT_DECISIONS
from tests.sizes import sized
from tests.study.finished import GAMES, SMALL, finished_match

SEED = bytes(range(32))
LEDGER = sized(SMALL, SETTINGS_WITHOUT_DECISIONS)


@cache
def ledger_of(slug: str, settings: ReviewSettings) -> LedgerBook:
    """Return the ledger of a finished match."""
    return make_ledger(finished_match(slug), SEED, settings)


@pytest.mark.parametrize("slug", GAMES)
def test_parts_add_up_to_the_result(slug: str) -> None:
    match = finished_match(slug)
    book = ledger_of(slug, LEDGER)
    assert [one.result for one in book.seats] == list(win_shares(match))
    assert max(abs(residual(one)) for one in book.seats) < 1e-9


@pytest.mark.parametrize("slug", GAMES)
def test_curve_ends_with_the_result(slug: str) -> None:
    match = finished_match(slug)
    book = ledger_of(slug, SMALL)
    assert [point.move for point in book.curve] == list(range(-1, len(match.moves)))
    assert book.curve[-1].win_chances == tuple(win_shares(match))


@pytest.mark.parametrize("slug", GAMES)
def test_what_one_seat_gains_the_others_lose(slug: str) -> None:
    book = ledger_of(slug, SMALL)
    assert all(abs(sum(entry.change)) < 1e-6 for entry in book.entries)


def test_chance_has_mean_zero_over_matches() -> None:
    """Luck is unbiased. The interval is four standard errors wide on each side."""
    luck = [make_ledger(finished_match("dot_tiles", seed=seed), SEED, LEDGER).seats[0] for seed in range(sized(6, 200))]
    parts = np.array([one.deal + one.chance for one in luck])
    assert abs(parts.mean()) < 4 * parts.std(ddof=1) / len(parts) ** 0.5
