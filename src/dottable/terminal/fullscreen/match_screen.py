"""The screen of a match: the board, the latest events and the list of moves, all visible together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from textwrap import wrap

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widgets import Static

from dottable.core.rules_text import short_rules_text
from dottable.core.views.narration import seat_names
from dottable.server.protocol.messages import EventMessage, FromServer, PreviewRequest, SnapshotMessage
from dottable.table.commands import MakeMove
from dottable.terminal.fullscreen.choice_list import ChoiceList
from dottable.terminal.fullscreen.filtered_choices_screen import FilteredChoicesScreen
from dottable.terminal.fullscreen.style import coloured_board
from dottable.terminal.fullscreen.text_page import TextPage
from dottable.terminal.match.board_text import board_lines, countdown_text, headline, legend_line
from dottable.terminal.match.first_match_guide import GuideProgress
from dottable.terminal.match.lobby import lobby_entries, lobby_lines
from dottable.terminal.match.move_choice import MenuEntry, MoveMenu, meaning_of_typed_text, menu_after_answers
from dottable.terminal.match.result_text import outcome_sentence, result_lines
from dottable.terminal.match.table_state import TableState
from dottable.terminal.tables.table_connection import TableConnection

KEY_HINTS = " Enter choose  Esc back  ^U undo  ^R rules  ^G guide  ^L history  ? help  q quit"
HELP_TEXT = """\
Up, Down, Tab     mark an answer           Enter   choose it
letters, digits   search the answers, or write a move, like {example}
Esc               take back the last answer, or what you typed
PgUp, PgDn        scroll the board
Ctrl-U            take your last move back, if it showed you nothing new
Ctrl-R            the rules of the game
Ctrl-G            the guide for a first match, on or off
Ctrl-L            everything that happened so far
q, Ctrl-C         leave at once; the match so far is saved as a log

Signs on the board:
{legend}"""
CLOCK_REDRAW_INTERVAL_S = 0.1
"""Interval in seconds at which running clocks are redrawn."""
AGAIN, LEAVE = "Play again", "Leave"


class MatchScreen(FilteredChoicesScreen):
    """The screen of a match at a table. It returns True if the player wants to play again."""

    def __init__(self, connection: TableConnection, *, can_play_again: bool) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]
        self.key_actions |= {
            "pageup": partial(self.action_scroll_board, -1),
            "pagedown": partial(self.action_scroll_board, 1),
            "ctrl+u": self.action_take_back,
            "ctrl+r": self.action_show_rules,
            "ctrl+g": self.action_toggle_guide,
            "ctrl+l": self.action_show_history,
        }
        self.connection = connection
        self.can_play_again = can_play_again
        self.state = TableState(lambda: connection.game)
        self.guide: GuideProgress | None = None
        self.menu: MoveMenu | None = None
        self.path: tuple[str, ...] = ()
        self.problem = ""
        """The reason why the last input was not understood."""
        self._previewed: set[int] = set()
        """Actions whose preview was requested in the present position."""
        self._title = ""
        self._drawn_title = ""
        self._hidden_lines = 0
        """Number of lines of the board that do not fit and can be reached by scrolling."""

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Container(id="main"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="board-text")
            with Container(id="side"):
                yield Static(id="story")
                yield Static(id="prompt")
                yield ChoiceList(id="choices")
        yield Static(Text(KEY_HINTS, no_wrap=True), id="keys")

    def on_mount(self) -> None:
        self.query_one("#head", Static).update(" Connecting ...")
        self.set_interval(CLOCK_REDRAW_INTERVAL_S, self.redraw_clock)
        self.app.run_worker(self.connection.run_until_cancelled(self.on_table_message), exit_on_error=False)

    # Messages of the table

    def on_table_message(self, message: FromServer) -> None:
        """Apply a message of the table and draw what changed."""
        was_over = self.state.is_over
        self.state.apply(message)
        if self.connection.game is None:
            self.query_one("#head", Static).update(Text(f" {self.state.connection_note}", no_wrap=True))
            return
        if self.guide is None:
            self.guide = GuideProgress(self.connection.game)
        if self.state.status == "over" and not was_over:
            self.guide.record_finished_match()
        if isinstance(message, SnapshotMessage | EventMessage):
            self._previewed.clear()
            self.update_menu()
        self.draw()
        self.request_preview()

    def update_menu(self) -> None:
        """Build the menu for the present position. Answers so far are kept if they are still possible."""
        state = self.state
        if state.view is None or not state.legal:
            self.menu, self.path = None, ()
            return
        with seat_names(state.names):
            self.menu = menu_after_answers(state.game, state.view, state.legal, self.path)
        self.path = self.menu.path

    # Drawing

    def draw(self) -> None:
        """Redraw all parts of the screen."""
        state = self.state
        self._title = state.game.title if state.view is None else headline(state.game, state.view, state.names)
        self.draw_choices()
        self.draw_board()
        self.draw_narration()
        self.redraw_clock()

    def redraw_clock(self) -> None:
        """Redraw what changes with time: the headline, and the prompt with the running clock."""
        state = self.state
        if self.connection.game is None:
            return
        note = state.connection_note or countdown_text(state)
        head = self.query_one("#head", Static)
        width = max(20, head.size.width or self.app.size.width)
        more = f"PgDn: {self._hidden_lines} more lines " if self._hidden_lines else ""
        title = f" {self._title} "[: width - len(more)].ljust(width - len(more)) + more
        if title != self._drawn_title:
            self._drawn_title = title
            head.update(Text(title, no_wrap=True), layout=False)
        self.show_prompt(self.question_text(), note[: width // 2])

    def question_text(self) -> str:
        """Return the question to the player, or a text that says what the match waits for."""
        state = self.state
        if state.is_over:
            return "The match is over." if state.result is None else outcome_sentence(state, state.result)
        if state.status == "open":
            return "Before the match:"
        if self.menu is not None:
            return " › ".join((*self.menu.path, self.menu.question))
        names = [state.name_of(seat) for seat in state.position.to_act] if state.position else []
        return f"Waiting for {' and '.join(names)} ..." if names else "Waiting ..."

    def draw_choices(self) -> None:
        answers, hints = self.filtered_answers()
        self.query_one(ChoiceList).show_answers(answers, hints)

    def filtered_answers(self) -> tuple[list[str], list[str]]:
        """Return the answers that match the typed text, and the notation of those that complete a move."""
        state = self.state
        if state.is_over:
            return ([AGAIN, LEAVE] if self.can_play_again else [LEAVE]), []
        if state.status == "open":
            words = self.typed.lower().split()
            entries = [entry.answer for entry in lobby_entries(state)]
            return [answer for answer in entries if all(word in answer.lower() for word in words)], []
        if self.menu is None:
            return [], []
        entries_shown = self.menu.entries_with_words(self.typed)
        return [entry.answer for entry in entries_shown], [entry.notation for entry in entries_shown]

    def draw_board(self) -> None:
        state = self.state
        board = self.query_one("#board", VerticalScroll)
        height = max(5, board.size.height)
        if state.view is None:
            lines = lobby_lines(state, self.connection.invitation_link)
        else:
            preview = state.previews.get(self.considered_action() or -1)
            lines = board_lines(state, height, preview.preview if preview else None)
        if state.is_over:
            lines = [*result_lines(state), "", *lines]
        self.query_one("#board-text", Static).update(coloured_board(state.game, lines))
        self._hidden_lines = max(0, len(lines) - height)

    def draw_narration(self) -> None:
        """Draw the latest sentences of the narration. A problem or a lesson of the guide comes first."""
        story = self.query_one("#story", Static)
        width, height = max(20, story.size.width or self.app.size.width) - 2, max(2, story.size.height)
        notice = self.problem or self.state.notice
        lesson = self.guide.current_lesson(self.state) if self.guide else None
        first = [f"! {notice}"] if notice else [f"Guide: {lesson}"] if lesson else []
        top = [line for text in first for line in wrap(text, width)][:height]
        rest = latest_lines(self.state.history, width, height - len(top))
        text = Text(no_wrap=True)
        text.append("\n".join(top), style="bold")
        text.append(("\n" if top and rest else "") + "\n".join(rest))
        story.update(text, layout=False)

    # Choosing

    def on_typed_text_changed(self) -> None:
        self.problem = ""
        self.draw_choices()
        self.request_preview()
        self.draw_narration()
        self.redraw_clock()

    def on_highlight_moved(self) -> None:
        self.request_preview()
        self.draw_board()

    def highlighted_entry(self) -> MenuEntry | None:
        answer = self.query_one(ChoiceList).highlighted_answer
        return self.menu.entry_with_answer(answer) if self.menu and answer is not None else None

    def considered_action(self) -> int | None:
        """Return the action that the highlighted answer leads to; the first if there are several."""
        entry = self.highlighted_entry()
        return entry.actions[0] if entry else None

    def request_preview(self) -> None:
        """Request the preview of the highlighted move, if the game has previews."""
        action = self.considered_action()
        if action is not None and self.state.game.previews is not None and action not in self._previewed:
            self._previewed.add(action)
            self.connection.send_command(PreviewRequest(action=action, client_id=f"preview-{action}"))

    def action_choose(self) -> None:
        """Play the typed or highlighted move, or take the next step towards it."""
        self.problem = ""
        if self.state.is_over or self.state.status == "open":
            self.choose_outside_match()
        elif self.typed.strip():
            self.choose_typed()
        elif (entry := self.highlighted_entry()) is not None:
            self.choose_entry(entry)

    def choose_typed(self) -> None:
        """Play the move in the typed notation, or choose the answer that matches. If neither exists, explain why."""
        state, entry = self.state, self.highlighted_entry()
        typed = meaning_of_typed_text(state.game, self.menu, self.typed, state.legal)
        if typed.action is not None:
            self.send_move(typed.action)
        elif typed.entry is not None or (
            entry is not None and typed.problem is not None and self.has_several_answers()
        ):
            self.choose_entry(typed.entry or entry)  # type: ignore[arg-type]  # one of them is an entry
        else:
            self.problem = typed.problem or ""
            self.typed = ""
            self.draw()

    def has_several_answers(self) -> bool:
        """Return whether several answers match the typed text. Enter then chooses the highlighted answer."""
        return self.menu is not None and len(self.menu.entries_with_words(self.typed)) > 1

    def choose_entry(self, entry: MenuEntry) -> None:
        if entry.is_final:
            self.send_move(entry.actions[0])
            return
        self.path = (*self.path, entry.answer)
        self.typed = ""
        self.update_menu()
        self.draw_choices()
        self.request_preview()
        self.draw()

    def send_move(self, action: int) -> None:
        """Send a move. The table replies with what happened, or with the reason why it is refused."""
        self.typed, self.path = "", ()
        self.connection.send_command(MakeMove(action=action))
        self.update_menu()
        self.draw()

    def choose_outside_match(self) -> None:
        """Execute an answer before or after the match."""
        answer = self.query_one(ChoiceList).highlighted_answer
        self.typed = ""
        if self.state.is_over:
            self.dismiss(answer == AGAIN)
            return
        entry = next((entry for entry in lobby_entries(self.state) if entry.answer == answer), None)
        if entry is not None and entry.command is None:
            self.dismiss(result=False)
        elif entry is not None and entry.command is not None:
            self.connection.send_command(entry.command)

    def on_choice_list_chosen(self, _: ChoiceList.Chosen) -> None:
        self.typed = ""
        self.action_choose()

    def action_back(self) -> None:
        """Clear the typed text. If there is none, take back the last answer that had an alternative."""
        self.problem = ""
        if not self.typed and self.path and self.menu is not None:
            path = self.path
            while path:
                path = path[:-1]
                self.path = path
                self.update_menu()
                if self.menu is not None and len(self.menu.path) <= len(path):
                    break
        self.typed = ""
        self.draw()

    # Keys

    def run_command(self, character: str) -> bool:
        if character == "q":
            self.dismiss(result=False)
        elif character == "?":
            self.show_help()
        else:
            return False
        return True

    def show_help(self) -> None:
        state = self.state
        if self.connection.game is None:
            return
        example = state.game.view.write_action(state.legal[0]) if state.legal else "the text on the right of an answer"
        signs = legend_line(state.game, state.view) if state.view is not None else ""
        self.app.push_screen(TextPage("Keys", HELP_TEXT.format(example=example, legend=signs)))

    def action_show_rules(self) -> None:
        game = self.connection.game
        if game is not None:
            self.app.push_screen(TextPage(f"Rules of {game.title}", short_rules_text(game), is_markdown=True))

    def action_show_history(self) -> None:
        self.app.push_screen(TextPage("What happened so far", "\n".join(f"• {s}" for s in self.state.history)))

    def action_toggle_guide(self) -> None:
        if self.guide is not None:
            self.guide.toggle()
            self.draw()

    def action_take_back(self) -> None:
        refused = self.connection.take_back()
        self.problem = refused or "Taken back."
        self.path = ()
        self.draw()

    def action_scroll_board(self, pages: int) -> None:
        board = self.query_one("#board", VerticalScroll)
        board.scroll_relative(y=pages * max(1, board.size.height - 2), animate=False)

    def on_resize(self) -> None:
        if self.connection.game is not None:
            self.call_after_refresh(self.draw)


def latest_lines(sentences: Sequence[str], width: int, height: int) -> list[str]:
    """Return the latest sentences as wrapped lines, oldest first: as many as fit, or the start of the latest one."""
    lines: list[str] = []
    for sentence in reversed(sentences):
        wrapped = wrap(f"• {sentence}", width, subsequent_indent="  ")
        if len(lines) + len(wrapped) > height:
            return lines or wrapped[:height]
        lines = [*wrapped, *lines]
    return lines
