"""`/api/v1/games`: the games, with the options, actions and cards that a client needs to show them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.response import Response
from msgspec import Meta, Struct, field

from dottable.core.deck_files import MAX_DECK_BYTES, Deck
from dottable.core.errors import UnknownGame
from dottable.core.game import Game
from dottable.core.options import list_options
from dottable.core.registry import installed_games
from dottable.core.rules_text import rules_folder, rules_text
from dottable.server.routes.dependencies import HostDependency, SandboxDependency
from dottable.server.routes.errors import PROBLEM_RESPONSES, not_found_error
from dottable.server.routes.players import client_ip_address
from dottable.server.sandbox import deck_and_log_checks

PICTURE_CACHE_CONTROL = "public, max-age=86400"
Slug = Annotated[str, PathParameter(description="A game's slug, like `dots_52`.", max_length=64)]


class OptionInfo(Struct, frozen=True):
    """Response part: an option of a game with its default, choices and help text."""

    name: str
    help: str
    default: bool | int | str
    choices: list[bool | int | str]
    """All values; for a number, the minimum and the maximum; for a text, its named values."""
    is_number: bool
    form: str = ""
    """Description of further allowed texts besides `choices`; empty if there are none."""


class VerbInfo(Struct, frozen=True):
    """A verb of the action space. Its actions are numbered from `first` on, with the arguments in row-major order.


    `ranges` has the number of values of each argument.
    """

    verb: str
    first: int
    ranges: list[int]
    is_race: bool
    """Whether several players may compete for this action. The server then compensates for their network latency."""


class DeckInfo(Struct, frozen=True):
    """A deck file: its name, content hash and TOML text."""

    name: str
    hash: str
    text: str


class GameSummary(Struct, frozen=True):
    """Response part: what a list of games shows of each game."""

    slug: str
    title: str
    summary: str
    min_seats: int
    max_seats: int
    rules_version: int
    has_deck: bool
    has_secrets: bool
    is_real_time: bool


class GameDetails(GameSummary, frozen=True):
    """A game with its options, action space, rules and house deck."""

    options: list[OptionInfo]
    action_count: int
    verbs: list[VerbInfo]
    templates: dict[str, str]
    """Template of every message that the narration of a move can contain, by message code."""
    rules: str
    """The rules in Markdown. Their pictures are at `rules/PATH`, relative to this URL."""
    deck: DeckInfo | None


class GameList(Struct, frozen=True):
    games: list[GameSummary]


class GameReadiness(Struct, frozen=True):
    """Whether a match of a game can start at once, and how many games are ready."""

    is_ready: bool
    ready_games: int
    games: int


class DeckText(Struct, frozen=True):
    """Request body: the text of a custom deck to check, and its file name."""

    text: Annotated[str, Meta(max_length=MAX_DECK_BYTES)]
    name: Annotated[str, Meta(max_length=80)] = "deck.toml"


class DeckCards(Struct, frozen=True):
    """A deck and its cards as SVG pictures, by name."""

    deck: DeckInfo
    cards: dict[str, str]
    warnings: list[str] = field(default_factory=list)
    """Warnings: what in the deck is allowed but may be a mistake, with line numbers."""


def find_installed_game(slug: str) -> Game:
    """Return an installed game by its slug. Paths of game folders are refused; only the command line accepts them."""
    game = installed_games().get(slug)
    if game is None:
        raise UnknownGame(f"Unknown game '{slug}'. Available: {', '.join(installed_games())}.")
    return game


def game_summary(game: Game) -> GameSummary:
    return GameSummary(**_summary_fields(game))


def _summary_fields(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "summary": game.summary,
        "min_seats": game.min_seats,
        "max_seats": game.max_seats,
        "rules_version": game.rules_version,
        "has_deck": game.has_deck,
        "has_secrets": game.has_secrets,
        "is_real_time": bool(game.races),
    }


@cache
def game_details(game: Game) -> GameDetails:
    actions = game.state.ACTIONS
    return GameDetails(
        **_summary_fields(game),
        options=[
            OptionInfo(o.name, o.help, o.default, list(o.choices), o.is_number, o.form)
            for o in list_options(game.state.Options)
        ],
        action_count=actions.size,
        verbs=[VerbInfo(v, actions.first_action(v), list(r), v in game.races) for v, r in actions.verbs.items()],
        templates=dict(game.view.TEMPLATES),
        rules=rules_text(game),
        deck=deck_info(game.house_deck) if game.house_deck else None,
    )


def deck_info(deck: Deck) -> DeckInfo:
    return DeckInfo(deck.name, deck.content_hash, deck.text)


@get("/", responses=PROBLEM_RESPONSES, sync_to_thread=False)
def list_games() -> GameList:
    """Return the list of all installed games."""
    return GameList([game_summary(game) for game in installed_games().values()])


@get("/{slug:str}", responses=PROBLEM_RESPONSES, sync_to_thread=False)
def show_game(slug: Slug) -> GameDetails:
    """Return one game with its options, action space, house deck and rules."""
    return game_details(game_or_404(slug))


@get("/{slug:str}/readiness", responses=PROBLEM_RESPONSES, sync_to_thread=False)
def show_readiness(slug: Slug, host: HostDependency) -> Response[GameReadiness]:
    """Return whether the rules of a game are ready. A new table waits until they are."""
    ready = host.ready_games.slugs
    readiness = GameReadiness(game_or_404(slug).slug in ready, len(ready), len(installed_games()))
    return Response(readiness, headers={"cache-control": "no-store"})


@get("/{slug:str}/rules/{path:path}", responses=PROBLEM_RESPONSES, sync_to_thread=False, media_type="image/svg+xml")
def show_rules_picture(slug: Slug, path: FromPath[str]) -> Response[bytes]:
    """Return an SVG picture of a game's rules page."""
    game_or_404(slug)
    folder = rules_folder().resolve()
    picture = (folder / path.lstrip("/")).resolve() if "\0" not in path else folder
    if not picture.is_relative_to(folder) or picture.suffix != ".svg" or not picture.is_file():
        raise not_found_error("picture")
    return Response(picture.read_bytes(), media_type="image/svg+xml", headers={"cache-control": PICTURE_CACHE_CONTROL})


@get("/{slug:str}/deck", responses=PROBLEM_RESPONSES, sync_to_thread=True)
def show_deck(slug: Slug) -> DeckCards:
    """Return the house deck of a game with a picture of every card."""
    game = game_or_404(slug)
    if game.house_deck is None:
        raise not_found_error("deck")
    return DeckCards(deck_info(game.house_deck), dict(game.deck.card_pictures(game.house_deck.numbers)))


@post("/{slug:str}/deck", responses=PROBLEM_RESPONSES, status_code=200)
async def check_deck(
    slug: Slug,
    data: JSONBody[DeckText],
    request: Request[Any, Any, Any],
    host: HostDependency,
    sandbox: SandboxDependency,
) -> DeckCards:
    """Check a custom deck. Return its cards, or an error with the invalid line."""
    game = game_or_404(slug)
    if not game.has_deck:
        raise not_found_error("deck")
    await host.precompiler.wait_until_compiled(game)
    checked = await sandbox.run_job(
        client_ip_address(request), slug, deck_and_log_checks.check_deck, slug, data.text, data.name
    )
    return DeckCards(DeckInfo(data.name, checked.content_hash, data.text), checked.cards, checked.warnings)


def game_or_404(slug: str) -> Game:
    """Return a game by its slug, or raise a 404 error."""
    if slug not in installed_games():
        raise not_found_error("game")
    return installed_games()[slug]


router = Router(
    "/api/v1/games", route_handlers=[list_games, show_game, show_readiness, show_rules_picture, show_deck, check_deck]
)
