"""The part of the kit that reads what people read: views, words, refusals, notation, logs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from dottable.core import chance
from dottable.core.conformance import properties
from dottable.core.conformance.properties import Finding
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.log import read_log, verify, write_log
from dottable.core.match import Match
from dottable.core.options import Options, spell_options
from dottable.core.record import for_rules
from dottable.core.seats import CLOCK, SPECTATOR
from dottable.core.series import Series

LOOKS = 2
"""In how many positions of a match all views are compared."""
TRIES = 12
MOST_WORDS = 16
MOST_MOVES = 300
WHOLE_EVERY = 20
"""Very long matches are cut here, but for every twentieth."""


def check_notation(game: Game) -> Iterator[Finding]:
    """Every action's text is its own, has no spaces, and reads back."""
    texts: dict[str, int] = {}
    for action in range(game.state.ACTIONS.size):
        text = game.notation.write(action)
        if not text or any(c.isspace() for c in text) or texts.setdefault(text, action) != action:
            yield Finding(properties.NOTATION, f"for action {action}: '{text}'.")
            return
        try:
            back = game.notation.read(text)
        except DottableError:
            back = -1
        if back != action:
            yield Finding(properties.NOTATION, f"for action {action}: '{text}' reads as {back}.")
            return


def check_people(game: Game, options: Options, matches: int, seed: bytes) -> Iterator[Finding]:
    """Play `matches` random matches and look at them through everyone's eyes; stops at the first finding."""
    luck = random.Random(seed)
    for index in range(matches):
        seats = game.seat_counts[index % len(game.seat_counts)]
        series = Series(game, seats=seats, options=options, seed=seed)
        where = f"in match {index} with {seats} seats ({spell_options(options)})"
        finding = _check_match(series, index, luck)
        if finding:
            yield Finding(finding.property, f"{where}, {finding.where}")
            return


def _check_match(series: Series, index: int, luck: random.Random) -> Finding | None:
    most = series.game.max_steps if index % WHOLE_EVERY == 0 else min(MOST_MOVES, series.game.max_steps)
    match = series.record(index, most)
    if not match.is_over and len(match.moves) != MOST_MOVES:
        return Finding(properties.ENDS, f"after {len(match.moves)} moves.")
    moves = match.moves
    looked_at = {luck.randrange(len(moves)) for _ in range(LOOKS)} if moves else set()
    again, _ = series.match(index)
    for n, move in enumerate(moves):
        if n in looked_at:
            finding = _check_position(again, luck) or _check_narration(again.copy(), move.seat, move.action, move.at_ms)
            if finding:
                return Finding(finding.property, f"before move {n + 1}, {finding.where}")
        again.apply(*move)
    return _check_position(again, luck) or _check_log(match)


def _check_position(match: Match, luck: random.Random) -> Finding | None:
    key = chance.key_of(luck.randbytes(32))
    for viewer in (SPECTATOR, *range(match.seats)):
        g = chance.generator()
        chance.start(for_rules(g), for_rules(key))
        twin = match.imagine(viewer, g)
        here, there = _eyes(match, viewer), _eyes(twin, viewer)
        if here != there:
            return Finding(properties.LEAK_VIEW, f"seat {viewer}: {_difference(here, there)}")
        finding = _check_sentences(match, twin, viewer, luck)
        if finding:
            return finding
    return None


def _eyes(match: Match, viewer: int) -> list[str]:
    """All that a viewer reads: the view, the screen, the words of legal actions (of a sample if there are many)."""
    view = match.view(viewer)
    texts = [msgspec.json.encode(view).decode(), match.game.screen.draw(view)]
    if viewer != SPECTATOR:
        legal = match.legal(viewer)
        texts += [match.game.view.words(view, action) for action in legal[:: 1 + len(legal) // MOST_WORDS]]
    return texts


def _difference(here: list[str], there: list[str]) -> str:
    for a, b in zip(here, there, strict=False):
        if a != b:
            at = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            at = max(0, at - 30)
            return f"'...{a[at : at + 60]}' in truth, '...{b[at : at + 60]}' resampled."
    return "the legal actions differ."


def _check_sentences(match: Match, twin: Match, viewer: int, luck: random.Random) -> Finding | None:
    if not all(text.strip() for text in _eyes(match, viewer)):
        return Finding(properties.WORDS, f"seat {viewer}: a screen or an action without words.")
    for _ in range(TRIES if viewer != SPECTATOR else 0):
        action = luck.randrange(match.game.state.ACTIONS.size)
        refused = match.refusal(viewer, action)
        if refused != twin.refusal(viewer, action):
            return Finding(properties.LEAK_REFUSAL, f"seat {viewer}, action {action}.")
        if refused and not refused.sentence.strip().endswith((".", "!", "?")):
            return Finding(properties.WORDS, f"seat {viewer}, action {action}: no sentence for code {refused.code}.")
    return None


def _check_narration(match: Match, seat: int, action: int, at_ms: int) -> Finding | None:
    viewers = (SPECTATOR, *range(match.seats))
    before = [match.view(viewer) for viewer in viewers]
    match.apply(seat, action, at_ms)
    for viewer, view in zip(viewers, before, strict=True):
        if not match.game.view.narrate(view, seat, action, match.view(viewer)).strip():
            who = "the clock" if seat == CLOCK else f"seat {seat}"
            return Finding(properties.WORDS, f"no narration of action {action} of {who} for seat {viewer}.")
    return None


def _check_log(match: Match) -> Finding | None:
    text = write_log(match)
    try:
        end = verify(read_log(text))
    except DottableError as error:
        return Finding(properties.LOG, f"at the end: {error}")
    if end.state_bytes != match.state_bytes or write_log(end) != text:
        return Finding(properties.LOG, "at the end: the log replays to another state.")
    return None
