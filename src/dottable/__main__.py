"""Runs the command line: the program `dottable`, and `python -m dottable`."""

import os
import signal
import sys
import threading


def entry() -> None:
    """Run the command line and exit.

    While the modules are still being imported, Ctrl-C ends the process without a traceback.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if "_ARGCOMPLETE" in os.environ:
        from dottable.cli.completion import answer_completion_request

        answer_completion_request()
    from dottable.cli import main
    from dottable.cli.interrupts import exit_at_interrupt

    exit_at_interrupt()
    status = main()
    if has_running_jobs():
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)
    sys.exit(status)


def has_running_jobs() -> bool:
    """Return whether non-daemon threads are running, for which Python would wait at its exit."""
    return any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread())


if __name__ == "__main__":  # worker processes import this file
    entry()
