"""Script time per table event on the page's main thread, from a Chromium trace.

The cost of an event is the task in which its message arrives plus all script of the next frame (animation callbacks
and observers). It includes forced style and layout, which are also reported separately. The frame's own style,
layout and paint are excluded, because no script waits for them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

CATEGORIES = ["devtools.timeline", "toplevel", "blink.user_timing"]
MARK = "dottable-event"
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
MAIN_THREAD_NAME = "CrRendererMain"
RENDERING = {"FireAnimationFrame", "PrePaint"}
SCRIPT = {"FireAnimationFrame", "FunctionCall"}
FORCED = {"UpdateLayoutTree", "Layout"}
SOON_US = 100_000
"""Longest delay in microseconds from an event to its frame. A later frame has another cause."""

MARK_EVENTS = f"""
const Native = window.WebSocket;
window.WebSocket = class extends Native {{
  set onmessage(listener) {{
    this.addEventListener("message", (event) => {{
      if (event.data.startsWith('{{"kind":"event"')) performance.mark("{MARK}");
      listener.call(this, event);
    }});
  }}
}};
"""
"""Script that adds a trace mark when an event message arrives."""


@dataclass(frozen=True)
class EventCost:
    """Cost of one event in milliseconds."""

    script: float
    """Processor time, including forced style and layout."""
    forced: float
    wall: float
    """Wall-clock time. Other processes make it longer."""


class MainThread:
    """The main thread of the page that received the events."""

    def __init__(self, trace: dict[str, Any]) -> None:
        marks = [one for one in trace["traceEvents"] if one["name"] == MARK and "user_timing" in one.get("cat", "")]
        threads = [(one["pid"], one["tid"]) for one in marks]
        self.marks = sorted(one["ts"] for one in marks)
        main = max(set(threads), key=threads.count, default=(0, 0))
        spans = (one for one in trace["traceEvents"] if one.get("ph") == "X" and "dur" in one)
        self.spans = sorted(
            (one for one in spans if (one["pid"], one["tid"]) == main), key=lambda one: (one["ts"], -one["dur"])
        )
        self.starts = [one["ts"] for one in self.spans]

    def inside(self, span: dict[str, Any]) -> Iterable[dict[str, Any]]:
        end = span["ts"] + span["dur"]
        for one in self.spans[bisect_left(self.starts, span["ts"]) :]:
            if one["ts"] > end:
                return
            if one is not span and one["ts"] + one["dur"] <= end:
                yield one

    def task_at(self, moment: float) -> dict[str, Any] | None:
        """Return the innermost task that runs at a time in microseconds."""
        held = [one for one in self.spans[: bisect_left(self.starts, moment + 1)] if one["name"] in TASKS]
        return next((one for one in reversed(held) if one["ts"] + one["dur"] >= moment), None)

    def callbacks_after(self, moment: float) -> list[dict[str, Any]]:
        """Return all script spans of the first frame after a time in microseconds."""
        later = self.spans[bisect_left(self.starts, moment) :]
        first = next((one for one in later if one["name"] in RENDERING), None)
        frame = None if first is None or first["ts"] > moment + SOON_US else self.task_at(first["ts"])
        return [] if frame is None else list(outermost(one for one in self.inside(frame) if one["name"] in SCRIPT))

    def event_costs(self) -> list[EventCost]:
        """Return the cost of each event in order."""
        found = []
        for mark in self.marks:
            task = self.task_at(mark)
            if task is not None:
                spans = [task, *self.callbacks_after(task["ts"] + task["dur"])]
                forced = [one for span in spans for one in self.inside(span) if one["name"] in FORCED]
                found.append(EventCost(_cpu(spans), _cpu(forced), sum(one["dur"] for one in spans) / 1000))
        return found


@dataclass(frozen=True)
class LongestTask:
    """The longest tasks of all pages' main threads in milliseconds: one by the clock, one by processor time."""

    wall: float
    cpu: float


def longest_task(trace: dict[str, Any]) -> LongestTask:
    """Return the longest tasks of the main threads of all pages. Other processes make the one by the clock longer."""
    named = (one for one in trace["traceEvents"] if one["name"] == "thread_name")
    mains = {(one["pid"], one["tid"]) for one in named if one["args"]["name"] == MAIN_THREAD_NAME}
    spans = (one for one in trace["traceEvents"] if one.get("ph") == "X" and "dur" in one and one["name"] in TASKS)
    tasks = [one for one in spans if (one["pid"], one["tid"]) in mains]
    return LongestTask(max(one["dur"] for one in tasks) / 1000, max(one.get("tdur", 0) for one in tasks) / 1000)


def outermost(spans: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Yield the spans that lie in no other span. The spans must be sorted by start."""
    end = 0.0
    for one in spans:
        if one["ts"] >= end:
            end = one["ts"] + one["dur"]
            yield one


def _cpu(spans: Iterable[dict[str, Any]]) -> float:
    return sum(float(one.get("tdur", one["dur"])) for one in spans) / 1000


def summary(costs: Sequence[EventCost]) -> dict[str, Any]:
    """Return median, 95th percentile and maximum of each cost in milliseconds."""
    statistics: dict[str, Any] = {"events": len(costs)}
    for name in ("script", "forced", "wall"):
        values = sorted(getattr(one, name) for one in costs) or [0.0]
        p95 = values[min(len(values) - 1, int(0.95 * len(values)))]
        statistics[f"{name}_ms"] = {"median": median(values), "p95": p95, "max": values[-1]}
    return statistics
