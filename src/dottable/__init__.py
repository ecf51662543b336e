"""Dottable: five dot games at one table, on one set of rules."""

__version__ = "0.2.0"
