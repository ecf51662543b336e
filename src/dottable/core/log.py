"""The log of a match: readable text, one line a move, enough to replay and to verify it.

Header: format, game, rules version, options, seats, names, seed commitment. Every move line ends
with a running check over all lines and states so far, so the first altered line can be named.
Footer: seed, salt, result, scores, state hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from dottable.core.decks import Deck, read_deck
from dottable.core.errors import BadLog, DottableError
from dottable.core.game import Game
from dottable.core.match import Match, Move
from dottable.core.options import read_options, spell_options
from dottable.core.registry import find_known
from dottable.core.seats import CLOCK

FORMAT = "dottable-log 1"
CHECK_DIGITS = 8
UNFINISHED = "unfinished"
HEADER = ("game", "rules", "options", "deck", "seats", "players", "commitment")
FOOTER = ("seed", "salt", "result", "scores", "state")


class LogWriter:
    """Writes the log of a match while it is played; call `move_line` after every accepted move."""

    def __init__(self, match: Match, players: Sequence[str] = ()) -> None:
        self.match = match
        self.header = header_lines(match, players)
        self._digest = hashlib.sha256("\n".join(self.header).encode() + match.state_bytes).digest()
        self.lines = [*self.header, f"moves {self.check}"]
        self._count = 0

    @property
    def check(self) -> str:
        return self._digest.hex()[:CHECK_DIGITS]

    def move_line(self) -> str:
        """The line of the last move made."""
        self._count += 1
        text = move_text(self.match.game, self._count, self.match.moves[-1])
        self._digest = hashlib.sha256(self._digest + text.encode() + self.match.state_bytes).digest()
        self.lines.append(f"{text} {self.check}")
        return self.lines[-1]

    def text(self) -> str:
        """The whole log, with a footer that reveals the seed: only for a match that is over or given up."""
        return "\n".join([*self.lines, "end", *footer_lines(self.match)]) + "\n"


def header_lines(match: Match, players: Sequence[str]) -> list[str]:
    values = (
        match.game.slug,
        str(match.game.rules_version),
        spell_options(match.options) or "none",
        deck_text(match),
        str(match.seats),
        msgspec.json.encode(list(players)).decode(),
        match.commitment,
    )
    return [FORMAT, *(f"{name} {value}" for name, value in zip(HEADER, values, strict=True))]


def deck_text(match: Match) -> str:
    """A deck by its hash; one of the player's own is carried whole."""
    if match.deck is None:
        return "none"
    if match.deck == match.game.house_deck:
        return f"house {match.deck.content_hash}"
    own = msgspec.json.encode([match.deck.name, match.deck.text]).decode()
    return f"own {match.deck.content_hash} {own}"


def move_text(game: Game, n: int, move: Move) -> str:
    who = "clock" if move.seat == CLOCK else f"p{move.seat + 1}"
    return f"{n} {who} {game.notation.write(move.action)} {move.at_ms}"


def footer_lines(match: Match) -> list[str]:
    returns = " ".join(f"{value:.6g}" for value in match.returns())
    values = (
        match.seed.hex(),
        match.salt.hex(),
        returns if match.is_over else UNFINISHED,
        " ".join(map(str, match.scores())),
        match.state_hash,
    )
    return [f"{name} {value}" for name, value in zip(FOOTER, values, strict=True)]


def write_log(match: Match, players: Sequence[str] = ()) -> str:
    """The log of a match that was played without a writer."""
    again = Match(
        match.game, seats=match.seats, options=match.options, deck=match.deck, seed=match.seed, salt=match.salt
    )
    writer = LogWriter(again, players)
    for move in match.moves:
        again.apply(*move)
        writer.move_line()
    return writer.text()


@dataclass
class Log:
    """A log as it was read; lines are counted from 1."""

    game: Game
    header: dict[str, str]
    players: list[str]
    moves: list[Move]
    footer: dict[str, str]
    lines: list[str] = field(repr=False)

    @property
    def first_move_line(self) -> int:
        return len(HEADER) + 3

    @property
    def is_finished(self) -> bool:
        return self.footer["result"] != UNFINISHED

    def line_of(self, name: str) -> int:
        """Where a line of the header or the footer stands."""
        if name in HEADER:
            return HEADER.index(name) + 2
        return self.first_move_line + len(self.moves) + 1 + FOOTER.index(name)

    def new_match(self) -> Match:
        """The match before its first move."""
        options = read_options(self.game.state.Options, spelled_options(self.header["options"]))
        seed, salt = bytes.fromhex(self.footer["seed"]), bytes.fromhex(self.footer["salt"])
        deck = _deck(self.game, self.header["deck"])
        return Match(self.game, seats=int(self.header["seats"]), options=options, deck=deck, seed=seed, salt=salt)

    def replay(self) -> Iterator[tuple[Match, Move]]:
        """The match after each move; the same object every time."""
        match = self.new_match()
        for k, move in enumerate(self.moves):
            self._play(match, k, move)
            yield match, move

    def _play(self, match: Match, k: int, move: Move) -> None:
        refused = match.apply(*move)
        if refused:
            text = move_text(self.game, k + 1, move)
            raise BadLog(f"'{text}' is not possible: {refused.sentence}", line=self.first_move_line + k)


def spelled_options(text: str) -> dict[str, str]:
    return {} if text == "none" else dict(pair.split("=", 1) for pair in text.split(" "))


def read_log(text: str) -> Log:
    """Read a log; BadLog names the first line that cannot be right."""
    lines = text.splitlines()
    if not lines or lines[0] != FORMAT:
        raise BadLog(f"A log begins with '{FORMAT}'.", line=1)
    header = dict(_named(lines, k + 1, name) for k, name in enumerate(HEADER))
    game = _game(header)
    players = _players(header)
    _named(lines, len(HEADER) + 1, "moves")
    end = next((k for k, line in enumerate(lines) if line == "end"), None)
    first = len(HEADER) + 2
    moves = [_move(game, lines[k], k - first + 1, k + 1) for k in range(first, len(lines) if end is None else end)]
    if end is None:
        raise BadLog(f"The log is cut off after line {len(lines)}: its footer is missing.")
    footer = dict(_named(lines, end + 1 + k, name) for k, name in enumerate(FOOTER))
    if len(lines) > end + 1 + len(FOOTER):
        raise BadLog("Nothing may follow the footer.", line=end + 2 + len(FOOTER))
    log = Log(game, header, players, moves, footer, lines)
    _check_values(log)
    return log


def _named(lines: list[str], k: int, name: str) -> tuple[str, str]:
    if k >= len(lines):
        raise BadLog(f"The log is cut off after line {len(lines)}: '{name}' is missing.")
    found, _, value = lines[k].partition(" ")
    if found != name or not value:
        raise BadLog(f"Here should stand '{name}' and its value.", line=k + 1)
    return name, value


def _game(header: dict[str, str]) -> Game:
    try:
        game = find_known(header["game"])
    except DottableError as error:
        raise BadLog(str(error), line=2) from None
    if header["rules"] != str(game.rules_version):
        raise BadLog(
            f"It was played by version {header['rules']} of the rules; this Dottable has version {game.rules_version}.",
            line=3,
        )
    return game


def _deck(game: Game, text: str) -> Deck | None:
    """The deck that a header names; BadLog if it is not the one that was played with."""
    kind, _, rest = text.partition(" ")
    content_hash, _, own = rest.partition(" ")
    deck = game.house_deck if kind == "house" else None
    try:
        if kind == "own":
            name, source = msgspec.json.decode(own, type=tuple[str, str])
            deck = read_deck(game, source, name)
    except (DottableError, msgspec.MsgspecError) as error:
        raise BadLog(f"The deck cannot be read: {error}", line=HEADER.index("deck") + 2) from None
    if kind not in ("none", "house", "own") or (deck is None) != (game.house_deck is None):
        raise BadLog("The deck should be none, house or own.", line=HEADER.index("deck") + 2)
    if deck is not None and deck.content_hash != content_hash:
        raise BadLog("It was played with another deck than this.", line=HEADER.index("deck") + 2)
    return deck


def _players(header: dict[str, str]) -> list[str]:
    try:
        return msgspec.json.decode(header["players"], type=list[str])
    except msgspec.MsgspecError:
        raise BadLog("The players should be a list of names.", line=HEADER.index("players") + 2) from None


def _move(game: Game, text: str, n: int, line: int) -> Move:
    parts = text.split(" ")
    if len(parts) != 5 or parts[0] != str(n):
        raise BadLog(f"Here should stand move {n}: number, player, action, time, check.", line=line)
    _, who, action, at_ms, _ = parts
    is_player = who[:1] == "p" and who[1:].isdecimal() and 0 < len(who[1:]) <= 2 and int(who[1:]) > 0
    if who != "clock" and not is_player:
        raise BadLog(f"'{who}' is no player; write p1, p2, ... or clock.", line=line)
    if not at_ms.isdecimal() or len(at_ms) > 15:
        raise BadLog(f"'{at_ms}' is no time in milliseconds.", line=line)
    try:
        return Move(CLOCK if who == "clock" else int(who[1:]) - 1, game.notation.read(action), int(at_ms))
    except DottableError as error:
        raise BadLog(str(error), line=line) from None


def _check_values(log: Log) -> None:
    for name, size in (("seed", 32), ("salt", 16)):
        try:
            fits = len(bytes.fromhex(log.footer[name])) == size
        except ValueError:
            fits = False
        if not fits:
            raise BadLog(f"The {name} should be {size} bytes in hexadecimal.", line=log.line_of(name))
    _deck(log.game, log.header["deck"])
    for name in ("seats", "options"):
        try:
            if name == "seats":
                log.game.check_seats(int(log.header["seats"]))
            else:
                read_options(log.game.state.Options, spelled_options(log.header["options"]))
        except (DottableError, ValueError) as error:
            raise BadLog(str(error), line=log.line_of(name)) from None


def verify(log: Log) -> Match:
    """Replay a log and hold every line against it; the match at its end, or BadLog for the first wrong line."""
    match = log.new_match()
    writer = LogWriter(match, log.players)
    first = log.first_move_line
    _verify_header(log, match, writer)
    for k, move in enumerate(log.moves):
        log._play(match, k, move)
        if writer.move_line() != log.lines[first - 1 + k]:
            raise BadLog("The move was altered: its check does not belong to it.", line=first + k)
    for name, line in zip(FOOTER, footer_lines(match), strict=True):
        if line != f"{name} {log.footer[name]}":
            raise BadLog(f"The {name} is not what the moves lead to.", line=log.line_of(name))
    return match


def _verify_header(log: Log, match: Match, writer: LogWriter) -> None:
    fits = writer.lines[-1] == log.lines[len(HEADER) + 1]
    if match.commitment != log.header["commitment"]:
        # With the commitment that seed and salt give, does the header's check hold?
        wrong = "commitment" if fits else "seed"
        raise BadLog(f"The {wrong} does not fit: seed and salt do not give the commitment.", line=log.line_of(wrong))
    wrong_lines = [k for k, line in enumerate(writer.header) if line != log.lines[k]]
    if wrong_lines:
        raise BadLog("The header was altered.", line=wrong_lines[0] + 1)
    if not fits:
        raise BadLog(f"The header (lines 2 to {len(HEADER) + 1}) was altered: its check does not belong to it.")
