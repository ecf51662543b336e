"""A trial: short random matches in which every function of a game's modules is called, interpreted by Python.

Interpreted rules give exact lines for errors, check array bounds, and start in a second, without Numba.
`python -m dottable.core.authoring.trial_matches FOLDER [PARENT]` prints the first mistake.
It needs NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from dottable.core.authoring.contract_check import check_against_contract
from dottable.core.authoring.exception_explanations import (
    TRACEBACK_ENVIRONMENT_VARIABLE,
    mistake_at,
    mistake_from_exception,
)
from dottable.core.authoring.source_locations import SourcePlace, place_of_name
from dottable.core.child_processes import end_with_parent
from dottable.core.contract import BotModule
from dottable.core.deck_files import BadDeck
from dottable.core.errors import BadNotation, GameMistake
from dottable.core.game import Game
from dottable.core.lab.statistics_definitions import total_size
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move
from dottable.core.options import list_options, options_varied_one_at_a_time
from dottable.core.primitives import chance
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.rule import cache_root
from dottable.core.primitives.seats import CLOCK, SPECTATOR, seats_of_mask
from dottable.core.registry import find_game
from dottable.core.views.narration import NarrationMessage, render_narration

TIME_LIMIT_S = 3.0
"""Time for all matches of a trial, in seconds."""
STUCK_AFTER_S = 20
"""Time in seconds after which a trial is taken to be in an endless loop."""
UNWRITTEN_MARKER = -32_123
"""Number that no observation holds. An array is filled with it to find the entries that `observe` did not write."""
TRIAL_SEED = bytes(32)
DECK_LINE_PATTERN = re.compile(r"[Ll]ine (\d+)")
"""Matches the line number in an error message about a deck file."""


class TrialPlay:
    """Short random matches that call every function of a game once or more.

    `step` names the module and function being called.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.end_s = time.monotonic() + TIME_LIMIT_S
        self.step = ("state", "Options")

    def play_all_matches(self) -> None:
        """Play the matches; raise GameMistake for the first mistake in the game's source."""
        try:
            list_options(self.game.state.Options)
            self._read_house_deck()
            for match, q in self._new_matches():
                self._play_match(match, q)
        except Exception as error:
            raise mistake_from_exception(error, self.game, self._place_of_called_function()) or error from error

    def _read_house_deck(self) -> None:
        """Read the game's own deck file; raise GameMistake with the wrong line if it is invalid."""
        try:
            _ = self.game.house_deck
        except BadDeck as error:
            text = str(error)
            line = DECK_LINE_PATTERN.search(text)
            file = self.game.folder / "deck" / self.game.deck.HOUSE_DECK_FILE
            sentence = re.sub(rf"^{re.escape(file.name)}(, line \d+)?: ", "", text)
            raise mistake_at(SourcePlace(file, int(line[1]) if line else 1), sentence) from error

    def _place_of_called_function(self) -> SourcePlace:
        """Return the file and line of the function that is being called."""
        return place_of_name(getattr(self.game, self.step[0]), self.step[1])

    def _new_matches(self) -> Iterator[tuple[Match, Array]]:
        """Yield a new match and a fast random generator for every option set, with the fewest and the most seats."""
        for n, options in enumerate(options_varied_one_at_a_time(self.game.state.Options)):
            for seats in {self.game.min_seats, self.game.max_seats}:
                self.step = ("rules", "setup")
                yield Series(SeriesConfig(self.game, seats=seats, options=options, seed=TRIAL_SEED)).match(n)

    def _play_match(self, match: Match, q: Array) -> None:
        """Play random moves and check every position, until the match is over or the time for the trial is up."""
        while time.monotonic() < self.end_s:
            self._check_position(match)
            if match.is_over:
                return
            if len(match.moves) >= self.game.max_steps:
                self.step, limit = ("rules", "to_act"), self.game.max_steps
                self.raise_mistake(
                    "A match is not over after max_steps = {} moves. Let to_act return 0 at the end.", limit
                )
            self._make_move(match, q)

    def raise_mistake(self, sentence: str, *values: object) -> None:
        """Raise GameMistake at the definition of the function that is being called.

        `values` fill the `{}` placeholders of the sentence.
        """
        raise mistake_at(self._place_of_called_function(), sentence.format(*values))

    def _make_move(self, match: Match, q: Array) -> None:
        """Play one random move; check the bot before it, and the statistics and the narration after it."""
        viewers = (SPECTATOR, *range(match.seats))
        before = [match.view(viewer) for viewer in viewers]
        self._check_bot(match, q)
        state_before = match.copy()
        self.step = ("rules", "play")
        refused = play_random_move(match, q)
        if refused:
            self.step = ("rules", "legal")
            self.raise_mistake(
                "A move that legal lists is refused: {} List only actions that play accepts.", refused.sentence
            )
        seat, action, _ = match.moves[-1]
        self._count_statistics(state_before, match)
        self.step = ("view", "narrate")
        for viewer, view in zip(viewers, before, strict=True):
            self._check_narration(self.game.view.narrate(view, seat, action, match.view(viewer)), viewer)

    def _check_bot(self, match: Match, q: Array) -> None:
        """Check that the greedy policy of the module `bot`, if there is one, returns legal actions."""
        if not isinstance(self.game.bot, BotModule):
            return
        self.step = ("bot", "greedy")
        buffer = rule_array(np.zeros(self.game.state.ACTIONS.size, np.int32))
        for seat in (seat for seat in match.to_act if seat != CLOCK):
            action, legal = self.game.bot.greedy(match.state, seat, rule_array(q), buffer), match.legal(seat)
            if action not in legal:
                self.raise_mistake("greedy returns action {} for seat {}, but legal lists {}.", action, seat, legal)

    def _count_statistics(self, before: Match, after: Match) -> None:
        """Call `count_before_move` and `count_after_move` of the game's statistics, if any, for the last move."""
        statistics = self.game.statistics
        if statistics is None:
            return
        counts = rule_array(np.zeros(total_size(statistics.COUNTS), np.int64))
        for name, match in (("count_before_move", before), ("count_after_move", after)):
            self.step = ("statistics", name)
            getattr(statistics, name)(match.state, *after.moves[-1][:2], counts)

    def _check_narration(self, narration: tuple[NarrationMessage, ...], viewer: int) -> None:
        """Check that every message of a narration has a template and all arguments of the template."""
        for message in narration:
            if message.code not in self.game.view.TEMPLATES:
                self.raise_mistake("The message '{}' has no template. Add it to TEMPLATES.", message.code)
        try:
            render_narration(self.game, narration, viewer)
        except KeyError as error:
            self.raise_mistake("A template needs the argument {}. Pass it to message().", error)

    def _check_position(self, match: Match) -> None:
        """Check legal actions, knowledge, results and texts of all seats in the present position."""
        self.step = ("rules", "to_act")
        active = seats_of_mask(self.game.rules.to_act(match.state))
        for seat in {*active, *range(match.seats)}:
            self._check_legal(match, seat, is_active=seat in active)
        for seat in range(match.seats):
            self._check_knowledge(match, seat)
        self._check_results(match)
        for viewer in (SPECTATOR, *range(match.seats)):
            self._check_texts(match, viewer)

    def _check_legal(self, match: Match, seat: int, *, is_active: bool) -> None:
        """Check that a seat's legal actions are ascending and in range, and that an active seat has at least one."""
        self.step = ("rules", "legal")
        legal, size = match.legal(seat), self.game.state.ACTIONS.size
        if legal != sorted(set(legal)):
            self.raise_mistake("legal lists {} for seat {}. Write actions in ascending order, each once.", legal, seat)
        if legal and not 0 <= legal[0] <= legal[-1] < size:
            self.raise_mistake("legal lists {}, but actions are numbered from 0 to {}.", legal, size - 1)
        if is_active and not legal:
            self.raise_mistake("Seat {} is in to_act but has no legal action. Correct legal or to_act.", seat)
        self.step = ("rules", "why_not")
        match.refusal(seat, size - 1)

    def _check_knowledge(self, match: Match, seat: int) -> None:
        """Check that `observe` writes a seat's whole observation, and that `resample` runs without an exception."""
        self.step = ("knowledge", "observe")
        size = self.game.knowledge.OBSERVATION_SIZE
        out = np.full(size, UNWRITTEN_MARKER, np.int16)
        try:
            self.game.knowledge.observe(match.state, seat, rule_array(out))
        except IndexError:
            self.raise_mistake(
                "observe writes more than OBSERVATION_SIZE = {} numbers. Correct OBSERVATION_SIZE.", size
            )
        if UNWRITTEN_MARKER in out:
            first = int(np.argmax(out == UNWRITTEN_MARKER))
            self.raise_mistake(
                "observe does not write number {} of {}. Write all, or correct OBSERVATION_SIZE.", first, size
            )
        self.step = ("knowledge", "resample")
        match.determinize(seat, chance.seeded_generator(TRIAL_SEED))

    def _check_results(self, match: Match) -> None:
        """Call the functions of the rules for deadline, scores, returns and piece counts."""
        for name in ("deadline", "scores", "returns"):
            self.step = ("rules", name)
            _ = match.deadline_ms if name == "deadline" else getattr(match, name)()
        self.step = ("rules", "count_pieces")
        self.game.rules.count_pieces(match.state, rule_array(np.zeros(self.game.rules.PIECE_KINDS, np.int32)))

    def _check_texts(self, match: Match, viewer: int) -> None:
        """Check that the screen of a viewer and the descriptions of all legal actions are not empty."""
        view, module = self._json_checked_view(match, viewer), self.game.view
        self.step = ("view", "draw_screen")
        if not isinstance(module.draw_screen(view), str):
            self.raise_mistake("draw_screen returns no text. Return one string.")
        for action in match.legal(viewer) if viewer != SPECTATOR else ():
            self.step = ("view", "describe_action")
            if not module.describe_action(view, action):
                self.raise_mistake("describe_action returns no text for action {}.", action)
            self.step = ("view", "read_action")
            self._check_notation(action)

    def _check_notation(self, action: int) -> None:
        """Check that `read_action` turns the notation of an action back into that action."""
        module = self.game.view
        text = module.write_action(action)
        try:
            back: int | None = module.read_action(text)
        except BadNotation:
            back = None
        if back != action:
            self.raise_mistake(
                "Action {} is written '{}', but read_action does not give {} for it.", action, text, action
            )

    def _json_checked_view(self, match: Match, viewer: int) -> object:
        """Return the view of a viewer, after encoding it as JSON to see that this works."""
        self.step = ("view", "build_view")
        view = match.view(viewer)
        msgspec.json.encode(view)
        return view


def require_sound_sources(game: Game) -> None:
    """Compare a game with the contract, then try it in a new process. Raise GameMistake for the first mistake.

    A game whose sources have not changed since it passed is not tried again.
    """
    check_against_contract(game)
    passed = passed_marker_path(game)
    if passed.exists():
        return
    command = [sys.executable, "-m", "dottable.core.authoring.trial_matches", str(game.folder), str(os.getpid())]
    ran = subprocess.run(
        command,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        start_new_session=True,  # Ctrl-C does not reach it; it ends with this process
    )
    if ran.returncode == 1 and ran.stdout.strip():
        raise GameMistake(ran.stdout.strip())
    if ran.returncode == 0:
        passed.parent.mkdir(exist_ok=True)
        passed.touch()


def passed_marker_path(game: Game) -> Path:
    """Return the path of an empty marker file: it exists if these sources of the game have passed these checks."""
    digest = hashlib.sha256(str(game.folder).encode())
    for folder in (game.folder, Path(__file__).parent):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml")):
            digest.update(path.read_bytes())
    return cache_root() / "trials" / digest.hexdigest()[:24]


def exit_if_stuck(game: Game) -> None:
    """Report an endless loop and exit with code 1, if the main thread executes code of the game when the time is up."""
    frame = sys._current_frames()[threading.main_thread().ident or 0]
    lines = [
        (Path(stack_frame.f_code.co_filename).resolve(), line) for stack_frame, line in traceback.walk_stack(frame)
    ]
    place = next((SourcePlace(file, line) for file, line in lines if file.is_relative_to(game.folder)), None)
    if place is not None:
        sys.stdout.write(f"{place}: This loop has not ended after {STUCK_AFTER_S} s. Check its condition.\n")
        sys.stdout.flush()
        os._exit(1)


def try_game(game: Game) -> None:
    """Compare a game with the contract and play the trial matches. A timer ends the process if it is stuck."""
    check_against_contract(game)
    watch = threading.Timer(STUCK_AFTER_S, exit_if_stuck, [game])
    watch.daemon = True
    watch.start()
    TrialPlay(game).play_all_matches()


def main() -> int:
    """Print the first mistake in the game whose folder is on the command line.

    Return the exit code: 1 with a mistake, else 0.
    """
    if len(sys.argv) > 2:
        end_with_parent(int(sys.argv[2]))
    try:
        try_game(find_game(sys.argv[1]))
    except GameMistake as mistake:
        if os.environ.get(TRACEBACK_ENVIRONMENT_VARIABLE):
            traceback.print_exc()
        sys.stdout.write(f"{mistake}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
