"""The other end of `external.py`: loads a bot, answers questions until nobody asks any more."""

from __future__ import annotations

import importlib
import importlib.util
import os
import signal
import sys
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np

from dottable.bots import wire
from dottable.bots.asking import BotFault, describe, whole
from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.chair import Chair
from dottable.core import quick
from dottable.core.decks import read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.match import Match, Move
from dottable.core.options import read_options
from dottable.core.record import for_rules
from dottable.core.registry import find
from dottable.core.seats import CLOCK
from dottable.core.series import play_random

ORPHAN_S = 5
"""So long after its limit a hanging bot ends even if nobody is left to kill it."""


def main() -> None:
    """Serve one bot. Its own prints go to the error stream, for the pipe is ours."""
    line = wire.Line(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    try:
        hello = wire.to_bot.decode(line.receive())
        assert isinstance(hello, wire.Hello)
        serve(line, hello)
    except EOFError:
        return


def serve(line: wire.Line, hello: wire.Hello) -> None:
    try:
        game = find(hello.game)
        bot = load_bot(hello.bot)
        rehearse(game)
        prepare = getattr(bot, "prepare", None)
        if prepare is not None:
            prepare(game)
    except BaseException as error:
        message = str(error) if isinstance(error, DottableError) else describe(error)
        line.send(wire.Trouble(0, "start", message))
        return
    line.send(wire.Ready())
    while True:
        question = wire.to_bot.decode(line.receive())
        assert isinstance(question, wire.Question)
        alarm(question.limit_ms / 1000 + ORPHAN_S)
        reply = answer(bot, game, question)
        alarm(0)
        line.send(reply)


def answer(bot: Bot, game: Game, question: wire.Question) -> wire.FromBot:
    """The bot's reply; whatever it raises becomes words."""
    try:
        budget = Budget(question.simulations, question.ms)
        chosen: Any = bot.choose(chair_of(game, question), budget, question.seed)
        timed = isinstance(chosen, Choice)
        action = whole(chosen.action if timed else chosen)
        return wire.Reply(question.n, fit(action), fit(whole(chosen.after_ms)) if timed else None)
    except BotFault as fault:
        return wire.Trouble(question.n, fault.kind, fault.message)
    except BaseException as error:
        return wire.Trouble(question.n, "exception", describe(error))


def fit(number: int) -> int:
    """A number that the wire carries; absurd ones become a number that is never legal."""
    return number if abs(number) < 1 << 62 else -1


def chair_of(game: Game, question: wire.Question) -> Chair:
    """The chair, built anew around the imagined record."""
    options = msgspec.json.encode(question.options)
    match = empty_match(game.package, question.seats, options, question.deck).copy()
    source = np.frombuffer(question.record, game.state.STATE)[0]
    for name in game.state.STATE.names or ():
        match.record[name] = source[name]
    match.moves = [Move(CLOCK, 0, question.now_ms)]  # only its time matters: a chair forgets all moves
    return Chair(match, question.seat)


@cache
def empty_match(package: str, seats: int, options: bytes, deck: tuple[str, str] | None) -> Match:
    """Any match of that kind, to be filled with a record."""
    game: Game = sys.modules[package].GAME
    return Match(
        game,
        seats=seats,
        options=read_options(game.state.Options, msgspec.json.decode(options)),
        deck=read_deck(game, deck[1], deck[0]) if deck else None,
        seed=bytes(32),
    )


def rehearse(game: Game) -> None:
    """Load and compile all that a chair and its imagined matches offer, so that no move has to wait for it."""
    match = Match(game, seed=bytes(32))
    seat = match.to_act[0]
    chair = Chair(match, seat)
    chair.view()
    dream = chair.imagine(bytes(32))
    dream.apply(seat, dream.legal(seat)[0])
    q = quick.generator()
    quick.start(for_rules(q), 1, 1)
    play_random(dream, q)
    dream.scores()
    dream.returns()


def load_bot(name: str) -> Bot:
    """An instance of the class that `module:Class` or `path/to/file.py:Class` names."""
    place, _, class_name = name.rpartition(":")
    module = load_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    found = getattr(module, class_name, None)
    if found is None:
        raise DottableError(f"'{place}' has no class '{class_name}'.")
    bot = found()
    if not callable(getattr(bot, "choose", None)):
        raise DottableError(f"'{name}' is no bot: it has no method 'choose'.")
    return cast("Bot", bot)


def load_file(path: Path) -> Any:
    """The module in a file; its neighbours can be imported from it."""
    if not path.is_file():
        raise DottableError(f"There is no file '{path}'.")
    sys.path.insert(0, str(path.resolve().parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def alarm(seconds: float) -> None:
    """Have the system end this process after so many seconds, come what may; 0 calls it off."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    main()
