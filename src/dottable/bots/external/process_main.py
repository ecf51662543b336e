"""The program that runs in the process of an external bot.

It loads the bot and answers requests until the pipe closes.
"""

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

from dottable.bots.bot import Bot, Budget, Choice, PreparedBot
from dottable.bots.external import protocol
from dottable.bots.safe_choose import BotFault, as_integer, describe_exception
from dottable.bots.seat_access import SeatAccess
from dottable.core.child_processes import end_with_parent
from dottable.core.deck_files import read_deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import play_random_move
from dottable.core.options import read_options
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.registry import find_game

ORPHAN_TIMEOUT_S = 5
"""Time in seconds after a move's time limit at which a hanging bot ends its own process.

It matters only if the parent process is gone; otherwise the parent has killed the bot by then.
"""


def main() -> None:
    """Run one bot in this child process.

    Output that the bot prints goes to standard error, because standard output is the pipe.
    """
    end_with_parent()
    connection = protocol.PipeConnection(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    try:
        request = protocol.request_decoder.decode(connection.receive())
        assert isinstance(request, protocol.LoadRequest)
        answer_requests(connection, request)
    except EOFError:
        return


def answer_requests(connection: protocol.PipeConnection, request: protocol.LoadRequest) -> None:
    """Load the bot named in the request, then answer further requests until the pipe closes."""
    try:
        game = find_game(request.game)
        bot = load_prepared_bot(request.bot, game)
    except BaseException as error:
        message = str(error) if isinstance(error, DottableError) else describe_exception(error)
        connection.send(protocol.FaultReply(0, "start", message))
        return
    connection.send(protocol.LoadReply())
    while True:
        choose_request = protocol.request_decoder.decode(connection.receive())
        assert isinstance(choose_request, protocol.ChooseRequest)
        end_own_process_after(choose_request.limit_ms / 1000 + ORPHAN_TIMEOUT_S)
        reply = choose_reply(bot, game, choose_request)
        end_own_process_after(0)
        connection.send(reply)


def load_prepared_bot(name: str, game: Game) -> Bot:
    """Return a bot that is ready for its first move: everything is compiled, and its `prepare` has run."""
    bot = load_bot(name)
    compile_seat_access(game)
    if isinstance(bot, PreparedBot):
        bot.prepare(game)
    return bot


def choose_reply(bot: Bot, game: Game, request: protocol.ChooseRequest) -> protocol.BotReply:
    """Ask the bot for an action and return its reply. An exception becomes a FaultReply."""
    try:
        budget = Budget(request.simulations, request.ms)
        chosen: Any = bot.choose(seat_access_of(game, request), budget, request.seed)
        is_timed = isinstance(chosen, Choice)
        action = as_integer(chosen.action if is_timed else chosen)
        return protocol.ChooseReply(
            request.n,
            clip_for_messagepack(action),
            clip_for_messagepack(as_integer(chosen.after_ms)) if is_timed else None,
        )
    except BotFault as fault:
        return protocol.FaultReply(request.n, fault.kind, fault.message)
    except BaseException as error:
        return protocol.FaultReply(request.n, "exception", describe_exception(error))


def clip_for_messagepack(number: int) -> int:
    """Return a number if MessagePack can encode it, else -1. The parent process refuses -1 as an illegal action."""
    return number if abs(number) < 1 << 62 else -1


def seat_access_of(game: Game, request: protocol.ChooseRequest) -> SeatAccess:
    """Return a SeatAccess built from the determinized record in a request."""
    options = msgspec.json.encode(request.options)
    match = empty_match(game.package, request.seats, options, request.deck).with_state(request.record, request.now_ms)
    match.known_history = np.array(request.history, np.int64)
    return SeatAccess(match, request.seat)


@cache
def empty_match(package: str, seats: int, options: bytes, deck: tuple[str, str] | None) -> Match:
    """Return a match with these settings. The caller overwrites its record."""
    game: Game = sys.modules[package].GAME
    return Match(
        game,
        seats=seats,
        options=read_options(game.state.Options, msgspec.json.decode(options)),
        deck=read_deck(game, deck[1], deck[0]) if deck else None,
        seed=bytes(32),
    )


def compile_seat_access(game: Game) -> None:
    """Compile all functions that a bot can call on its SeatAccess, so that no move has to wait for the compiler."""
    match = Match(game, seed=bytes(32))
    seat = match.to_act[0]
    access = SeatAccess(match, seat)
    access.view()
    sample = access.determinize(bytes(32))
    sample.apply(seat, sample.legal(seat)[0])
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), 1, 1)
    play_random_move(sample, q)
    sample.scores()
    sample.returns()


def load_bot(name: str) -> Bot:
    """Return a new instance of the bot class named `module:Class` or `path/to/file.py:Class`."""
    place, _, class_name = name.rpartition(":")
    module = load_module_from_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    found = getattr(module, class_name, None)
    if found is None:
        raise DottableError(f"'{place}' has no class '{class_name}'.")
    bot = found()
    if not callable(getattr(bot, "choose", None)):
        raise DottableError(f"'{name}' is not a bot. A bot needs a method 'choose'.")
    return cast("Bot", bot)


def load_module_from_file(path: Path) -> Any:
    """Import a Python file as a module and return it. The file can import modules from its own folder."""
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


def end_own_process_after(seconds: float) -> None:
    """Ask the operating system to end this process after `seconds`; 0 cancels the request."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    main()
