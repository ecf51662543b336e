"""A match in the terminal: a person at seat 0, bots at the others."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from dottable.bots.bot import Budget
from dottable.bots.registry import close_bots
from dottable.bots.safe_choose import safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.core.errors import DottableError
from dottable.core.game import Game, View
from dottable.core.matches.log import write_log
from dottable.core.matches.match import Match, Move
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import is_built_in, lookup_name
from dottable.core.views.narration import render
from dottable.lab.series.bot_series import warmed_up_bot
from dottable.terminal.data_folder import data_folder
from dottable.terminal.undo import revealed_nothing

PERSON_SEAT = 0
"""Seat of the person."""
MAX_LISTED_MOVES = 40
"""Most legal moves listed at one time."""
HELP_TEXT = """\
  1, 2, 3, ...   choose a move by its number
  {example:14} or type it
  m              list the moves again
  b              draw the board again
  u              take your last move back, if it showed you nothing new
  q              leave; the match so far is saved as a log"""


class PersonLeft(Exception):
    """The person leaves the match."""


class TerminalMatch:
    """A match between one person and bots, shown move by move."""

    def __init__(
        self,
        match: Match,
        bots: Sequence[str],
        *,
        name: str,
        seed: str | None = None,
        log_file: str | None = None,
        console: Console | None = None,
    ) -> None:
        self.game, self.match = match.game, match
        self.bots = {seat: warmed_up_bot(bot, lookup_name(match.game)) for seat, bot in enumerate(bots, start=1)}
        self.players = [name, *(f"{bot} {seat}" for seat, bot in enumerate(bots, start=1))]
        self.log_file = Path(log_file) if log_file else default_log_file(match.game)
        self.console = console or Console(highlight=False)
        self.random = random.Random(secrets.token_bytes(16) if seed is None else seed)
        self.before_last: Match | None = None
        """The match before the person's last move, as long as that can be taken back."""

    def play(self) -> None:
        """Play until the end or until the person leaves. Save the log in both cases."""
        self.print(
            f"[bold]{escape(self.game.title)}[/], {self.match.seats} players. You are player 1. Type ? for help."
        )
        self.print(f"[dim]Seed commitment {self.match.commitment}[/]\n")
        try:
            while not self.match.is_over:
                self.make_next_move()
            self.print_final_result()
        except (PersonLeft, KeyboardInterrupt):
            self.print("You left the match.")
        finally:
            close_bots(self.bots.values())
        self.save_log()

    def make_next_move(self) -> None:
        """Make one move of a seat that the match waits for. In a race, a random seat is first."""
        seats = [seat for seat in self.match.to_act if seat != CLOCK]
        if not seats:
            self.make_move(Move(CLOCK, self.match.legal(CLOCK)[0], self.match.deadline_ms or 0))
            return
        seat = self.random.choice(seats)
        if seat == PERSON_SEAT:
            self.ask_person()
        else:
            self.make_bot_move(seat)

    def make_bot_move(self, seat: int) -> None:
        """Make a bot's move, or a default move with an error message if the bot fails."""
        answer = safe_choose(self.bots[seat], SeatAccess(self.match, seat), Budget(), self.random.randbytes(32))
        if answer.fault is not None:
            self.print(f"[red]{escape(self.players[seat])}: {escape(str(answer.fault))}[/]")
        self.make_move(Move(seat, answer.choice.action, self.match.now_ms))

    def make_move(self, move: Move) -> None:
        """Make a legal move and print what it did."""
        before = self.match.view(PERSON_SEAT)
        refused = self.match.apply(*move)
        assert refused is None, refused
        if move.seat not in (PERSON_SEAT, CLOCK):
            self.before_last = None
        messages = self.game.view.narrate(before, *move[:2], self.match.view(PERSON_SEAT))
        self.print(f"  [dim]•[/] {escape(render(self.game, messages, PERSON_SEAT))}")

    def ask_person(self) -> None:
        """Ask the person until they make a legal move or take one back."""
        view = self.match.view(PERSON_SEAT)
        legal = self.match.legal(PERSON_SEAT)
        self.print("")
        self.print(escape(self.game.view.draw_screen(view)))
        self.list_moves(view, legal)
        while True:
            answer = self.read_answer("Your move: ")
            if answer in ("m", "b", "?", ""):
                self.show_requested_info(answer, view, legal)
            elif answer == "u":
                if self.take_back():
                    return
            elif (action := self.parse_answer(answer, legal)) is not None:
                self.before_last = self.match.copy()
                self.make_move(Move(PERSON_SEAT, action, self.match.now_ms))
                return

    def read_answer(self, prompt: str) -> str:
        """Return the person's answer in lower case. Raise PersonLeft if they want to leave."""
        try:
            answer = self.console.input(prompt).strip().lower()
        except (EOFError, KeyboardInterrupt):
            self.print("")
            raise PersonLeft from None
        if answer in ("q", "quit", "exit"):
            raise PersonLeft
        return answer

    def show_requested_info(self, what: str, view: View, legal: list[int]) -> None:
        if what == "b":
            self.print(escape(self.game.view.draw_screen(view)))
        elif what == "m":
            self.list_moves(view, legal)
        else:
            self.print(HELP_TEXT.format(example=self.game.view.write_action(legal[0])))

    def list_moves(self, view: View, legal: list[int]) -> None:
        for n, action in enumerate(legal[:MAX_LISTED_MOVES], start=1):
            text = self.game.view.write_action(action)
            self.print(
                f"[bold]{n:4}[/]  {escape(text):12} [dim]{escape(self.game.view.describe_action(view, action))}[/]"
            )
        if len(legal) > MAX_LISTED_MOVES:
            self.print(f"      ... and {len(legal) - MAX_LISTED_MOVES} more. Type the move.")

    def parse_answer(self, answer: str, legal: list[int]) -> int | None:
        """Return the action of an answer, or print why it is not legal and return None."""
        if answer.isdecimal() and answer not in map(self.game.view.write_action, legal):
            n = int(answer)
            if 1 <= n <= len(legal):
                return legal[n - 1]
            self.print(f"[red]There is no move {n}. Choose 1 to {len(legal)}.[/]")
            return None
        try:
            action = self.game.view.read_action(answer)
        except DottableError as error:
            self.print(f"[red]{escape(str(error))}[/]")
            return None
        refused = self.match.refusal(PERSON_SEAT, action)
        if refused:
            self.print(f"[red]{escape(refused.sentence)}[/]")
            return None
        return action

    def take_back(self) -> bool:
        """Undo the person's last move if no other followed and it revealed nothing. Return whether it was undone."""
        if self.before_last is None:
            self.print("[red]Nothing to take back: you have not moved yet, or another player has moved since.[/]")
            return False
        if not revealed_nothing(self.before_last, self.match.moves[-1], self.match):
            self.print("[red]That move showed you something new. It cannot be taken back.[/]")
            return False
        self.match, self.before_last = self.before_last, None
        self.print("Taken back.")
        return True

    def print_final_result(self) -> None:
        self.print("")
        self.print(escape(self.game.view.draw_screen(self.match.view(PERSON_SEAT))))
        returns = self.match.returns()
        won = returns[PERSON_SEAT] == max(returns)
        shared = returns.count(max(returns)) > 1
        self.print("[bold]" + ("You share the win." if won and shared else "You win!" if won else "You lose.") + "[/]")
        for seat, score in enumerate(self.match.scores()):
            self.print(f"  {escape(self.players[seat]):12} {score}")

    def save_log(self) -> None:
        """Write the log, complete or not."""
        try:
            self.log_file.parent.mkdir(parents=True, exist_ok=True)
            self.log_file.write_text(write_log(self.match, self.players), encoding="utf-8")
        except OSError as error:
            raise DottableError(f"Cannot write the log to '{self.log_file}': {error.strerror}.") from None
        folder = "" if is_built_in(self.game) else f" --game {self.game.folder}"
        self.print(f"[dim]Log: {escape(str(self.log_file))} (dottable replay / verify{escape(folder)})[/]")

    def print(self, text: str) -> None:
        self.console.print(text, soft_wrap=True)


def default_log_file(game: Game) -> Path:
    """Return the path of a new log file in the data folder."""
    name = f"{game.slug}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}.log"
    return data_folder() / "logs" / name
