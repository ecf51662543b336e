"""Tests of this folder use PostgreSQL alone."""

from __future__ import annotations

import pytest


@pytest.fixture
def address(postgres_address):
    """The address of the store under test."""
    return postgres_address
