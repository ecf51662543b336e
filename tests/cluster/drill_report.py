"""The result of a drill as one JSON object: violations, stalls per fault, and load of the machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.cluster.drill_load import DrillLoad
from tests.cluster.history import Fault, History, SentMove
from tests.cluster.history_check import Violation

STALL_WINDOW_S = 10.0
"""Time in seconds after a fault. Moves that are pending within it count as affected by the fault."""


def quantiles(values: Sequence[float]) -> dict[str, float] | None:
    """Return the count, the median, the 99th percentile and the maximum; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return {
        "count": len(ordered),
        "p50": round(ordered[len(ordered) // 2], 4),
        "p99": round(p99, 4),
        "max": round(ordered[-1], 4),
    }


def stalls_s(history: History, fault: Fault, end_s: float) -> list[float]:
    """Return, for each table, the longest wait in seconds for the answer to a move that was pending after a fault."""
    worst: dict[str, float] = {}
    for move in history.moves:
        answered_s = end_s if move.answered_s is None else move.answered_s
        if answered_s >= fault.from_s and move.sent_s <= fault.from_s + STALL_WINDOW_S:
            worst[move.table] = max(worst.get(move.table, 0.0), answered_s - move.sent_s)
    return list(worst.values())


def stalls_by_kind(history: History, end_s: float) -> dict[str, Any]:
    """Return the quantiles of the stalls of every kind of fault, over all faults and tables."""
    found: dict[str, list[float]] = {}
    for fault in history.faults:
        found.setdefault(fault.kind, []).extend(stalls_s(history, fault, end_s))
    return {kind: quantiles(values) for kind, values in sorted(found.items())}


def waits_s(moves: Sequence[SentMove]) -> list[float]:
    return [move.wait_s for move in moves if move.wait_s is not None]


def drill_report(
    load: DrillLoad, violations: Sequence[Violation], stuck: Sequence[str], end_s: float
) -> dict[str, Any]:
    """Return the report of a drill."""
    moves = load.history.moves
    return {
        "nodes": len(load.nodes),
        "tables": len(load.groups),
        "players": sum(client.token is not None for group in load.groups for client in group.clients),
        "onlookers": sum(client.token is None for group in load.groups for client in group.clients),
        "matches": len(load.tables),
        "faults": Counter(fault.kind for fault in load.history.faults),
        "acknowledged_moves": sum(move.version is not None for move in moves),
        "unanswered_moves": sum(move.answered_s is None for move in moves),
        "final_refusals": Counter(move.refusal for move in moves if move.refusal is not None),
        "temporary_refusals": Counter(code for move in moves for code in move.temporary),
        "wrong_http_answers": load.api.wrong_answers,
        "resent_moves": sum(len(move.nodes) > 1 for move in moves),
        "connections": sum(client.connections for client in load.clients),
        "updates_seen": len(load.history.updates),
        "violations": Counter(violation.kind for violation in violations),
        "examples": [f"{found.table}: {found.sentence}" for found in violations[:10]],
        "tables_that_stand_still": list(stuck),
        "wait_s": quantiles(waits_s(moves)),
        "stall_s_by_fault": stalls_by_kind(load.history, end_s),
        "drill_process_lag_s": quantiles(load.lags_s),
    }
