"""The checker accepts a correct history, and finds every planted fault."""

from __future__ import annotations

import msgspec
import pytest

from dottable.table.events import Event, Moved
from tests.cluster.history import History, SeenUpdate, SentMove
from tests.cluster.history_check import check_history
from tests.table.harness import NAMES, TableHarness

TABLE = "t1"
MOVES = 12


def played() -> tuple[History, list[Event]]:
    """Return a history of two clients and the log that it belongs to. Version v is stored at second v."""
    harness = TableHarness("dot_tiles", seats=2)
    harness.start()
    for k in range(MOVES):
        match = harness.table.live_match()
        seat = match.to_act[0]
        harness.move(NAMES[seat], harness.rng.choice(match.legal(seat)), client_id=f"m{k}")
        harness.wait(500)
    history = History()
    moves_made = 0
    for version, event in enumerate(harness.events, start=1):
        is_move = isinstance(event, Moved)
        moves_made += is_move
        if isinstance(event, Moved):
            client_id = event.client_id or ""
            history.moves.append(
                SentMove(TABLE, NAMES[event.seat], client_id, event.action, version - 0.5, version + 0.1, version)
            )
        for client in NAMES[:2]:
            history.updates.append(
                SeenUpdate(
                    TABLE,
                    client,
                    1,
                    "n1",
                    version + 0.2,
                    version,
                    "moved" if is_move else "seats",
                    event.at,
                    event.seat if isinstance(event, Moved) else None,
                    event.action if isinstance(event, Moved) and client == NAMES[event.seat] else None,
                    moves_made if is_move else None,
                )
            )
    return history, harness.events


@pytest.fixture(scope="module")
def correct():
    return played()


@pytest.fixture
def history(correct) -> History:
    return msgspec.convert(msgspec.to_builtins(correct[0]), History)


@pytest.fixture
def log(correct) -> list[Event]:
    return list(correct[1])


def faults(history: History, log: list[Event]) -> set[str]:
    return {violation.kind for violation in check_history(history, {TABLE: log})}


def replace_update(history: History, version: int, **fields) -> None:
    """Change what the first client saw at a version."""
    for k, update in enumerate(history.updates):
        if update.version == version and update.client == NAMES[0]:
            history.updates[k] = msgspec.structs.replace(update, **fields)


def test_a_correct_history_has_no_violation(history, log):
    assert check_history(history, {TABLE: log}) == []
    assert len(history.moves) == MOVES


def test_a_move_without_an_answer_may_be_stored_or_not(history, log):
    history.moves[-1].version = history.moves[-1].answered_s = None
    history.moves.append(SentMove(TABLE, "ann", "never", 0, 99.0))
    assert faults(history, log) == set()


def test_a_lost_move_is_found(history, log):
    assert "lost" in faults(history, log[:-1])
    history.updates = [update for update in history.updates if update.version < len(log)]
    assert faults(history, log[:-1]) == {"lost"}


def test_a_doubled_move_is_found(history, log):
    assert "doubled" in faults(history, [*log, log[-1]])


def test_an_acknowledgement_with_another_version_is_found(history, log):
    history.moves[0].version += 1
    assert "misplaced" in faults(history, log)


def test_a_stored_move_that_was_refused_is_found(history, log):
    history.moves[-1].version, history.moves[-1].refusal = None, "not_your_turn"
    assert faults(history, log) == {"refused_but_stored"}


def test_a_forked_log_is_found(history, log):
    last = log[-1]
    assert isinstance(last, Moved)
    replace_update(history, len(log), action=last.action + 1, seat=last.seat)
    assert faults(history, log) == {"forked"}


def test_an_event_of_another_time_at_the_same_version_is_found(history, log):
    replace_update(history, 2, at=1)
    assert faults(history, log) == {"forked"}


def test_an_event_that_was_never_stored_is_found(history, log):
    last = history.updates[-1]
    history.updates.append(msgspec.structs.replace(last, version=len(log) + 1))
    assert faults(history, log) == {"forked"}


def test_a_reordering_of_acknowledged_moves_is_found(history, log):
    first, second = history.moves[-2:]
    first.sent_s = second.answered_s + 1
    first.answered_s = first.sent_s + 0.1
    assert faults(history, log) == {"reordered"}


def test_a_move_before_what_its_client_had_seen_is_found(history, log):
    for move in history.moves[-2:]:
        move.version = move.answered_s = None
    history.moves[-2].sent_s = len(log) + 0.5
    assert faults(history, log) == {"reordered"}


def test_a_log_with_an_illegal_move_is_found(history, log):
    k = next(k for k, event in enumerate(log) if isinstance(event, Moved))
    log[k], log[k + 1] = log[k + 1], log[k]
    assert "replay" in faults(history, log)


def test_a_gap_and_a_step_back_are_found(history, log):
    kept = [update for update in history.updates if update.version != 3]
    assert faults(History(history.moves, kept), log) == {"gap"}
    stale = msgspec.structs.replace(history.updates[0], kind="snapshot", at_s=99.0, connection=2)
    history.updates.append(stale)
    assert faults(history, log) == {"went_back"}
