"""A harness that compares every message with the same message of a twin match.

A twin equals the match in everything that the viewer knows, but has other hidden cards and secret actions.
"""

from __future__ import annotations

from typing import Any

import msgspec

from dottable.core.game import View
from dottable.core.matches.match import Match
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.table.events import Event, Moved, Started, StartPrepared, decode_event, encode_event
from dottable.table.viewers import event_messages, snapshots
from tests.table.harness import TableHarness


class LeakHarness(TableHarness):
    """While `is_watching`, compares every message with that of the twin. `leaks` lists the differences."""

    is_watching = False
    snapshot_every = 7
    """Events between compared snapshots."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.leaks: list[str] = []
        self.compared = 0
        self.secrets = 0
        """Number of messages about secret actions."""
        self.told: dict[int, list[snapshots.MoveInfo]] = {}

    def commit(self, events: list[Event]) -> None:
        for event in events:
            if self.is_watching:
                self.watch(event)
            else:
                super().commit([event])

    def watch(self, event: Event) -> None:
        """Apply an event and compare its messages to all viewers."""
        viewers = (SPECTATOR, *range(self.table.opened.seats))
        before = {viewer: [match and match.view(viewer) for match in self.pair(viewer)] for viewer in viewers}
        disguised = {viewer: self.disguise(event, viewer) for viewer in viewers}
        self.bodies.append(encode_event(event))
        self.table.apply_event(decode_event(self.bodies[-1]))
        if self.table.match is not None:
            assert self.table.to_act == self.table.match.to_act  # the server sends the first, this harness the second
        for viewer in viewers:
            true, twin = self.pair(viewer)
            self.compare(
                f"{type(event).__name__} to {viewer}",
                self.message_of(event, viewer, before[viewer][0], true),
                self.message_of(disguised[viewer], viewer, before[viewer][1], twin),
            )
            if self.table.version % self.snapshot_every == 0:
                self.check_last_moves(viewer)
                self.compare(f"snapshot to {viewer}", self.snapshot(viewer, true), self.snapshot(viewer, twin))
                self.compare_previews(viewer, true, twin)

    def pair(self, viewer: int) -> tuple[Match | None, Match | None]:
        """Return the match and a twin that the viewer cannot distinguish from it."""
        match = self.table.match
        return match, match and match.determinize(viewer, seeded_generator(self.rng.randbytes(32)))

    def disguise(self, event: Event, viewer: int) -> Event:
        """Replace an action that is secret to the viewer by another action, and the server's part of the shuffle."""
        if isinstance(event, StartPrepared | Started):
            return msgspec.structs.replace(event, seed=self.rng.randbytes(32).hex(), salt=self.rng.randbytes(16).hex())
        match = self.table.match
        if match is None or not isinstance(event, Moved) or event.seat in (viewer, CLOCK):
            return event
        if self.table.game.view.is_public(event.action):
            return event
        others = [action for action in match.legal(event.seat) if not self.table.game.view.is_public(action)]
        self.secrets += 1
        return msgspec.structs.replace(event, action=self.rng.choice(others))

    def message_of(self, event: Event, viewer: int, before: View, after: Match | None) -> bytes:
        true, self.table.match = self.table.match, after
        seen = snapshots.viewer_state(after, viewer) if after else None
        told = event_messages.event_info(event_messages.public_event(self.table, event, self.now), viewer, before, seen)
        self.table.match = true
        if told.move is not None and after is true:
            self.told.setdefault(viewer, []).append(told.move)
        return msgspec.json.encode(msgspec.structs.replace(told, result=without_seed(told.result)))

    def snapshot(self, viewer: int, match: Match | None) -> bytes:
        """Return a snapshot without its last moves, which `check_last_moves` compares."""
        true, recent_moves = self.table.match, self.table.recent_moves
        self.table.match, self.table.recent_moves = match, None
        told = snapshots.build_snapshot(self.table, viewer, self.now)
        self.table.match, self.table.recent_moves = true, recent_moves
        return msgspec.json.encode(msgspec.structs.replace(told, result=without_seed(told.result)))

    def compare_previews(self, viewer: int, true: Match | None, twin: Match | None) -> None:
        """Compare the previews of a random legal move."""
        if true is None or twin is None or self.table.game.previews is None:
            return
        legal = [] if viewer == SPECTATOR else true.legal(viewer)
        if legal:
            action = self.rng.choice(legal)
            previews = [msgspec.json.encode(match.preview(viewer, action)) for match in (true, twin)]
            self.compare(f"preview to {viewer}", *previews)

    def check_last_moves(self, viewer: int) -> None:
        """Check that a snapshot repeats the last moves as they were sent."""
        told = self.told.get(viewer, [])
        again = snapshots.recent_move_infos(self.table, viewer)
        count = min(len(told), len(again))
        if count and list(again[-count:]) != told[-count:]:
            self.leaks.append(f"last moves to {viewer}")

    def compare(self, what: str, true: bytes, twin: bytes) -> None:
        self.compared += 1
        if true != twin:
            self.leaks.append(what)


def without_seed(result: snapshots.MatchResult | None) -> snapshots.MatchResult | None:
    """Return a result without the seed, which is public after the end."""
    return result and msgspec.structs.replace(result, seed=None, salt=None)
