"""Error responses of the API: a code for programs and a sentence for people, never a stack trace."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from dottable.core.errors import DottableError
from dottable.store import StoreError

log = logging.getLogger("dottable.server")


class Problem(Struct, frozen=True):
    """The body of an error response: a code for programs and a sentence for people."""

    code: str
    sentence: str


class ApiError(Exception):
    """Raised to answer a request with an error response."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.problem = Problem(code, sentence)


STATUS_PROBLEMS = {
    400: ("bad_request", "The request is invalid."),
    401: ("no_player", "A player's token is required: send 'Authorization: Bearer TOKEN'."),
    403: ("forbidden", "You may not do that."),
    404: ("not_found", "This page does not exist."),
    405: ("bad_method", "This method is not allowed here."),
    413: ("too_large", "The request is too large."),
    415: ("bad_media", "The body must be JSON."),
    422: ("too_costly", "Checking this takes too much time or memory. Make it smaller or simpler."),
    429: ("too_fast", "Too many requests. Wait a moment."),
    503: ("busy", "The server is busy. Try again soon."),
}
"""Error code and sentence by HTTP status."""
MAX_SENTENCE_CHARACTERS = 1_000
"""Maximum length of a sentence in characters. It may quote the request."""
RETRY_AFTER_S = {429: 2, 503: 5}
"""Time in seconds after which a client may try again, by HTTP status."""
PROBLEM_RESPONSES = {
    status: ResponseSpec(
        Problem, description=STATUS_PROBLEMS.get(status, ("", "The table is in a state that does not allow this."))[1]
    )
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503)
}
"""Error responses of every route, for the OpenAPI schema."""


def not_found_error(kind: str) -> ApiError:
    """Return a 404 error whose sentence names what was not found."""
    return ApiError(404, "not_found", f"This {kind} does not exist.")


def error_response(status: int, problem: Problem) -> Response[Any]:
    headers = {"retry-after": str(RETRY_AFTER_S[status])} if status in RETRY_AFTER_S else {}
    return Response(problem, status_code=status, media_type="application/json", headers=headers)


def on_api_error(_: Request[Any, Any, Any], error: ApiError) -> Response[Any]:
    return error_response(error.status, error.problem)


def on_dottable_error(_: Request[Any, Any, Any], error: DottableError) -> Response[Any]:
    if isinstance(error, StoreError):
        log.error("the store failed: %s", error)
        return error_response(503, Problem("store", "The database does not respond. Try again."))
    return error_response(400, Problem("bad_input", str(error)[:MAX_SENTENCE_CHARACTERS]))


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Return the response for an error of Litestar. A validation error names the invalid fields."""
    status = error.status_code
    if status >= 500:
        return on_unexpected_error(_, error)
    code, sentence = STATUS_PROBLEMS.get(status, STATUS_PROBLEMS[400])
    if isinstance(error, ValidationException):
        sentence = validation_sentence(error)
    return error_response(status, Problem(code, sentence))


def validation_sentence(error: ValidationException) -> str:
    faults = [fault for fault in error.extra if isinstance(fault, dict)] if isinstance(error.extra, list) else []
    parts = [f"{fault.get('key') or 'body'}: {fault.get('message', '')}" for fault in faults[:4]]
    return "Invalid request: " + "; ".join(parts)[:400] if parts else STATUS_PROBLEMS[400][1]


def on_unexpected_error(_: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Log an unexpected exception, and return a response with one sentence."""
    log.error("a request failed", exc_info=error)
    return error_response(500, Problem("server", "Something went wrong on the server. It has been logged."))


EXCEPTION_HANDLERS: Any = {
    ApiError: on_api_error,
    DottableError: on_dottable_error,
    HTTPException: on_http_error,
    Exception: on_unexpected_error,
}
