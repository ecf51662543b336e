"""What Chromium's own trace says of the page's main thread: how long it worked on each event of a table, and at what.

An event's work is the task in which its message arrives, and all script of the next frame: animation callbacks, and
observers, which measure pieces and let them fly. Styles and layouts that this script asks for are in it, and told
apart. The frame's own style, layout and paint are not: no script waits for them.
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
RENDERING = {"FireAnimationFrame", "PrePaint"}
SCRIPT = {"FireAnimationFrame", "FunctionCall"}
FORCED = {"UpdateLayoutTree", "Layout"}
SOON_US = 100_000
"""A frame that comes later has another cause."""

WATCH = f"""
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
"""Marks in the trace where an event arrives."""


@dataclass(frozen=True)
class Work:
    """Milliseconds for one event."""

    script: float
    """The processor's time, forced styles and layouts included."""
    forced: float
    wall: float
    """By the clock: other processes on the machine make it longer."""


class Thread:
    """The main thread of the page that has heard the events."""

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
        """The innermost task that runs at a moment."""
        held = [one for one in self.spans[: bisect_left(self.starts, moment + 1)] if one["name"] in TASKS]
        return next((one for one in reversed(held) if one["ts"] + one["dur"] >= moment), None)

    def callbacks_after(self, moment: float) -> list[dict[str, Any]]:
        """All script of the first frame after a moment."""
        later = self.spans[bisect_left(self.starts, moment) :]
        first = next((one for one in later if one["name"] in RENDERING), None)
        frame = None if first is None or first["ts"] > moment + SOON_US else self.task_at(first["ts"])
        return [] if frame is None else list(outermost(one for one in self.inside(frame) if one["name"] in SCRIPT))

    def work(self) -> list[Work]:
        """One for each event, in order."""
        found = []
        for mark in self.marks:
            task = self.task_at(mark)
            if task is not None:
                spans = [task, *self.callbacks_after(task["ts"] + task["dur"])]
                forced = [one for span in spans for one in self.inside(span) if one["name"] in FORCED]
                found.append(Work(_cpu(spans), _cpu(forced), sum(one["dur"] for one in spans) / 1000))
        return found


def outermost(spans: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Without those that lie in another; they come in order."""
    end = 0.0
    for one in spans:
        if one["ts"] >= end:
            end = one["ts"] + one["dur"]
            yield one


def _cpu(spans: Iterable[dict[str, Any]]) -> float:
    return sum(float(one.get("tdur", one["dur"])) for one in spans) / 1000


def summary(work: Sequence[Work]) -> dict[str, Any]:
    """Median, 95th percentile and maximum of each."""
    told: dict[str, Any] = {"events": len(work)}
    for name in ("script", "forced", "wall"):
        values = sorted(getattr(one, name) for one in work) or [0.0]
        p95 = values[min(len(values) - 1, int(0.95 * len(values)))]
        told[f"{name}_ms"] = {"median": median(values), "p95": p95, "max": values[-1]}
    return told
