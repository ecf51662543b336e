"""Options whose defaults depend on who plays: the memory of a view (B16, D17)."""

from __future__ import annotations

import pytest

from dottable.core.matches.match_log import read_log, verify_log, write_log
from dottable.core.options import format_options
from dottable.table.commands import Start
from tests.table.harness import TableHarness

GAMES = ("dots_52", "dots_72")


def started(slug: str, people: int, **options: str) -> TableHarness:
    """Return a table of three at which these people sit, and bots at the other seats."""
    harness = TableHarness(slug, seats=3, options=options)
    harness.seat_people(people)
    harness.seat_bots()
    harness.command("ann", Start())
    return harness


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    ("people", "chosen", "memory"),
    [(1, None, "on"), (2, None, "on"), (3, None, "off"), (1, "off", "off"), (3, "on", "on"), (3, "auto", "off")],
)
def test_B16_memory_is_on_with_bots_and_off_among_people(slug, people, chosen, memory):
    harness = started(slug, people, **({"memory": chosen} if chosen else {}))
    match = harness.table.live_match()
    assert match.view(0).options.memory == memory
    assert f"memory={memory}" in format_options(match.options)
    assert harness.restored().live_match().view(0).options.memory == memory


@pytest.mark.parametrize("slug", GAMES)
def test_B16_the_log_names_what_was_decided(slug):
    log = write_log(started(slug, 3).table.live_match())
    assert "memory=off" in log
    assert verify_log(read_log(log)).view(0).options.memory == "off"


@pytest.mark.parametrize("slug", GAMES)
def test_B16_a_rematch_decides_anew(slug):
    harness = started(slug, 3)
    assert "memory=auto" in harness.table.opened.options
