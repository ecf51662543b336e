"""`dottable doctor`: checks this installation, and says how to fix what is wrong."""

from __future__ import annotations

import argparse
import sys

from dottable.cli.admin.store_access import add_store_arguments
from dottable.cli.arguments import Subparsers
from dottable.cli.console import print_json

STATUS_COLOURS = {"ok": "\x1b[32m", "warn": "\x1b[33m", "fail": "\x1b[31m"}
RESET_COLOUR = "\x1b[0m"


def add_parser(commands: Subparsers) -> None:
    command = commands.add_parser(
        "doctor",
        help="check this installation and say what to do",
        description="Check versions, packages, the web client, the rules, folders, the database, the port, the browser "
        "and the GPU. The exit status is 1 if a check fails.",
    )
    add_store_arguments(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from dottable.cli.doctor_checks import CHECKS, CheckResult, safe_results

    found: list[CheckResult] = []
    for check in CHECKS:
        for finding in safe_results(check, args):
            found.append(finding)
            if not args.json:
                print_finding(finding)
    is_ok = all(finding.status != "fail" for finding in found)
    if args.json:
        print_json({"ok": is_ok, "checks": [finding._asdict() for finding in found]})
    return 0 if is_ok else 1


def print_finding(finding: tuple[str, str, str, str]) -> None:
    """Print one finding on a line, with the advice below it."""
    name, status, text, advice = finding
    shown = f"{STATUS_COLOURS[status]}{status:4}{RESET_COLOUR}" if sys.stdout.isatty() else f"{status:4}"
    print(f"{shown}  {name:15} {text}", flush=True)
    if advice:
        print(f"{'':21} → {advice}", flush=True)
