"""Starts our server for the benchmark, like `dottable serve` but without rate limits.

python ours_server.py PORT STORE

`DOTTABLE_RULES` says how rules run. With DOTTABLE_RULES=portable and DOTTABLE_COMPILE_RULES=false they stay portable.
"""

from __future__ import annotations

import os
import sys

from dottable.server.access.limits import Limits
from dottable.server.configuration.settings import ServerConfig
from dottable.server.serving import serve

if __name__ == "__main__":
    limits = Limits(messages_per_s=1e6, messages_burst=1_000_000, max_open_tables_per_player=1_000_000)
    config = ServerConfig(
        port=int(sys.argv[1]),
        store=sys.argv[2],
        limits=limits,
        metrics_token="benchmark",
        compile_rules=os.environ.get("DOTTABLE_COMPILE_RULES") != "false",
    )
    sys.exit(serve(config))
