"""What asyncpg raises, sorted by what it means to us. asyncpg is an extra, so it is imported late."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dottable.store.contract import Conflict, StoreError


def load_asyncpg() -> Any:
    """asyncpg, or a sentence that says how to get it."""
    try:
        return import_module("asyncpg")
    except ImportError:
        raise StoreError("PostgreSQL needs asyncpg; 'pip install dottable[postgres]' brings it.") from None


def lost_connections() -> tuple[type[Exception], ...]:
    """The connection broke or cannot be made now; what was under way may have been committed."""
    asyncpg = load_asyncpg()
    return (
        OSError,
        TimeoutError,
        asyncpg.PostgresConnectionError,
        asyncpg.OperatorInterventionError,
        asyncpg.TooManyConnectionsError,
    )


def clashes() -> tuple[type[Exception], ...]:
    """Another writer was first."""
    asyncpg = load_asyncpg()
    return (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError)


def refusals() -> tuple[type[Exception], ...]:
    """The database will not take it, now or later."""
    asyncpg = load_asyncpg()
    return (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError, OverflowError)


def for_caller(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    if isinstance(error, clashes()):
        return Conflict("Another writer came first.")
    return StoreError(f"PostgreSQL could not do it: {error}.")
