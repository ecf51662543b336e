"""`/api/v1/games`: what can be played, with all that a client needs to draw it without knowing a rule."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.response import Response
from msgspec import Meta, Struct

from dottable.core.decks import Deck, read_deck
from dottable.core.errors import UnknownGame
from dottable.core.game import Game
from dottable.core.options import options_of
from dottable.core.registry import games
from dottable.core.rule import DOTTABLE
from dottable.server.problems import PROBLEMS, no_such

PICTURE_CACHE = "public, max-age=86400"
Slug = Annotated[str, PathParameter(description="A game's slug, like `dots_52`.", max_length=64)]


class OptionSheet(Struct, frozen=True):
    """One option of a game."""

    name: str
    help: str
    default: bool | int | str
    choices: list[bool | int | str]
    """Every value, or for a number the least and the greatest."""
    is_number: bool


class VerbSheet(Struct, frozen=True):
    """A verb of the action space: its actions are `first` plus the arguments in row-major order."""

    verb: str
    first: int
    ranges: list[int]
    is_race: bool
    """Whether players compete for it, so that the server holds it a moment to judge fairly."""


class DeckSheet(Struct, frozen=True):
    """A deck as a person wrote it, and the hash it is known by."""

    name: str
    hash: str
    text: str


class GameCard(Struct, frozen=True):
    """A game in a list."""

    slug: str
    title: str
    summary: str
    min_seats: int
    max_seats: int
    rules_version: int
    has_deck: bool
    has_secrets: bool
    is_real_time: bool


class GameSheet(GameCard, frozen=True):
    """All about one game."""

    options: list[OptionSheet]
    action_count: int
    verbs: list[VerbSheet]
    rules: str
    """The rules for people, in Markdown; pictures are at `rules/PATH` beside this address."""
    deck: DeckSheet | None


class Games(Struct, frozen=True):
    games: list[GameCard]


class DeckText(Struct, frozen=True):
    """A deck of one's own, to be checked."""

    text: Annotated[str, Meta(max_length=256 * 1024)]
    name: Annotated[str, Meta(max_length=80)] = "deck.toml"


class DeckCards(Struct, frozen=True):
    """Every card of a deck as an SVG picture, by its name."""

    deck: DeckSheet
    cards: dict[str, str]


def game_of(slug: str) -> Game:
    """A game by its slug; paths of folders are for the command line only."""
    game = games().get(slug)
    if game is None:
        raise UnknownGame(f"There is no such game; there is: {', '.join(games())}.")
    return game


def card_of(game: Game) -> GameCard:
    return GameCard(**_card(game))


def _card(game: Game) -> dict[str, Any]:
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
def sheet_of(game: Game) -> GameSheet:
    actions = game.state.ACTIONS
    return GameSheet(
        **_card(game),
        options=[
            OptionSheet(o.name, o.help, o.default, list(o.choices), o.is_number) for o in options_of(game.state.Options)
        ],
        action_count=actions.size,
        verbs=[VerbSheet(v, actions.first(v), list(r), v in game.races) for v, r in actions.verbs.items()],
        rules=rules_text(game),
        deck=deck_sheet(game.house_deck) if game.house_deck else None,
    )


def deck_sheet(deck: Deck) -> DeckSheet:
    return DeckSheet(deck.name, deck.content_hash, deck.text)


def rules_folder() -> Path:
    """The rules for people: inside an installed package, or in the `docs` of a clone."""
    packed = Path(str(files("dottable"))) / "docs" / "rules"
    return packed if packed.is_dir() else DOTTABLE.parents[1] / "docs" / "rules"


def rules_text(game: Game) -> str:
    path = rules_folder() / f"{game.slug}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else f"# {game.title}\n\n{game.summary}\n"


@get("/", responses=PROBLEMS, sync_to_thread=False)
def list_games() -> Games:
    """Every game there is."""
    return Games([card_of(game) for game in games().values()])


@get("/{slug:str}", responses=PROBLEMS, sync_to_thread=False)
def show_game(slug: Slug) -> GameSheet:
    """One game with its options, its action space, its house deck and its rules for people."""
    return sheet_of(known_game(slug))


@get("/{slug:str}/rules/{path:path}", responses=PROBLEMS, sync_to_thread=False, media_type="image/svg+xml")
def show_picture(slug: Slug, path: FromPath[str]) -> Response[bytes]:
    """A picture of the rules, as their Markdown names it."""
    known_game(slug)
    folder = rules_folder().resolve()
    picture = (folder / path.lstrip("/")).resolve() if "\0" not in path else folder
    if not picture.is_relative_to(folder) or picture.suffix != ".svg" or not picture.is_file():
        raise no_such("picture")
    return Response(picture.read_bytes(), media_type="image/svg+xml", headers={"cache-control": PICTURE_CACHE})


@get("/{slug:str}/deck", responses=PROBLEMS, sync_to_thread=True)
def show_deck(slug: Slug) -> DeckCards:
    """The house deck of a game that plays with one, card by card."""
    game = known_game(slug)
    if game.house_deck is None:
        raise no_such("deck")
    return DeckCards(deck_sheet(game.house_deck), dict(game.deck.draw_cards(game.house_deck.numbers)))


@post("/{slug:str}/deck", responses=PROBLEMS, status_code=200, sync_to_thread=True)
def check_deck(slug: Slug, data: JSONBody[DeckText]) -> DeckCards:
    """Check a deck of one's own; the answer draws its cards, or says what is wrong and where."""
    game = known_game(slug)
    if not game.has_deck:
        raise no_such("deck")
    deck = read_deck(game, data.text, data.name)
    return DeckCards(deck_sheet(deck), dict(game.deck.draw_cards(deck.numbers)))


def known_game(slug: str) -> Game:
    """A game by its slug, for an address: 404 if there is none."""
    if slug not in games():
        raise no_such("game")
    return games()[slug]


router = Router("/api/v1/games", route_handlers=[list_games, show_game, show_picture, show_deck, check_deck])
