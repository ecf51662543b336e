"""Numbers as text."""

from __future__ import annotations

from math import nan

import pytest

from dottable.lab.report.number_format import (
    difference_for_sentence,
    estimate_for_sentence,
    format_difference,
    format_estimate,
    format_number,
    format_share,
    keep_percent_on_line,
    number_for_sentence,
    share_for_sentence,
)
from dottable.lab.statistics.estimates import Estimate


def with_plain_characters(text: str) -> str:
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.523, "52.3 %"), (0.0, "0.0 %"), (-0.0, "0.0 %"), (1.0, "100.0 %"), (0.0004, "<0.1 %"), (0.9999, ">99.9 %")],
)
def test_shares_are_percent_with_one_decimal(value: float, text: str) -> None:
    assert with_plain_characters(format_share(value)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(1234.5, "1,234"), (61.23, "61.2"), (5.0, "5.00"), (0.01234, "0.0123"), (0.0, "0"), (-3.14159, "-3.14")],
)
def test_other_numbers_have_three_significant_digits(value: float, text: str) -> None:
    assert with_plain_characters(format_number(value)) == text


def test_zero_is_never_negative() -> None:
    tiny = Estimate(-0.00001, -0.00002, 0.0)
    assert [*format_estimate(tiny, is_share=True)] == [
        "0.0\N{NARROW NO-BREAK SPACE}%",
        "0.0 to 0.0\N{NARROW NO-BREAK SPACE}%",
    ]
    assert with_plain_characters(format_difference(tiny, is_share=True).text) == "0.0 pp (0.0 to 0 pp)"
    assert with_plain_characters(format_number(-1e-9)) == "0.000000"


def test_an_interval_has_the_decimals_of_its_value() -> None:
    assert format_estimate(Estimate(12.34, 9.876, 14.81), is_share=False).text == "12.3 (9.9 to 14.8)"
    assert (
        with_plain_characters(format_estimate(Estimate(0.11, 0.1051, 0.1149), is_share=True).text)
        == "11.0 % (10.5 to 11.5 %)"
    )


def test_an_event_never_seen_is_a_plain_zero() -> None:
    assert format_estimate(Estimate(0.0, 0.0, 0.006), is_share=False).text == "0 (0 to 0.00600)"


def test_a_small_value_in_a_wide_interval_has_few_digits() -> None:
    assert (
        with_plain_characters(format_difference(Estimate(0.01, -1.2, 1.22), is_share=False).text)
        == "+0.010 (-1.200 to +1.220)"
    )


def test_differences_of_shares_are_percentage_points() -> None:
    assert (
        with_plain_characters(format_difference(Estimate(-0.031, -0.035, 0.002), is_share=True).text)
        == "-3.1 pp (-3.5 to +0.2 pp)"
    )


@pytest.mark.parametrize("unknown", [None, Estimate(nan, nan, nan)])
def test_a_value_that_was_not_measured_reads_no_data(unknown: Estimate | None) -> None:
    assert format_estimate(unknown, is_share=True).text == "no data"
    assert format_difference(unknown, is_share=False).text == "no data"


def test_a_number_keeps_its_percent_sign_on_its_line() -> None:
    assert keep_percent_on_line("wins 31 % of them") == "wins 31\N{NARROW NO-BREAK SPACE}% of them"


def test_numbers_in_a_sentence_are_short() -> None:
    assert number_for_sentence(-0.0001e-9) != "-0"
    assert number_for_sentence(1234567) == "1,234,567"
    assert number_for_sentence(5.0) == "5"
    assert share_for_sentence(0.5) == "50.0 %"


def test_a_value_in_a_sentence_has_its_interval() -> None:
    assert estimate_for_sentence(Estimate(0.512, 0.504, 0.52), is_share=True) == "51.2 % (50.4 to 52.0)"
    assert estimate_for_sentence(Estimate(1234.5, 61.23, 5000), is_share=False) == "1,234 (61.2 to 5,000)"


def test_a_difference_in_a_sentence_has_its_sign() -> None:
    assert difference_for_sentence(Estimate(0.0, -2.0, 1.5), is_share=False) == "0, -2 to +1.5"
    assert (
        difference_for_sentence(Estimate(0.031, -0.01, 0.052), is_share=True) == "+3.1 percentage points, -1.0 to +5.2"
    )
