"""Races over a 20 ms and a 180 ms line: how often each side wins, honest and with delayed or dropped pongs.

    python benchmarks/live/race_drill.py [--round-trips 20 180] [--tables 40] [--races 25] [--jitter 0.1]

Prints JSON. Needs root and /dev/net/tun on Linux: server and clients run in two network namespaces that are joined by
a line with delays, so that the kernel's round-trip times are real.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.server.live.delay_line import is_available  # noqa: E402
from tests.server.live.race_drill import parse_plan, run_drill  # noqa: E402

if __name__ == "__main__":
    if not is_available():
        sys.exit("This drill needs root and /dev/net/tun.")
    print(json.dumps(run_drill(parse_plan(sys.argv[1:])), indent=2))
