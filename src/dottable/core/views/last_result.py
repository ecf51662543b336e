"""A faster cache for functions whose arguments rarely change, such as the parts of a deck."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class LastResult:
    """A cached function that returns its last result again while its arguments stay equal.

    A large tuple is compared at once if it is the same object, but `lru_cache` computes its hash with every call.
    """

    def __init__(self, cached: Any) -> None:
        update_wrapper(self, cached)
        self._cached = cached
        self._last: tuple[tuple[Any, ...], Any] = ((), None)
        self.cache_info = cached.cache_info

    def __call__(self, *args: Any) -> Any:
        last_args, result = self._last
        if last_args != args:
            result = self._cached(*args)
            self._last = args, result
        return result


def keeps_last_result(cached: Function) -> Function:
    """Decorator for a function with `lru_cache`: skip the cache while the arguments stay equal."""
    return LastResult(cached)  # type: ignore[return-value]
