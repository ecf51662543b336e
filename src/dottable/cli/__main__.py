"""Runs the command line: `python -m dottable.cli`."""

from dottable.__main__ import entry

if __name__ == "__main__":  # worker processes import this file too, and must not run the command
    entry()
