"""The log of a match: text with one line per move, from which the match can be replayed and verified.

Header: format, game, rules version, options, deck, seats, names, seed commitment. Every move line ends with a running
checksum over all lines and states so far, so that the first altered line can be found. Footer: seed, salt, result,
scores, state hash. If players contributed to the shuffle, the header has their hashes and the footer their bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from dottable.core.deck_files import Deck, read_deck
from dottable.core.errors import BadLog, DottableError
from dottable.core.game import Game
from dottable.core.matches.commit_reveal_shuffle import Contribution
from dottable.core.matches.log_format import (
    SERVER_SHUFFLE,
    SHARED_SHUFFLE,
    LogLayout,
    find_layout,
    format_entropies,
    format_hashes,
    read_contributions,
)
from dottable.core.matches.match import Match, Move
from dottable.core.options import format_options, read_options
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_known_game

CHECKSUM_DIGITS = 8
"""Hexadecimal digits of the running checksum at the end of a move line."""
UNFINISHED_RESULT = "unfinished"
"""Value of the `result` line of a match that was abandoned."""


class LogWriter:
    """Writes the log of a match while it is played. Call `move_line` after every accepted move."""

    def __init__(self, match: Match, players: Sequence[str] = ()) -> None:
        self.match = match
        self.header = header_lines(match, players)
        self._digest = hashlib.sha256("\n".join(self.header).encode() + match.state_bytes).digest()
        self.lines = [*self.header, f"moves {self.checksum}"]
        self._count = 0

    @property
    def checksum(self) -> str:
        """The running SHA-256 over all lines and states so far, cut to 8 hexadecimal digits."""
        return self._digest.hex()[:CHECKSUM_DIGITS]

    def move_line(self) -> str:
        """Append the line of the match's last move to the log and return it."""
        self._count += 1
        text = format_move(self.match.game, self._count, self.match.moves[-1])
        self._digest = hashlib.sha256(self._digest + text.encode() + self.match.state_bytes).digest()
        self.lines.append(f"{text} {self.checksum}")
        return self.lines[-1]

    def text(self) -> str:
        """Return the whole log as text. Its footer reveals the seed, so the match must be over or abandoned."""
        return "\n".join([*self.lines, "end", *footer_lines(self.match)]) + "\n"


def layout_of(match: Match) -> LogLayout:
    """Return the log layout for a match: format 2 if players contributed to the shuffle, else format 1."""
    return SHARED_SHUFFLE if match.contributions else SERVER_SHUFFLE


def header_lines(match: Match, players: Sequence[str]) -> list[str]:
    """Return the header of a match's log, line by line, with the names of its players."""
    layout = layout_of(match)
    values = [
        match.game.slug,
        str(match.game.rules_version),
        format_options(match.options) or "none",
        format_deck(match),
        str(match.seats),
        msgspec.json.encode(list(players)).decode(),
        match.commitment,
    ]
    if match.contributions:
        values.append(format_hashes(match.contributions))
    return [layout.first_line, *(f"{name} {value}" for name, value in zip(layout.header, values, strict=True))]


def format_deck(match: Match) -> str:
    """Return the value of the deck line: the hash of the game's own deck, or hash, name and text of a custom deck."""
    if match.deck is None:
        return "none"
    if match.deck == match.game.house_deck:
        return f"house {match.deck.content_hash}"
    own = msgspec.json.encode([match.deck.name, match.deck.text]).decode()
    return f"own {match.deck.content_hash} {own}"


def format_move(game: Game, n: int, move: Move) -> str:
    """Return the line of move number `n` without its checksum: number, seat, notation, time in ms."""
    mover = "clock" if move.seat == CLOCK else f"p{move.seat + 1}"
    return f"{n} {mover} {game.view.write_action(move.action)} {move.at_ms}"


def footer_lines(match: Match) -> list[str]:
    """Return the footer of a match's log, line by line: seed, salt, result, scores, hash of the last state."""
    returns = " ".join(f"{value:.6g}" for value in match.returns())
    values = (
        match.seed.hex(),
        match.salt.hex(),
        *([format_entropies(match.contributions)] if match.contributions else []),
        returns if match.is_over else UNFINISHED_RESULT,
        " ".join(map(str, match.scores())),
        match.state_hash,
    )
    return [f"{name} {value}" for name, value in zip(layout_of(match).footer, values, strict=True)]


def write_log(match: Match, players: Sequence[str] = ()) -> str:
    """Return the log of a match as text, by replaying it. For matches that were played without a LogWriter."""
    again = match.before_first_move()
    writer = LogWriter(again, players)
    for move in match.moves:
        again.apply(*move)
        writer.move_line()
    return writer.text()


@dataclass
class Log:
    """A log of a match, parsed into header, moves and footer."""

    game: Game
    header: dict[str, str]
    players: list[str]
    moves: list[Move]
    footer: dict[str, str]
    lines: list[str] = field(repr=False)
    layout: LogLayout

    @property
    def first_move_line(self) -> int:
        """Number of the line of the first move, counted from 1."""
        return self.layout.first_move_line

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """Random bytes that the players contributed to the shuffle; empty if only the server shuffled."""
        text = self.footer.get("entropies")
        return read_contributions(text, int(self.header["seats"]), self.line_of_entry("entropies")) if text else ()

    @property
    def is_finished(self) -> bool:
        """Whether the match was played to its end."""
        return self.footer["result"] != UNFINISHED_RESULT

    def line_of_entry(self, name: str) -> int:
        """Return the line number (from 1) of a header or footer entry such as `seed`."""
        return self.layout.line_of_entry(name, len(self.moves))

    def new_match(self) -> Match:
        """Return the match as it was before its first move."""
        options = read_options(self.game.state.Options, parse_options_text(self.header["options"]))
        seed, salt = bytes.fromhex(self.footer["seed"]), bytes.fromhex(self.footer["salt"])
        deck = _read_deck(self.game, self.header["deck"])
        seats, contributions = int(self.header["seats"]), self.contributions
        return Match(
            self.game, seats=seats, options=options, deck=deck, seed=seed, salt=salt, contributions=contributions
        )

    def replay(self) -> Iterator[tuple[Match, Move]]:
        """Yield the match after each move, and that move. The match is one object that changes from step to step."""
        match = self.new_match()
        for k, move in enumerate(self.moves):
            self._replay_move(match, k, move)
            yield match, move

    def _replay_move(self, match: Match, k: int, move: Move) -> None:
        """Make move number k on the match. Raise BadLog with its line if the rules refuse it."""
        refused = match.apply(*move)
        if refused:
            text = format_move(self.game, k + 1, move)
            raise BadLog(f"'{text}' is not possible: {refused.sentence}", line=self.first_move_line + k)


def parse_options_text(text: str) -> dict[str, str]:
    """Return the names and values of options written as `name=value name=value`, or as `none`."""
    return {} if text == "none" else dict(pair.split("=", 1) for pair in text.split(" "))


def read_log(text: str) -> Log:
    """Return the log in a text, without replaying it. Raise BadLog with the first invalid line."""
    lines = text.splitlines()
    layout = find_layout(lines)
    header = dict(_read_entry(lines, k + 1, name) for k, name in enumerate(layout.header))
    game = _read_game(header)
    players = _read_players(header)
    _read_entry(lines, len(layout.header) + 1, "moves")
    end = next((k for k, line in enumerate(lines) if line == "end"), None)
    first = layout.first_move_line - 1
    moves = [_read_move(game, lines[k], k - first + 1, k + 1) for k in range(first, len(lines) if end is None else end)]
    if end is None:
        raise BadLog(f"The log is cut off after line {len(lines)}: its footer is missing.")
    footer = dict(_read_entry(lines, end + 1 + k, name) for k, name in enumerate(layout.footer))
    if len(lines) > end + 1 + len(layout.footer):
        raise BadLog("Nothing may follow the footer.", line=end + 2 + len(layout.footer))
    log = Log(game, header, players, moves, footer, lines, layout)
    _check_values(log)
    return log


def _read_entry(lines: list[str], k: int, name: str) -> tuple[str, str]:
    """Return name and value of line `k` (from 0) of a header or footer; raise BadLog if it has another name."""
    if k >= len(lines):
        raise BadLog(f"The log is cut off after line {len(lines)}: '{name}' is missing.")
    found, _, value = lines[k].partition(" ")
    if found != name or not value:
        raise BadLog(f"Expected '{name}' and its value.", line=k + 1)
    return name, value


def game_name_in_log(text: str) -> str | None:
    """Return the slug of the game in the second line of a log; None if there is none."""
    lines = text.splitlines()
    name, _, slug = lines[1].partition(" ") if len(lines) > 1 else ("", "", "")
    return slug if name == "game" and slug else None


def _read_game(header: dict[str, str]) -> Game:
    """Return the game that a header names; raise BadLog if it is unknown or has another rules version."""
    try:
        game = find_known_game(header["game"])
    except DottableError as error:
        raise BadLog(str(error), line=2) from None
    if header["rules"] != str(game.rules_version):
        raise BadLog(
            f"The match used rules version {header['rules']} of '{game.slug}', but {rules_owner(game)} has version"
            f" {game.rules_version}.",
            line=3,
        )
    return game


def rules_owner(game: Game) -> str:
    """Return whose rules a game follows, for a message: "this Dottable" or the game's folder."""
    return "this Dottable" if game.is_built_in else f"the folder '{game.folder}'"


def _read_deck(game: Game, text: str) -> Deck | None:
    """Return the deck that a deck line describes; None for a game without decks. Raise BadLog if its hash is wrong."""
    kind, _, rest = text.partition(" ")
    content_hash, _, own = rest.partition(" ")
    deck = game.house_deck if kind == "house" else None
    try:
        if kind == "own":
            name, source = msgspec.json.decode(own, type=tuple[str, str])
            deck = read_deck(game, source, name)
    except (DottableError, msgspec.MsgspecError) as error:
        raise BadLog(f"The deck cannot be read: {error}", line=SERVER_SHUFFLE.header.index("deck") + 2) from None
    if kind not in ("none", "house", "own") or (deck is None) != (game.house_deck is None):
        raise BadLog("The deck must be none, house or own.", line=SERVER_SHUFFLE.header.index("deck") + 2)
    if deck is not None and deck.content_hash != content_hash:
        raise BadLog("The match was played with a different deck.", line=SERVER_SHUFFLE.header.index("deck") + 2)
    return deck


def _read_players(header: dict[str, str]) -> list[str]:
    """Return the players' names from a header."""
    try:
        return msgspec.json.decode(header["players"], type=list[str])
    except msgspec.MsgspecError:
        raise BadLog(
            "The players must be a JSON list of names.", line=SERVER_SHUFFLE.header.index("players") + 2
        ) from None


def _read_move(game: Game, text: str, n: int, line: int) -> Move:
    """Return the move in one move line. `n` is the expected number of the move, `line` the line number for errors."""
    parts = text.split(" ")
    if len(parts) != 5 or parts[0] != str(n):
        raise BadLog(f"Expected move {n}: number, player, action, time, checksum.", line=line)
    _, mover, action, at_ms, _ = parts
    is_player = mover[:1] == "p" and mover[1:].isdecimal() and 0 < len(mover[1:]) <= 2 and int(mover[1:]) > 0
    if mover != "clock" and not is_player:
        raise BadLog(f"Unknown player '{mover}'. Available: p1, p2, ... and clock.", line=line)
    if not at_ms.isdecimal() or len(at_ms) > 15:
        raise BadLog(f"'{at_ms}' is not a time in milliseconds.", line=line)
    try:
        return Move(CLOCK if mover == "clock" else int(mover[1:]) - 1, game.view.read_action(action), int(at_ms))
    except DottableError as error:
        raise BadLog(str(error), line=line) from None


def _check_values(log: Log) -> None:
    """Raise BadLog if seed, salt, deck, seats, options or contributions of a log are invalid."""
    for name, size in (("seed", 32), ("salt", 16)):
        try:
            fits = len(bytes.fromhex(log.footer[name])) == size
        except ValueError:
            fits = False
        if not fits:
            raise BadLog(f"The {name} must be {size} bytes in hexadecimal.", line=log.line_of_entry(name))
    _read_deck(log.game, log.header["deck"])
    for name in ("seats", "options"):
        try:
            if name == "seats":
                log.game.check_seats(int(log.header["seats"]))
            else:
                options = read_options(log.game.state.Options, parse_options_text(log.header["options"]))
                options.check_seats(int(log.header["seats"]))
        except (DottableError, ValueError) as error:
            raise BadLog(str(error), line=log.line_of_entry(name)) from None
    if log.contributions and format_hashes(log.contributions) != log.header["contributions"]:
        raise BadLog(
            "The revealed entropies do not have the published hashes.", line=log.line_of_entry("contributions")
        )


def verify_log(log: Log) -> Match:
    """Replay a log and compare every line, checksum and result.

    Return the match at its end; raise BadLog if a line is wrong.
    """
    match = log.new_match()
    writer = LogWriter(match, log.players)
    first = log.first_move_line
    _verify_header(log, match, writer)
    for k, move in enumerate(log.moves):
        log._replay_move(match, k, move)
        if writer.move_line() != log.lines[first - 1 + k]:
            raise BadLog("The move was altered: its checksum does not match.", line=first + k)
    for name, line in zip(log.layout.footer, footer_lines(match), strict=True):
        if line != f"{name} {log.footer[name]}":
            raise BadLog(f"The {name} does not match the result of the moves.", line=log.line_of_entry(name))
    return match


def _verify_header(log: Log, match: Match, writer: LogWriter) -> None:
    """Raise BadLog if the header or the seed of a log does not fit the replayed match."""
    fits = writer.lines[-1] == log.lines[log.first_move_line - 2]
    if match.commitment != log.header["commitment"]:
        # The header's checksum was computed with the commitment of seed and salt: it tells which of them is wrong.
        wrong = "commitment" if fits else "seed"
        raise BadLog(f"The {wrong} is wrong: seed and salt do not give the commitment.", line=log.line_of_entry(wrong))
    wrong_lines = [k for k, line in enumerate(writer.header) if line != log.lines[k]]
    if wrong_lines:
        raise BadLog("The header was altered.", line=wrong_lines[0] + 1)
    if not fits:
        raise BadLog(f"The header (lines 2 to {log.first_move_line - 2}) was altered: its checksum does not match.")
