"""The line client: it writes plain sentences and numbered questions, and redraws nothing. Clocks run in real time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from dottable.core.contract import PreviewText
from dottable.core.rules_text import short_rules_text
from dottable.core.views.narration import join_with_and, seat_names
from dottable.server.protocol.messages import (
    EventMessage,
    FromServer,
    PreviewMessage,
    PreviewRequest,
    RefusedMessage,
    SnapshotMessage,
)
from dottable.table.commands import MakeMove
from dottable.terminal.lines.keyboard_reader import LineReader
from dottable.terminal.lines.setup_questions import LEAVE_WORDS, print_line
from dottable.terminal.match.board_text import countdown_text, fit_to_height, screen_lines
from dottable.terminal.match.first_match_guide import GuideProgress
from dottable.terminal.match.lobby import lobby_entries, lobby_lines
from dottable.terminal.match.move_choice import MenuEntry, MoveMenu, meaning_of_typed_text, menu_after_answers
from dottable.terminal.match.result_text import result_lines
from dottable.terminal.match.table_state import CONNECTED_AGAIN, TableState
from dottable.terminal.tables.table_connection import TableConnection

HELP_TEXT = """\
  1, 2, 3, ...   choose an answer by its number
  {example:14} or type a move
  <              take back the last answer
  m              list the answers again
  b              read the board again
  p NUMBER       preview of an answer, where the game has one
  u              take your last move back, if it showed you nothing new
  r              the rules
  g              the guide, on or off
  q              leave; the match so far is saved as a log"""
LEFT_SENTENCE = "You left the match."
PLAY_AGAIN_QUESTION = "Play again? Type y or n."


class LineClient:
    """Plays at one table with plain lines of text."""

    def __init__(
        self,
        table: TableConnection,
        *,
        can_play_again: bool = False,
        write: Callable[[str], None] = print_line,
        reader: LineReader | None = None,
    ) -> None:
        self.table = table
        self.can_play_again = can_play_again
        self.plays_again = False
        """Whether the player wants to play again."""
        self.write = write
        self.reader = reader or LineReader()
        self.state = TableState(lambda: table.game)
        self.guide: GuideProgress | None = None
        self.menu: MoveMenu | None = None
        self.path: tuple[str, ...] = ()
        self._written_count = 0
        """Number of sentences of the history that have already been written."""
        self._asked: tuple[object, ...] | None = None
        """Subject of the last question. The same question is not asked twice."""
        self._clock_text = ""
        self._lesson: str | None = None
        self._news = asyncio.Event()
        self._notice = ""
        self._has_board = False
        """Whether the board has been written."""

    async def play(self) -> None:
        """Play until the player leaves or has read the result."""
        running = asyncio.ensure_future(self.table.run_until_cancelled(self.on_message))
        try:
            while True:
                await self.wait_for_question(running)
                reading = asyncio.ensure_future(self.reader.next_line())
                await asyncio.wait({reading, running}, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    reading.cancel()
                    running.result()
                    return
                line = reading.result()
                if self.state.is_over:
                    self.plays_again = self.can_play_again and (line or "").strip().lower().startswith("y")
                    return
                if line is None or line.strip().lower() in LEAVE_WORDS:
                    self.write(LEFT_SENTENCE)
                    return
                self.take_line(line.strip())
        finally:
            running.cancel()
            await asyncio.wait({running})

    async def wait_for_question(self, running: asyncio.Future[None]) -> None:
        """Wait until there is a question, if the input does not come from a keyboard."""
        while not (self.reader.is_interactive or running.done() or self.menu or self.state.is_over):
            if self.state.status == "open":
                return
            self._news.clear()
            news: asyncio.Future[Any] = asyncio.ensure_future(self._news.wait())
            await asyncio.wait({news, running}, return_when=asyncio.FIRST_COMPLETED)
            news.cancel()

    # Messages of the table

    def on_message(self, message: FromServer) -> None:
        """Apply a message of the table, and write what is new."""
        self._news.set()
        self.state.apply(message)
        if isinstance(message, PreviewMessage):
            self.write_preview(message)
        if self.state.connection_note != self._notice:
            self._notice = self.state.connection_note
            self.write(self._notice or CONNECTED_AGAIN)
        if self.table.game is None:
            return
        if self.guide is None:
            self.guide = GuideProgress(self.table.game)
        if isinstance(message, SnapshotMessage):
            self._written_count = 0
            self._asked = None
        self.write_history()
        self.write_notice()
        if self.state.is_over:
            self.write_result()
        elif isinstance(message, SnapshotMessage | EventMessage | RefusedMessage):
            self.ask_question()

    def write_history(self) -> None:
        """Write the sentences that have not been written yet."""
        history = list(self.state.history)
        for sentence in history[min(self._written_count, len(history)) :]:
            self.write(sentence)
        self._written_count = len(history)
        if self._written_count == self.state.history.maxlen:  # old sentences are dropped, so indices change
            self.state.history.clear()
            self._written_count = 0

    def write_notice(self) -> None:
        if self.state.notice:
            self.write(self.state.notice)
            self.state.notice = ""

    def write_result(self) -> None:
        if self.state.status == "over" and self.guide is not None:
            self.guide.record_finished_match()
        self.write_board()
        for line in result_lines(self.state):
            self.write(line)
        self.write(PLAY_AGAIN_QUESTION if self.can_play_again else "Press Enter to leave.")

    def write_preview(self, message: PreviewMessage) -> None:
        view = self.state.game.view
        if isinstance(view, PreviewText):
            with seat_names(self.state.names):
                self.write(view.describe_preview(self.state.view, message.preview))

    # Questions

    def ask_question(self) -> None:
        """Ask the question of the present position, unless it was already asked."""
        state = self.state
        if state.status == "open":
            self.ask_in_lobby()
            return
        self.write_clock()
        if state.view is None or not state.legal:
            self.menu, self.path, self._asked = None, (), None
            self.write_first_board()
            return
        with seat_names(state.names):
            self.menu = menu_after_answers(state.game, state.view, state.legal, self.path)
        self.path = self.menu.path
        topic = (self.menu.question, self.menu.path, tuple(entry.answer for entry in self.menu.entries))
        if topic == self._asked:
            return
        is_first = self._asked is None or not state.game.races or self._asked[0] != topic[0]
        self._asked = topic
        if is_first and not self.menu.path:
            self.write_board()
            self._has_board = True
        self.write_lesson()
        self.write_menu()

    def write_clock(self) -> None:
        """Write the remaining time once, when a clock starts."""
        text = countdown_text(self.state)
        kind = text.translate(str.maketrans("", "", "0123456789."))
        if kind and kind != self._clock_text:
            self.write(text)
        self._clock_text = kind

    def write_board(self) -> None:
        if self.state.view is not None:
            self.write("")
            for line in fit_to_height(
                screen_lines(self.state.game, self.state.view, self.state.names), 0, has_legend=True
            ):
                self.write(line)

    def write_first_board(self) -> None:
        """Write the board once at the start, and the players that the match waits for."""
        if self.state.position is None or self._has_board:
            return
        self._has_board = True
        self.write_board()
        names = [self.state.name_of(seat) for seat in self.state.position.to_act]
        self.write(f"Waiting for {join_with_and(names)}. Type b to read the board again.")

    def write_lesson(self) -> None:
        lesson = self.guide.current_lesson(self.state) if self.guide else None
        if lesson and lesson != self._lesson:
            self.write(f"Guide: {lesson}")
        self._lesson = lesson

    def write_menu(self) -> None:
        """Write the question with its numbered answers."""
        menu = self.menu
        if menu is None:
            self.write("It is not your turn.")
            return
        done = f"{', '.join(menu.path)}. " if menu.path else ""
        self.write(f"{done}{menu.question}")
        for n, entry in enumerate(menu.entries, start=1):
            self.write(f"  {n}. {entry.answer}{f'  [{entry.notation}]' if entry.notation else ''}")

    def ask_in_lobby(self) -> None:
        for line in lobby_lines(self.state, self.table.invitation_link):
            self.write(line)
        for n, entry in enumerate(lobby_entries(self.state), start=1):
            self.write(f"  {n}. {entry.answer}")

    # Answers

    def take_line(self, line: str) -> None:
        """Process one line of the player's input."""
        word = line.lower()
        if self.table.game is None:
            self.write("Not connected yet. q leaves.")
        elif self.state.status == "open":
            self.answer_in_lobby(word)
        elif word in ("?", ""):
            legal = self.state.legal
            example = self.state.game.view.write_action(legal[0]) if legal else "a move"
            self.write(HELP_TEXT.format(example=example))
        elif not self.run_command(word):
            self.answer_question(line)

    def run_command(self, word: str) -> bool:
        """Run the command of a single letter. Return False if there is none."""
        commands: dict[str, Callable[[], None]] = {
            "m": self.write_menu,
            "b": self.write_board,
            "u": self.take_back,
            "<": self.go_back,
            "r": lambda: self.write(short_rules_text(self.state.game)),
            "g": self.toggle_guide,
        }
        if word[:1] == "p" and word[1:].strip().isdecimal():
            self.request_preview(int(word[1:]))
            return True
        if word not in commands:
            return False
        commands[word]()
        return True

    def answer_question(self, text: str) -> None:
        """Choose an answer by number, notation or words. If none matches, explain why."""
        state, menu = self.state, self.menu
        entry = self.numbered_entry(text)
        if isinstance(entry, MenuEntry):
            self.choose_entry(entry)
            return
        if isinstance(entry, str):
            self.write(entry)
            return
        typed = meaning_of_typed_text(state.game, menu, text, state.legal)
        if typed.action is not None:
            self.play_action(typed.action)
        elif typed.entry is not None:
            self.choose_entry(typed.entry)
        else:
            self.write(typed.problem or "")

    def numbered_entry(self, text: str) -> MenuEntry | str | None:
        """Return the entry with a number, a sentence if the number is too high, or None for any other text."""
        entries = self.menu.entries if self.menu else ()
        if not text.isdecimal() or any(entry.notation == text for entry in entries):
            return None
        if not entries:
            return "It is not your turn."
        n = int(text)
        return entries[n - 1] if 1 <= n <= len(entries) else f"There is no answer {n}. Choose 1 to {len(entries)}."

    def choose_entry(self, entry: MenuEntry) -> None:
        if entry.is_final:
            self.play_action(entry.actions[0])
        else:
            self.path = (*self.path, entry.answer)
            self.ask_question()

    def play_action(self, action: int) -> None:
        self.path, self.menu = (), None
        self.table.send_command(MakeMove(action=action))

    def go_back(self) -> None:
        """Take back the last chosen answer and ask its question again."""
        path = self.path
        while path:
            path = path[:-1]
            self.path = path
            self._asked = ()
            self.ask_question()
            if len(self.path) <= len(path):
                return
        self.write_menu()

    def take_back(self) -> None:
        refused = self.table.take_back()
        self.write(refused or "Taken back.")

    def toggle_guide(self) -> None:
        if self.guide is not None:
            self.guide.toggle()
            self.write("The guide is on." if self.guide.is_on else "The guide is off.")
            self.write_lesson()

    def request_preview(self, n: int) -> None:
        entry = self.numbered_entry(str(n))
        if self.state.game.previews is None or not isinstance(entry, MenuEntry):
            self.write("There is no preview of this answer.")
        else:
            self.table.send_command(PreviewRequest(action=entry.actions[0], client_id=f"preview-{entry.actions[0]}"))

    def answer_in_lobby(self, word: str) -> None:
        entries = lobby_entries(self.state)
        if not word.isdecimal() or not 1 <= int(word) <= len(entries):
            self.write(f"Type a number from 1 to {len(entries)}, or q to leave.")
            return
        command = entries[int(word) - 1].command
        if command is None:
            self.write("Type q to leave.")
        else:
            self.table.send_command(command)


def play_in_lines(table: TableConnection, *, can_play_again: bool) -> bool:
    """Play at a table with the line client, and save the log. Return whether the player wants to play again."""
    client = LineClient(table, can_play_again=can_play_again)
    try:
        asyncio.run(client.play())
    except KeyboardInterrupt:
        print_line(f"\n{LEFT_SENTENCE}")
    finally:
        table.close()
    if client.state.position is not None:
        print_line(table.save_log())
    return client.plays_again
