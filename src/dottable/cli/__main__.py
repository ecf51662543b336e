from dottable.cli import entry

entry()
