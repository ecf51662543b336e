"""`python -m tests.server.hostile`: run every hostile kind once and print a JSON summary."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from tests.server.hostile.running import MAX_GROWTH_MB, MAX_HEALTH_MS, KindResult, all_kinds, run_kind
from tests.server.hostile.target import Target


def run_all(target: Target) -> tuple[list[KindResult], dict[str, float]]:
    """Return the result of every kind, and figures of the whole run."""
    before, start = target.memory_mb(), time.perf_counter()
    results = []
    for kind in all_kinds():
        results.append(run_kind(target, kind))
        sys.stderr.write(f"{results[-1]}\n"[:300])
    seconds = time.perf_counter() - start
    growth_mb = target.kept_memory_mb(before + MAX_GROWTH_MB) - before
    return results, {"seconds": round(seconds, 1), "growth_mb": round(growth_mb, 1)}


def by_seconds(result: KindResult) -> float:
    """Return a sort key that puts slow kinds first."""
    return -result.seconds


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        target = Target(Path(folder))
        try:
            target.warm_up()
            results, figures = run_all(target)
            has_traceback = "Traceback" in target.error_log()
            sys.stderr.write(target.error_log())
        finally:
            target.stop()
    slowest = sorted(results, key=lambda result: -result.health_ms)[:5]
    bad = [result._asdict() for result in results if result.bad_statuses or result.health_ms > MAX_HEALTH_MS]
    summary = {
        "kinds": len(results),
        **figures,
        "repeated_kinds": sum(result.tries > 1 for result in results),
        "server_errors": sum(status // 100 == 5 for result in results for status in result.statuses),
        "slowest_health_ms": {result.name: result.health_ms for result in slowest},
        "slowest_kinds_s": {result.name: result.seconds for result in sorted(results, key=by_seconds)[:10]},
        "tracebacks": has_traceback,
        "bad": bad,
    }
    print(json.dumps(summary, indent=1, ensure_ascii=False))  # noqa: T201
    return 1 if bad or has_traceback or figures["growth_mb"] > MAX_GROWTH_MB else 0


if __name__ == "__main__":
    sys.exit(main())
