"""`/api/v1/puzzles`: puzzles from the player's own errors, and a daily puzzle of each game."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter
from msgspec import Struct

from dottable.server.routes.dependencies import DailyPuzzlesDependency, HostDependency, SignedInPlayer
from dottable.server.routes.errors import PROBLEM_RESPONSES
from dottable.server.routes.games import find_installed_game
from dottable.server.routes.players import TOKEN_SECURITY
from dottable.server.routes.reviews import packed_response
from dottable.store import PlayerReview
from dottable.study.puzzles import OwnPuzzle, Puzzle, puzzles_of_review
from dottable.study.review_types import REVIEW_VERSION, MatchReview

MAX_REVIEWS = 40
"""Maximum number of reviews, latest first, from which a player's puzzles are taken."""
MAX_PUZZLES = 60


class PuzzleList(Struct, frozen=True):
    """Puzzles from a player's own errors, the most recent match first."""

    puzzles: list[OwnPuzzle]


class PuzzlePending(Struct, frozen=True):
    """Response while a puzzle is being made: a sentence for people."""

    sentence: str


@get("/", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY)
async def list_own_puzzles(player: SignedInPlayer, host: HostDependency) -> PuzzleList:
    """Return puzzles from the signed-in player's errors in reviewed matches."""
    reviews = await host.store.reviews_of_player(player.id, REVIEW_VERSION, MAX_REVIEWS)
    return PuzzleList(await asyncio.to_thread(puzzles_in, reviews))


def puzzles_in(reviews: list[PlayerReview]) -> list[OwnPuzzle]:
    """Return the puzzles that a list of stored reviews contains, at most `MAX_PUZZLES`."""
    found: list[OwnPuzzle] = []
    for one in reviews:
        review = msgspec.json.decode(gzip.decompress(one.body), type=MatchReview)
        found += puzzles_of_review(one.table, review, one.seat)
        if len(found) >= MAX_PUZZLES:
            break
    return found[:MAX_PUZZLES]


@get(
    "/daily/{slug:str}",
    responses={
        **PROBLEM_RESPONSES,
        200: ResponseSpec(Puzzle, description="Today's puzzle."),
        202: ResponseSpec(PuzzlePending, description="The puzzle is being made. Ask again."),
    },
)
async def show_daily_puzzle(
    slug: Annotated[str, PathParameter(description="The name of a game.", max_length=64)],
    request: Request[Any, Any, Any],
    daily_puzzles: DailyPuzzlesDependency,
) -> Response[Any]:
    """Return today's puzzle of a game. Status 202 means that it is still being made."""
    game = find_installed_game(slug)
    packed = await daily_puzzles.find_or_start(game.slug)
    if packed is None:
        return Response(PuzzlePending("The puzzle is being made."), status_code=202)
    return await packed_response(request, packed, 200)


router = Router("/api/v1/puzzles", route_handlers=[list_own_puzzles, show_daily_puzzle])
