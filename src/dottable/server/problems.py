"""What goes wrong, as the API tells it: a code for programs and a sentence for people, never a stack trace."""

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
    """The answer to a request that could not be served."""

    code: str
    sentence: str


class Refused(Exception):
    """A request that is answered with a problem."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.problem = Problem(code, sentence)


SENTENCES = {
    400: ("bad_request", "The request was not understood."),
    401: ("no_player", "Send the token of a player: 'Authorization: Bearer TOKEN'."),
    403: ("forbidden", "You may not do that."),
    404: ("not_found", "There is nothing here."),
    405: ("bad_method", "This address does not take that method."),
    413: ("too_large", "The request is too large."),
    415: ("bad_media", "Send JSON."),
    429: ("too_fast", "Too many requests; wait a moment."),
}
PROBLEMS = {
    status: ResponseSpec(Problem, description=SENTENCES.get(status, ("", "It does not fit the state of the table."))[1])
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 429)
}
"""For the `responses` of every route."""


def no_such(what: str) -> Refused:
    return Refused(404, "not_found", f"There is no such {what}.")


def answer(status: int, problem: Problem) -> Response[Any]:
    headers = {"retry-after": "2"} if status == 429 else {}
    return Response(problem, status_code=status, media_type="application/json", headers=headers)


def on_refused(_: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    return answer(error.status, error.problem)


def on_bad_input(_: Request[Any, Any, Any], error: DottableError) -> Response[Any]:
    if isinstance(error, StoreError):
        log.error("the store failed: %s", error)
        return answer(503, Problem("store", "The match store does not answer; try again."))
    return answer(400, Problem("bad_input", str(error)))


def on_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Litestar's own refusals: validation says which field, anything else gets our sentence."""
    status = error.status_code
    if status >= 500:
        return on_crash(_, error)
    code, sentence = SENTENCES.get(status, SENTENCES[400])
    if isinstance(error, ValidationException):
        sentence = validation_sentence(error)
    return answer(status, Problem(code, sentence))


def validation_sentence(error: ValidationException) -> str:
    faults = [fault for fault in error.extra if isinstance(fault, dict)] if isinstance(error.extra, list) else []
    parts = [f"{fault.get('key') or 'body'}: {fault.get('message', '')}" for fault in faults[:4]]
    return "The request does not fit: " + "; ".join(parts)[:400] if parts else SENTENCES[400][1]


def on_crash(_: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Our fault: the log gets the trace, the client one sentence."""
    log.error("a request failed", exc_info=error)
    return answer(500, Problem("server", "Something went wrong here; it has been noted."))


HANDLERS: Any = {
    Refused: on_refused,
    DottableError: on_bad_input,
    HTTPException: on_http_error,
    Exception: on_crash,
}
