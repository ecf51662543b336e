"""Preparation of a commit-reveal shuffle: players first send the hashes of random bytes, then reveal the bytes."""

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
    """Which seats have committed to random bytes for the shuffle (commit and reveal), and which have revealed them."""

    __slots__ = ("entropies", "hashes", "prepared")

    def __init__(self) -> None:
        self.hashes: dict[int, str] = {}
        """SHA-256 hash by seat that wants to contribute; once `prepared` is set, by seat that must reveal its bytes."""
        self.prepared: StartPrepared | None = None
        """The event of a start that waits for reveals, with the server's secret seed; None if no start is pending."""
        self.entropies: dict[int, str] = {}
        """Random bytes revealed so far, in hexadecimal, by seat."""

    @property
    def unrevealed_seats(self) -> list[int]:
        """Seats that published a hash and have not revealed their bytes yet, in order."""
        return [seat for seat in sorted(self.hashes) if seat not in self.entropies]

    def entropies_with(self, seat: int, entropy: str) -> tuple[SeatEntropy, ...]:
        """Return the revealed bytes of all seats in seat order, including `entropy` of `seat`. Changes nothing."""
        revealed = {**self.entropies, seat: entropy}
        return tuple(SeatEntropy(seat_number, revealed[seat_number]) for seat_number in sorted(revealed))

    def forget_seat(self, seat: int) -> None:
        """Drop the committed hash of a seat, because another player has taken it."""
        self.hashes.pop(seat, None)

    def apply_event(self, event: ShuffleEvent) -> None:
        """Apply one stored event of the shuffle: update the hashes, the pending start or the revealed bytes."""
        if isinstance(event, EntropyCommitted):
            self.hashes[event.seat] = event.entropy_hash
        elif isinstance(event, StartPrepared):
            self.prepared = event
            self.hashes = {seat_hash.seat: seat_hash.entropy_hash for seat_hash in event.hashes}
        elif isinstance(event, EntropyRevealed):
            self.entropies[event.seat] = event.entropy
        elif isinstance(event, StartCancelled):
            self.prepared, self.hashes, self.entropies = None, {}, {}
