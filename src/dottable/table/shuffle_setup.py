"""Preparation of a shared shuffle: the players' hashes, the fixed start, and the bytes revealed so far."""

from __future__ import annotations

from dottable.table.events import (
    EntropyCommitted,
    EntropyRevealed,
    SeatEntropy,
    ShuffleEvent,
    StartCancelled,
    StartPrepared,
)


class ShuffleSetup:
    """The state of commit and reveal before the start. Only `apply` and `forget_seat` change it."""

    __slots__ = ("entropies", "hashes", "prepared")

    def __init__(self) -> None:
        self.hashes: dict[int, str] = {}
        """Hash of each seat that wants to contribute; after `prepared`, of each seat that must reveal."""
        self.prepared: StartPrepared | None = None
        """The start that waits for reveals; None if there is none. It holds the server's secret seed."""
        self.entropies: dict[int, str] = {}
        """Bytes revealed so far, by seat."""

    @property
    def unrevealed_seats(self) -> list[int]:
        """Seats that published a hash and have not revealed their bytes yet, in order."""
        return [seat for seat in sorted(self.hashes) if seat not in self.entropies]

    def entropies_with(self, seat: int, entropy: str) -> tuple[SeatEntropy, ...]:
        """Return all revealed bytes in the order of the seats, after one more seat has revealed its own."""
        revealed = {**self.entropies, seat: entropy}
        return tuple(SeatEntropy(one, revealed[one]) for one in sorted(revealed))

    def forget_seat(self, seat: int) -> None:
        """Drop the hash of a seat whose holder changed."""
        self.hashes.pop(seat, None)

    def apply(self, event: ShuffleEvent) -> None:
        """Apply a stored event."""
        if isinstance(event, EntropyCommitted):
            self.hashes[event.seat] = event.entropy_hash
        elif isinstance(event, StartPrepared):
            self.prepared = event
            self.hashes = {one.seat: one.entropy_hash for one in event.hashes}
        elif isinstance(event, EntropyRevealed):
            self.entropies[event.seat] = event.entropy
        elif isinstance(event, StartCancelled):
            self.prepared, self.hashes, self.entropies = None, {}, {}
