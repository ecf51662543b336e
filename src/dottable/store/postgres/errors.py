"""Groups of asyncpg exceptions by meaning. asyncpg is an optional dependency, so it is imported only when needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dottable.store.contract import AppendConflict, StoreError


def load_asyncpg() -> Any:
    """Return the asyncpg module. Raise StoreError with the install command if it is not installed."""
    try:
        return import_module("asyncpg")
    except ImportError:
        raise StoreError("PostgreSQL needs asyncpg. Install it with 'pip install dottable[postgres]'.") from None


def connection_errors() -> tuple[type[Exception], ...]:
    """Return the exception types of a lost connection.

    After them, the last transaction may have been committed or not.
    """
    asyncpg = load_asyncpg()
    return (
        OSError,
        TimeoutError,
        asyncpg.PostgresConnectionError,
        asyncpg.OperatorInterventionError,
        asyncpg.TooManyConnectionsError,
    )


def conflict_errors() -> tuple[type[Exception], ...]:
    """Return the exception types that mean that another writer stored the data first."""
    asyncpg = load_asyncpg()
    return (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError)


def rejection_errors() -> tuple[type[Exception], ...]:
    """Return the exception types of statements that the database rejects."""
    asyncpg = load_asyncpg()
    return (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError, OverflowError)


def as_store_error(error: Exception) -> StoreError:
    """Return the StoreError or AppendConflict for an asyncpg exception."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, conflict_errors()):
        return AppendConflict("Another writer came first.")
    return StoreError(f"PostgreSQL failed: {error}.")
