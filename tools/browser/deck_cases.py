"""Prints deck files with what the server says of them, as JSON: `... SLUG COUNT`.

Most are house decks with random damage. `web/tests/offline/decks.test.ts` compares what the page says of them.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from dottable.core.deck_files import BadDeck, read_deck
from dottable.core.game import Game
from dottable.core.registry import find_game

FRAGMENTS = (
    *("[", "]", "{", "}", "[[", '"', "'", '"""', "=", ".", ",", "#", "\n", "\t", "\\u00e9", "\x00", "\r\n", "ü", "𝔸"),
    *("dots = 3\n", "[colours]\n", "[[card]]\n", "card = 1979-05-27\n", "x = 1979-02-30\n", "t = 07:32:00.5\n"),
    *("a.b.c = 1\n", "'ü' = 1\n", "[a.'b c']\n", "{ red = 1 }"),
    *("1_000", "-1", "0x1F", "1e5", "true", "inf", "moon", "heart"),
)
"""Texts that damage puts into a deck."""
NAME = "my deck.toml"


def cases(game: Game, count: int) -> Iterator[dict[str, Any]]:
    """Yield the house deck, then damaged ones: text, and either numbers and warnings or the problem."""
    assert game.house_deck is not None
    house = game.house_deck.text
    rng = random.Random(game.slug)
    for n in range(count):
        text = house if n == 0 else damaged(house, rng)
        try:
            deck = read_deck(game, text, NAME)
        except BadDeck as error:
            yield {"text": text, "problem": str(error)}
        else:
            yield {"text": text, "numbers": deck.numbers, "warnings": deck.warnings, "hash": deck.content_hash}


def damaged(text: str, rng: random.Random) -> str:
    """Return a text in which something is missing, doubled, exchanged or added."""
    lines = text.split("\n")
    place, line = rng.randrange(len(text)), rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        return text[:place] + text[place + rng.randrange(1, 4) :]
    if kind == 1:
        return text[:place] + rng.choice(FRAGMENTS) + text[place + rng.randrange(3) :]
    if kind == 2:
        lines[line] = rng.choice(FRAGMENTS) + lines[line]
    elif kind == 3:
        lines[line] = lines[rng.randrange(len(lines))]
    elif kind == 4:
        del lines[line]
    else:
        words = lines[line].split(" ")
        words[rng.randrange(len(words))] = rng.choice([*FRAGMENTS, *" ".join(lines).split()])
        lines[line] = " ".join(words)
    return "\n".join(lines)


if __name__ == "__main__":
    json.dump(list(cases(find_game(sys.argv[1]), int(sys.argv[2]))), sys.stdout)
