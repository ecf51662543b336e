"""Reviews in both stores: claims, saving, deletion with the match, and daily puzzles."""

from __future__ import annotations

import asyncio

import pytest

from dottable.store import ReviewRow
from tests.store.sample_rows import table_row

pytestmark = pytest.mark.anyio


def claim(claimant: str, until: int = 100, version: int = 1, table: str = "t1") -> ReviewRow:
    return ReviewRow(table, version, claimant, until, is_complete=False, body=b"{}")


@pytest.fixture
async def over(store):
    """A store with a finished match `t1`."""
    await store.append_events("t1", 0, [b"a"], table_row("t1", status="over"))
    return store


async def test_only_one_of_two_claims_is_accepted(over):
    answers = await asyncio.gather(*(over.claim_review(claim(name), 50) for name in "abcd"))
    assert sum(answers) == 1


async def test_an_expired_or_released_claim_is_taken_over(over):
    assert await over.claim_review(claim("a", until=100), 50)
    assert not await over.claim_review(claim("b", until=200), 99)
    assert await over.claim_review(claim("b", until=200), 100)
    await over.save_review(claim("a")._replace(body=b"late", is_complete=True))
    assert (await over.find_review("t1")).body == b"{}"
    await over.release_review("t1", "b")
    assert await over.claim_review(claim("c"), 101)


async def test_a_complete_review_is_claimed_only_for_another_version(over):
    assert await over.claim_review(claim("a"), 0)
    await over.save_review(claim("a")._replace(body=b"done", is_complete=True, claimed_until=0))
    assert (await over.find_review("t1")) == ReviewRow("t1", 1, "a", 0, is_complete=True, body=b"done")
    assert not await over.claim_review(claim("b"), 10)
    assert await over.claim_review(claim("b", version=2), 10)
    assert not (await over.find_review("t1")).is_complete


@pytest.mark.parametrize("status", ["open", "live", "aborted", "set_aside"])
async def test_only_a_match_that_is_over_is_claimed(store, status):
    await store.append_events("t1", 0, [b"a"], table_row("t1", status=status))
    assert not await store.claim_review(claim("a"), 0)
    assert not await store.claim_review(claim("a", table="unknown"), 0)
    assert await store.find_review("t1") is None


async def test_a_review_is_deleted_with_its_match(over):
    await over.claim_review(claim("a"), 0)
    assert await over.prune_tables("over", 2**50, 10) == 1
    assert await over.find_review("t1") is None


async def test_a_review_is_deleted_when_names_are_replaced(over):
    await over.claim_review(claim("a"), 0)
    await over.rewrite_table("t1", {0: b"b"})
    assert await over.find_review("t1") is None


async def test_reviews_are_found_by_player(over):
    player, _ = table_row("t1").players[0]
    await over.claim_review(claim("a"), 0)
    assert await over.reviews_of_player(player, 1, 10) == []
    await over.save_review(claim("a")._replace(body=b"done", is_complete=True))
    assert await over.reviews_of_player(player, 1, 10) == [("t1", 0, b"done")]
    assert await over.reviews_of_player(player, 2, 10) == []


async def test_the_first_puzzle_of_a_day_stays(store):
    await store.save_daily_puzzle("dot_tiles", "2026-11-18", 1, b"first")
    await store.save_daily_puzzle("dot_tiles", "2026-11-18", 1, b"second")
    assert await store.find_daily_puzzle("dot_tiles", "2026-11-18", 1) == b"first"
    assert await store.find_daily_puzzle("dot_tiles", "2026-11-18", 2) is None
