"""The guide for new games names every Protocol of the contract, with all its names."""

from __future__ import annotations

from typing import Any

import pytest

from dottable.core import contract
from tests.conftest import ROOT

GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
PROTOCOLS = [
    thing
    for thing in vars(contract).values()
    if getattr(thing, "_is_protocol", False) and thing.__module__.startswith(contract.__name__)
]
EXPLAINED_IN_CONTRACT = {
    *("COUNTS", "METRICS", "CHARTS", "LOWEST_WINS", "opening_seat", "count_before_move", "count_after_move"),
    *("HOUSE_DECK_FILE", "read", "card_pictures", "greedy"),
}
"""Names of optional modules that the guide leaves to the contract."""


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.__name__)
def test_the_guide_names_the_protocol_and_its_members(protocol: Any) -> None:
    assert f"`{protocol.__name__}`" in GUIDE
    members = {name for name in vars(protocol) if not name.startswith("_")} - EXPLAINED_IN_CONTRACT
    assert [name for name in sorted(members) if f"`{name}`" not in GUIDE and f"`{name} = " not in GUIDE] == []
