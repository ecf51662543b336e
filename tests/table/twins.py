"""A house that compares all it tells with what it would tell if the match were a twin: the same for the
viewer's knowledge, with other hidden cards and other secret choices."""

from __future__ import annotations

from typing import Any

import msgspec

from dottable.bots.chair import generator_of
from dottable.core.game import View
from dottable.core.match import Match
from dottable.core.seats import CLOCK, SPECTATOR
from dottable.table import telling
from dottable.table.events import Event, Moved, decode, encode

from .house import House


class WatchedHouse(House):
    """While `is_watching`, every message is held against its twin's; `leaks` names those that differ."""

    is_watching = False
    snapshot_every = 7
    """So many events lie between one snapshot that is compared and the next."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.leaks: list[str] = []
        self.compared = 0
        self.secrets = 0
        """Messages about choices that the viewer may not know."""
        self.told: dict[int, list[telling.MoveTold]] = {}

    def commit(self, events: list[Event]) -> None:
        for event in events:
            if self.is_watching:
                self.watch(event)
            else:
                super().commit([event])

    def watch(self, event: Event) -> None:
        """Let an event happen, and compare what everybody is told of it."""
        viewers = (SPECTATOR, *range(self.table.opened.seats))
        before = {viewer: [match and match.view(viewer) for match in self.pair(viewer)] for viewer in viewers}
        disguised = {viewer: self.disguise(event, viewer) for viewer in viewers}
        self.bodies.append(encode(event))
        self.table.evolve(decode(self.bodies[-1]))
        if self.table.match is not None:
            assert self.table.to_act == self.table.match.to_act  # the server tells the one, this house the other
        for viewer in viewers:
            true, twin = self.pair(viewer)
            self.compare(
                f"{type(event).__name__} to {viewer}",
                self.happening(event, viewer, before[viewer][0], true),
                self.happening(disguised[viewer], viewer, before[viewer][1], twin),
            )
            if self.table.version % self.snapshot_every == 0:
                self.check_last_moves(viewer)
                self.compare(f"snapshot to {viewer}", self.snapshot(viewer, true), self.snapshot(viewer, twin))
                self.compare_previews(viewer, true, twin)

    def pair(self, viewer: int) -> tuple[Match | None, Match | None]:
        """The match, and one that the viewer cannot tell from it."""
        match = self.table.match
        return match, match and match.imagine(viewer, generator_of(self.luck.randbytes(32)))

    def disguise(self, event: Event, viewer: int) -> Event:
        """Another choice in place of one that the viewer may not know."""
        match = self.table.match
        if match is None or not isinstance(event, Moved) or event.seat in (viewer, CLOCK):
            return event
        if self.table.game.view.is_open(event.action):
            return event
        others = [action for action in match.legal(event.seat) if not self.table.game.view.is_open(action)]
        self.secrets += 1
        return msgspec.structs.replace(event, action=self.luck.choice(others))

    def happening(self, event: Event, viewer: int, before: View, after: Match | None) -> bytes:
        true, self.table.match = self.table.match, after
        seen = telling.sight(after, viewer) if after else None
        told = telling.happening(telling.news_of(self.table, event, self.now), viewer, before, seen)
        self.table.match = true
        if told.move is not None and after is true:
            self.told.setdefault(viewer, []).append(told.move)
        return msgspec.json.encode(msgspec.structs.replace(told, result=unsealed(told.result)))

    def snapshot(self, viewer: int, match: Match | None) -> bytes:
        """A snapshot but for its last moves: see `check_last_moves`."""
        true, trail = self.table.match, self.table.trail
        self.table.match, self.table.trail = match, None
        told = telling.snapshot(self.table, viewer, self.now)
        self.table.match, self.table.trail = true, trail
        return msgspec.json.encode(msgspec.structs.replace(told, result=unsealed(told.result)))

    def compare_previews(self, viewer: int, true: Match | None, twin: Match | None) -> None:
        """What the viewer's seat is told when it asks what a move would lead to."""
        if true is None or twin is None or self.table.game.previews is None:
            return
        legal = [] if viewer == SPECTATOR else true.legal(viewer)
        if legal:
            action = self.luck.choice(legal)
            foreseen = [msgspec.json.encode(match.preview(viewer, action)) for match in (true, twin)]
            self.compare(f"preview to {viewer}", *foreseen)

    def check_last_moves(self, viewer: int) -> None:
        """A snapshot tells of the last moves just what was told when they were made."""
        told = self.told.get(viewer, [])
        again = telling.last_moves(self.table, viewer)
        count = min(len(told), len(again))
        if count and list(again[-count:]) != told[-count:]:
            self.leaks.append(f"last moves to {viewer}")

    def compare(self, what: str, true: bytes, twin: bytes) -> None:
        self.compared += 1
        if true != twin:
            self.leaks.append(what)


def unsealed(result: telling.Result | None) -> telling.Result | None:
    """A result without the seed, which is told when all is over."""
    return result and msgspec.structs.replace(result, seed=None, salt=None)
