"""The shared server of the server's tests."""

from tests.server.conftest import server

__all__ = ["server"]
