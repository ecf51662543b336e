"""One sitting at a terminal: a person at seat 0, bots at the others."""

from __future__ import annotations

import os
import random
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_data_path
from rich.console import Console
from rich.markup import escape

from dottable.bots.asking import ask
from dottable.bots.bot import Budget
from dottable.bots.chair import Chair
from dottable.bots.registry import dismiss
from dottable.core.decks import Deck
from dottable.core.errors import DottableError
from dottable.core.game import Game, View
from dottable.core.log import write_log
from dottable.core.match import Match, Move
from dottable.core.options import Options
from dottable.core.registry import name_of
from dottable.core.seats import CLOCK
from dottable.core.series import seed_from
from dottable.lab.bot_series import bot_of
from dottable.terminal.undo import revealed_nothing

DATA_VARIABLE = "DOTTABLE_DATA"
PERSON = 0
MOST_LISTED = 40
HELP = """\
  1, 2, 3, ...   choose a move by its number
  {example:14} or write it
  m              list the moves again
  b              draw the table again
  u              take your last move back, if it told you nothing new
  q              leave; the match so far is kept as a log"""


class Leave(Exception):
    """The person wants to stop."""


class Sitting:
    """A match between one person and bots, told move by move."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        options: Options,
        deck: Deck | None,
        bots: Sequence[str],
        name: str,
        seed: str | None,
        log_file: str | None,
        console: Console | None = None,
    ) -> None:
        self.game = game
        self.match = Match(game, seats=seats, options=options, deck=deck, seed=seed_from(seed) if seed else None)
        self.bots = {seat: bot_of(bot, name_of(game)) for seat, bot in enumerate(bots, start=1)}
        self.players = [name, *(f"{bot} {seat}" for seat, bot in enumerate(bots, start=1))]
        self.log_file = Path(log_file) if log_file else default_log_file(game)
        self.console = console or Console(highlight=False)
        self.luck = random.Random(secrets.token_bytes(16) if seed is None else seed)
        self.before_last: Match | None = None

    def play(self) -> None:
        """Play to the end, or until the person leaves; either way the log is kept."""
        self.say(f"[bold]{escape(self.game.title)}[/], {self.match.seats} players. You are player 1. Type ? for help.")
        self.say(f"[dim]Seed commitment {self.match.commitment}[/]\n")
        try:
            while not self.match.is_over:
                self.take_turn()
            self.show_end()
        except Leave:
            self.say("You left the match.")
        finally:
            dismiss(self.bots.values())
        self.keep_log()

    def take_turn(self) -> None:
        """One move by somebody whom the match waits for; who is first in a race is left to luck."""
        seats = [seat for seat in self.match.to_act if seat != CLOCK]
        if not seats:
            self.make_move(Move(CLOCK, self.match.legal(CLOCK)[0], self.match.deadline_ms or 0))
            return
        seat = self.luck.choice(seats)
        if seat == PERSON:
            self.ask()
        else:
            self.let_bot_move(seat)

    def let_bot_move(self, seat: int) -> None:
        """A bot's move, or the default one if it gave none; then it is told why."""
        answer = ask(self.bots[seat], Chair(self.match, seat), Budget(), self.luck.randbytes(32))
        if answer.fault is not None:
            self.say(f"[red]{escape(self.players[seat])}: {escape(str(answer.fault))}[/]")
        self.make_move(Move(seat, answer.choice.action, self.match.now_ms))

    def make_move(self, move: Move) -> None:
        """Make a legal move and tell what it did."""
        before = self.match.view(PERSON)
        refused = self.match.apply(*move)
        assert refused is None, refused
        if move.seat not in (PERSON, CLOCK):
            self.before_last = None
        self.say(f"  [dim]•[/] {escape(self.game.view.narrate(before, *move[:2], self.match.view(PERSON)))}")

    def ask(self) -> None:
        """Ask the person until a legal move is made."""
        view = self.match.view(PERSON)
        legal = self.match.legal(PERSON)
        self.say("")
        self.say(escape(self.game.screen.draw(view)))
        self.list_moves(view, legal)
        while True:
            answer = self.read("Your move: ")
            if answer == "u":
                if self.take_back():
                    return
                continue
            if answer in ("m", "b", "?", ""):
                self.show(answer, view, legal)
                continue
            action = self.understand(answer, legal)
            if action is not None:
                self.before_last = self.match.copy()
                self.make_move(Move(PERSON, action, self.match.now_ms))
                return

    def read(self, prompt: str) -> str:
        try:
            answer = self.console.input(prompt).strip().lower()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise Leave from None
        if answer in ("q", "quit", "exit"):
            raise Leave
        return answer

    def show(self, what: str, view: View, legal: list[int]) -> None:
        if what == "b":
            self.say(escape(self.game.screen.draw(view)))
        elif what == "m":
            self.list_moves(view, legal)
        else:
            self.say(HELP.format(example=self.game.notation.write(legal[0])))

    def list_moves(self, view: View, legal: list[int]) -> None:
        for n, action in enumerate(legal[:MOST_LISTED], start=1):
            text = self.game.notation.write(action)
            self.say(f"[bold]{n:4}[/]  {escape(text):12} [dim]{escape(self.game.view.words(view, action))}[/]")
        if len(legal) > MOST_LISTED:
            self.say(f"      ... and {len(legal) - MOST_LISTED} more; write the move.")

    def understand(self, answer: str, legal: list[int]) -> int | None:
        """The action that the person means, if it is legal; otherwise says why not."""
        if answer.isdecimal() and answer not in map(self.game.notation.write, legal):
            n = int(answer)
            if 1 <= n <= len(legal):
                return legal[n - 1]
            self.say(f"[red]There are moves 1 to {len(legal)}.[/]")
            return None
        try:
            action = self.game.notation.read(answer)
        except DottableError as error:
            self.say(f"[red]{escape(str(error))}[/]")
            return None
        refused = self.match.refusal(PERSON, action)
        if refused:
            self.say(f"[red]{escape(refused.sentence)}[/]")
            return None
        return action

    def take_back(self) -> bool:
        """Undo the person's last move if nobody has moved since and it revealed nothing."""
        if self.before_last is None:
            self.say("[red]There is nothing to take back: somebody has moved since, or nobody has moved yet.[/]")
            return False
        if not revealed_nothing(self.before_last, self.match.moves[-1], self.match):
            self.say("[red]That move showed you something new, so it stays.[/]")
            return False
        self.match, self.before_last = self.before_last, None
        self.say("Taken back.")
        return True

    def show_end(self) -> None:
        self.say("")
        self.say(escape(self.game.screen.draw(self.match.view(PERSON))))
        returns = self.match.returns()
        won = returns[PERSON] == max(returns)
        shared = returns.count(max(returns)) > 1
        self.say("[bold]" + ("You share the win." if won and shared else "You win!" if won else "You lose.") + "[/]")
        for seat, score in enumerate(self.match.scores()):
            self.say(f"  {escape(self.players[seat]):12} {score}")

    def keep_log(self) -> None:
        """Write the log, whole or not."""
        try:
            self.log_file.parent.mkdir(parents=True, exist_ok=True)
            self.log_file.write_text(write_log(self.match, self.players), encoding="utf-8")
        except OSError as error:
            raise DottableError(f"The log cannot be written to '{self.log_file}': {error.strerror}.") from None
        self.say(f"[dim]Log: {escape(str(self.log_file))} (dottable replay / verify)[/]")

    def say(self, text: str) -> None:
        self.console.print(text, soft_wrap=True)


def default_log_file(game: Game) -> Path:
    """A new file in the user's data folder."""
    wished = os.environ.get(DATA_VARIABLE)
    folder = Path(wished) if wished else user_data_path("dottable")
    return folder / "logs" / f"{game.slug}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.log"
