"""Exceptions of asyncpg, sorted by their meaning. asyncpg is an optional extra, so it is imported late."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dottable.store.contract import Conflict, StoreError


def load_asyncpg() -> Any:
    """Return the asyncpg module. Raises StoreError with the install command if it is missing."""
    try:
        return import_module("asyncpg")
    except ImportError:
        raise StoreError("PostgreSQL needs asyncpg. Install it with 'pip install dottable[postgres]'.") from None


def connection_errors() -> tuple[type[Exception], ...]:
    """Return errors of a lost connection. The last transaction may have been committed."""
    asyncpg = load_asyncpg()
    return (
        OSError,
        TimeoutError,
        asyncpg.PostgresConnectionError,
        asyncpg.OperatorInterventionError,
        asyncpg.TooManyConnectionsError,
    )


def conflict_errors() -> tuple[type[Exception], ...]:
    """Return errors that mean that another writer was first."""
    asyncpg = load_asyncpg()
    return (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError)


def rejection_errors() -> tuple[type[Exception], ...]:
    """Return errors of statements that the database rejects."""
    asyncpg = load_asyncpg()
    return (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError, OverflowError)


def as_store_error(error: Exception) -> StoreError:
    """Convert an asyncpg exception to StoreError or Conflict."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, conflict_errors()):
        return Conflict("Another writer came first.")
    return StoreError(f"PostgreSQL failed: {error}.")
