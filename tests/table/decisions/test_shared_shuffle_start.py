"""The start of a match with a shared shuffle: commit, reveal, start or cancel."""

from __future__ import annotations

import hashlib
from itertools import combinations

import pytest

from dottable.core.game import Game
from dottable.core.matches.commit_reveal_shuffle import Contribution, combine_seed
from dottable.core.primitives.seats import SPECTATOR
from dottable.table.commands import Abort, AnyCommand, Contribute, Reveal, SeatBot, SetReady, Sit, Stand, Start, Unseat
from dottable.table.decisions.command_results import Accepted, Rejected
from dottable.table.decisions.shared_shuffle_start import REVEAL_LIMIT_MS
from dottable.table.events import Started, StartPrepared
from dottable.table.table import Table
from dottable.table.viewers import event_messages, seat_info, snapshots
from dottable.table.viewers.players_shuffle_info import ShuffleInfo
from tests.table.harness import NAMES, RED, TableHarness

ENTROPY = {name: hashlib.sha256(name.encode()).digest() for name in NAMES}


def entropy_hash(name: str, entropy: bytes | None = None) -> str:
    return hashlib.sha256(entropy or ENTROPY[name]).hexdigest()


def pledge(harness: TableHarness, *names: str) -> None:
    for name in names:
        assert isinstance(harness.command(name, Contribute(entropy_hash=entropy_hash(name))), Accepted)


def reveal(name: str) -> Reveal:
    return Reveal(entropy=ENTROPY[name].hex())


def prepared_table(game: Game | str = "dots_52", seats: int = 3) -> TableHarness:
    """Return a table whose host has started; all players must reveal now."""
    harness = TableHarness(game, seats=seats)
    harness.seat_people()
    pledge(harness, *NAMES[:seats])
    harness.command("ann", Start())
    return harness


def test_a_match_without_contributions_starts_at_once() -> None:
    harness = TableHarness(seats=2)
    harness.start()
    assert harness.table.status == "live"
    assert harness.table.live_match().contributions == ()


def test_the_match_starts_with_the_last_reveal() -> None:
    harness = prepared_table()
    assert harness.table.match is None
    for name in ("cem", "ann"):
        assert isinstance(harness.command(name, reveal(name)), Accepted)
        assert harness.table.match is None
    harness.command("bob", reveal("bob"))
    match = harness.table.live_match()
    parts = [Contribution(seat, ENTROPY[NAMES[seat]]) for seat in range(3)]
    assert harness.table.status == "live"
    assert match.contributions == tuple(parts)
    assert match.deal_seed == combine_seed(match.seed, parts)


def test_the_server_is_bound_before_the_first_reveal() -> None:
    harness = prepared_table()
    fixed = snapshots.build_snapshot(harness.table, SPECTATOR, harness.now)
    assert [one.entropy_hash for one in fixed.shuffle.contributions] == [entropy_hash(name) for name in NAMES[:3]]
    for name in NAMES[:3]:
        harness.command(name, reveal(name))
    match = harness.table.live_match()
    assert hashlib.sha256(match.seed + match.salt).hexdigest() == fixed.commitment == harness.table.commitment


def test_all_ready_prepares_the_start_as_well() -> None:
    harness = TableHarness(seats=2)
    harness.seat_people()
    pledge(harness, "bob")
    harness.command("ann", SetReady())
    harness.command("bob", SetReady())
    assert harness.table.shuffle.unrevealed_seats == [1]
    harness.command("bob", reveal("bob"))
    assert harness.table.status == "live"


def test_a_seat_without_a_hash_and_bots_do_not_contribute() -> None:
    harness = TableHarness(seats=3)
    harness.seat_people(2)
    harness.seat_bots()
    pledge(harness, "bob")
    harness.command("ann", Start())
    harness.command("bob", reveal("bob"))
    assert [one.seat for one in harness.table.live_match().contributions] == [1]


def test_a_player_who_is_away_does_not_delay_the_start() -> None:
    harness = TableHarness(seats=2)
    harness.seat_people()
    pledge(harness, "ann", "bob")
    harness.table.remove_connection("bob", harness.now)
    harness.command("ann", Start())
    assert harness.table.shuffle.unrevealed_seats == [0]


def test_the_one_who_starts_contributes_even_before_the_connection() -> None:
    harness = TableHarness(seats=2)
    harness.command("ann", Sit(name="Ann", colour=RED))
    pledge(harness, "ann")
    harness.seat_bots()
    harness.command("ann", Start())
    assert harness.table.shuffle.unrevealed_seats == [0]


@pytest.mark.parametrize(
    ("player", "command", "code"),
    [
        ("ann", Reveal(entropy="00" * 32), "wrong-entropy"),
        ("zoe", Reveal(entropy="00" * 32), "no-reveal-due"),
        ("ann", Contribute(entropy_hash="00" * 32), "starting"),
        ("ann", Start(), "starting"),
        ("bob", Stand(), "starting"),
        ("ann", Unseat(seat=1), "starting"),
        ("bob", SetReady(is_ready=False), "starting"),
        ("zoe", Sit(name="Zoe", colour=RED), "starting"),
        ("ann", SeatBot(level="steady"), "starting"),
    ],
)
def test_nothing_can_be_changed_once_the_shuffle_is_fixed(player: str, command: AnyCommand, code: str) -> None:
    harness = prepared_table()
    version = harness.table.version
    answer = harness.command(player, command)
    assert isinstance(answer, Rejected)
    assert answer.code == code
    assert harness.table.version == version


def test_a_seat_reveals_once() -> None:
    harness = prepared_table()
    harness.command("bob", reveal("bob"))
    answer = harness.command("bob", reveal("bob"))
    assert isinstance(answer, Rejected)
    assert answer.code == "no-reveal-due"


def test_a_spectator_cannot_contribute() -> None:
    harness = TableHarness(seats=2)
    answer = harness.command("zoe", Contribute(entropy_hash="00" * 32))
    assert isinstance(answer, Rejected)
    assert answer.code == "not-seated"


def test_a_hash_goes_with_its_player() -> None:
    harness = TableHarness(seats=2)
    harness.seat_people()
    pledge(harness, "ann", "bob")
    harness.command("bob", Stand())
    assert [one.seat for one in shuffle_of(harness).contributions] == [0]


def shuffle_of(harness: TableHarness) -> ShuffleInfo:
    return snapshots.build_snapshot(harness.table, SPECTATOR, harness.now).shuffle


def test_a_withheld_reveal_cancels_the_start_and_names_the_player() -> None:
    harness = prepared_table()
    harness.command("bob", SetReady())
    for name in ("ann", "cem"):
        harness.command(name, reveal(name))
    harness.wait(REVEAL_LIMIT_MS - 1)
    assert harness.table.shuffle.prepared is not None
    harness.wait(1)
    event = harness.events[-1]
    told = event_messages.event_info(
        event_messages.public_event(harness.table, event, harness.now), SPECTATOR, None, None
    )
    assert told.kind == "start_cancelled"
    assert told.notice == "The match did not start: Bob did not send a part of the shuffle in time. Start again."
    assert told.shuffle == ShuffleInfo(is_starting=False, contributions=())
    assert (harness.table.status, harness.table.commitment) == ("open", None)


def test_a_cancelled_start_withdraws_the_readiness_of_the_missing_seats_only() -> None:
    harness = TableHarness(seats=3)
    harness.seat_people()
    pledge(harness, "ann", "bob")
    for name in NAMES[:3]:
        harness.command(name, SetReady())
    harness.command("ann", reveal("ann"))
    harness.wait(REVEAL_LIMIT_MS)
    assert [seat.is_ready for seat in seat_info.seat_infos(harness.table)] == [True, False, True]


def test_the_next_start_uses_new_secrets_and_new_hashes() -> None:
    harness = prepared_table(seats=2)
    harness.command("ann", reveal("ann"))
    harness.wait(REVEAL_LIMIT_MS)
    fresh = b"fresh bytes of ann, 32 in number"
    harness.command("ann", Contribute(entropy_hash=entropy_hash("ann", fresh)))
    harness.command("ann", Start())
    first, second = [event for event in harness.events if isinstance(event, StartPrepared)]
    assert first.seed != second.seed
    assert first.salt != second.salt
    assert [one.seat for one in second.hashes] == [0]
    old = harness.command("ann", reveal("ann"))
    assert isinstance(old, Rejected)
    harness.command("ann", Reveal(entropy=fresh.hex()))
    assert harness.table.live_match().contributions == (Contribution(0, fresh),)


def test_the_host_may_close_the_table_meanwhile() -> None:
    harness = prepared_table()
    harness.command("ann", Abort())
    assert harness.table.status == "aborted"
    assert harness.table.next_due_at(harness.now) is None
    result = snapshots.match_result(harness.table)
    assert result is not None
    assert (result.seed, result.salt) == (None, None)


@pytest.mark.parametrize("revealed", [names for k in range(3) for names in combinations(NAMES[:3], k)])
def test_a_restart_between_the_phases_loses_nothing(revealed: tuple[str, ...]) -> None:
    harness = prepared_table()
    for name in revealed:
        harness.command(name, reveal(name))
    before = snapshots.build_snapshot(harness.table, SPECTATOR, harness.now)
    harness.now += 3_600_000  # the server was down for an hour
    harness.table = Table.restore("t1", harness.events, harness.now)
    after = snapshots.build_snapshot(harness.table, SPECTATOR, harness.now)
    assert (after.commitment, after.shuffle) == (before.commitment, before.shuffle)
    harness.wait(REVEAL_LIMIT_MS - 1)
    for name in NAMES[:3]:
        if name not in revealed:
            assert isinstance(harness.command(name, reveal(name)), Accepted)
    assert harness.table.status == "live"
    again = harness.restored()
    assert again.live_match().state_bytes == harness.table.live_match().state_bytes


def test_a_restart_does_not_save_a_start_that_lacks_a_reveal() -> None:
    harness = prepared_table()
    harness.table = Table.restore("t1", harness.events, harness.now)
    harness.wait(REVEAL_LIMIT_MS)
    assert harness.table.shuffle.prepared is None
    assert harness.restored().shuffle.hashes == {}


def test_no_message_before_the_end_holds_the_server_s_secrets(last_dot: Game) -> None:
    harness = prepared_table(last_dot, seats=2)
    texts: list[str] = []
    for name in ("ann", "bob"):
        harness.command(name, reveal(name))
        texts += [repr(snapshots.build_snapshot(harness.table, viewer, harness.now)) for viewer in (0, 1, SPECTATOR)]
    started = next(event for event in harness.events if isinstance(event, Started))
    deal = harness.table.live_match().deal_seed.hex()
    assert not [text for text in texts if started.seed in text or started.salt in text or deal in text]
    harness.play_randomly(200)
    assert started.seed in repr(snapshots.build_snapshot(harness.table, SPECTATOR, harness.now))
