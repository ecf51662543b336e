"""`/api/v1/matches/ID/review` and `/position`: reviews of finished matches, and the positions that they refer to."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any

from litestar import Request, Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from dottable.core.matches.match_log import read_log
from dottable.server.routes.dependencies import HostDependency, ReviewsDependency
from dottable.server.routes.errors import PROBLEM_RESPONSES, ApiError, not_found_error
from dottable.server.routes.matches import MatchId, finished_match_log
from dottable.server.routes.players import client_ip_address
from dottable.study.puzzles import past_position
from dottable.study.review_types import MatchReview
from dottable.table.viewers.snapshots import Position

REVIEW_RESPONSES = {
    **PROBLEM_RESPONSES,
    202: ResponseSpec(MatchReview, description="The review is being made. Ask again after a second."),
}


@get("/matches/{match_id:str}/review", responses=REVIEW_RESPONSES)
async def show_review(
    match_id: MatchId, request: Request[Any, Any, Any], host: HostDependency, reviews: ReviewsDependency
) -> Response[MatchReview]:
    """Return the review of a finished match. The first request starts the work; status 202 means that it is not
    complete."""
    row, kept = await finished_match_log(host, match_id)
    if row.status != "over":
        raise ApiError(409, "no_result", "This match ended without a result, so it has no review.")
    if not kept.is_verified:
        raise ApiError(409, "set_aside", kept.note)
    answer = await reviews.find_or_start(row, kept.text, client_ip_address(request))
    return await packed_response(request, answer.body, 200 if answer.is_complete else 202)


@get("/matches/{match_id:str}/position", responses=PROBLEM_RESPONSES)
async def show_position(
    match_id: MatchId,
    host: HostDependency,
    move: Annotated[int, QueryParameter(ge=0, le=2**31, description="Moves made before the position.")],
    seat: Annotated[int, QueryParameter(ge=0, le=7, description="Seat whose view and legal actions are returned.")],
) -> Position:
    """Return a position of a finished match as a seat saw it, with the seat's legal actions."""
    _, kept = await finished_match_log(host, match_id)
    if not kept.is_verified:
        raise ApiError(409, "set_aside", kept.note)
    found = await asyncio.to_thread(position_in_log, kept.text, move, seat)
    if found is None:
        raise not_found_error("position")
    return found


def position_in_log(text: str, move: int, seat: int) -> Position | None:
    """Return the position after `move` moves of a log, as a seat saw it; None if there is no such move or seat."""
    log = read_log(text)
    match = log.new_match()
    return None if move > len(log.moves) or seat >= match.seats else past_position(match, log.moves, move, seat)


async def packed_response(request: Request[Any, Any, Any], body: bytes, status: int) -> Response[Any]:
    """Return a response with gzip-compressed JSON. For a client that does not accept gzip, the JSON is decompressed."""
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        body = await asyncio.to_thread(gzip.decompress, body)
    return Response(body, status_code=status, media_type="application/json", headers=headers)


router = Router("/api/v1", route_handlers=[show_review, show_position])
