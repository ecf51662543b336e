"""Checks of everything that people read: views, screens, descriptions, refusals, narration, notation, logs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from dottable.core.conformance import properties
from dottable.core.conformance.properties import Finding
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.matches.match import Match, Move
from dottable.core.matches.match_log import read_log, verify_log, write_log
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.options import Options, format_options
from dottable.core.primitives import chance
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.views.narration import render_narration

POSITIONS_PER_MATCH = 2
"""Number of random positions per match in which all views are compared, besides the last position."""
REFUSAL_TRIES = 12
"""Number of random actions per position whose refusals are compared."""
MAX_DESCRIPTIONS = 16
"""Approximate number of action descriptions that are read per position."""
MAX_MOVES = 300
"""Number of moves after which a checked match stops."""
FULL_MATCH_INTERVAL = 20
"""Every match whose index is a multiple of this number is played to its end, without MAX_MOVES."""


def check_notation(game: Game) -> Iterator[Finding]:
    """Yield a finding unless every action has a unique notation without spaces that reads back as the action."""
    texts: dict[str, int] = {}
    for action in range(game.state.ACTIONS.size):
        text = game.view.write_action(action)
        if not text or any(c.isspace() for c in text) or texts.setdefault(text, action) != action:
            yield Finding(properties.NOTATION_IS_REVERSIBLE, f"for action {action}: '{text}'.")
            return
        try:
            back = game.view.read_action(text)
        except DottableError:
            back = -1
        if back != action:
            yield Finding(properties.NOTATION_IS_REVERSIBLE, f"for action {action}: '{text}' reads as {back}.")
            return


def check_texts(game: Game, options: Options, matches: int, seed: bytes) -> Iterator[Finding]:
    """Play `matches` random matches and check the texts of all viewers. Yield the first broken property, then stop."""
    rng = random.Random(seed)
    for index in range(matches):
        seats = game.seat_counts[index % len(game.seat_counts)]
        series = Series(SeriesConfig(game, seats=seats, options=options, seed=seed))
        where = f"in match {index} with {seats} seats ({format_options(options)})"
        finding = _check_match(series, index, rng)
        if finding:
            yield Finding(finding.property, f"{where}, {finding.where}")
            return


def _check_match(series: Series, index: int, rng: random.Random) -> Finding | None:
    """Play a random match, check its texts in some positions and its log. Return the first broken property or None."""
    most = series.game.max_steps if index % FULL_MATCH_INTERVAL == 0 else min(MAX_MOVES, series.game.max_steps)
    match = series.played_match(index, most)
    if not match.is_over and len(match.moves) != MAX_MOVES:
        return Finding(properties.MATCH_ENDS, f"after {len(match.moves)} moves.")
    moves = match.moves
    checked = {rng.randrange(len(moves)) for _ in range(POSITIONS_PER_MATCH)} if moves else set()
    replayed, _ = series.match(index)
    for n, move in enumerate(moves):
        if n in checked:
            finding = _check_position(replayed, rng) or _check_narration(replayed.copy(), move)
            if finding:
                return Finding(finding.property, f"before move {n + 1}, {finding.where}")
        replayed.apply(*move)
    return _check_position(replayed, rng) or _check_log(match)


def _check_position(match: Match, rng: random.Random) -> Finding | None:
    """Compare every viewer's texts in the true and in a resampled state. Return the first broken property or None."""
    seed = rng.randbytes(32)
    for viewer in (SPECTATOR, *range(match.seats)):
        twin = match.determinize(viewer, chance.seeded_generator(seed))
        here, there = _viewer_texts(match, viewer), _viewer_texts(twin, viewer)
        if here != there:
            return Finding(properties.VIEW_LEAKS_NOTHING, f"seat {viewer}: {_first_difference(here, there)}")
        finding = _check_action_and_refusal_texts(match, twin, viewer, rng)
        if finding:
            return finding
    return None


def _viewer_texts(match: Match, viewer: int) -> list[str]:
    """Return what a viewer reads: the view as JSON, the text screen, and descriptions of some legal actions."""
    view = match.view(viewer)
    texts = [msgspec.json.encode(view).decode(), match.game.view.draw_screen(view)]
    if viewer != SPECTATOR:
        legal = match.legal(viewer)
        some = legal[:: 1 + len(legal) // MAX_DESCRIPTIONS]
        texts += [match.game.view.describe_action(view, action) for action in some]
    return texts


def _first_difference(here: list[str], there: list[str]) -> str:
    """Return a sentence with 60 characters around the first difference between two lists of texts."""
    for a, b in zip(here, there, strict=False):
        if a != b:
            at = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            at = max(0, at - 30)
            return f"'...{a[at : at + 60]}' in truth, '...{b[at : at + 60]}' resampled."
    return "the legal actions differ."


def _check_action_and_refusal_texts(match: Match, twin: Match, viewer: int, rng: random.Random) -> Finding | None:
    """Return a finding if a text is empty or a refusal leaks hidden information; None otherwise.

    A refusal leaks if it differs between the true state and the resampled state (`twin`).
    """
    if not all(text.strip() for text in _viewer_texts(match, viewer)):
        return Finding(properties.TEXTS_ARE_COMPLETE, f"seat {viewer}: a screen or an action without text.")
    for _ in range(REFUSAL_TRIES if viewer != SPECTATOR else 0):
        action = rng.randrange(match.game.state.ACTIONS.size)
        refused = match.refusal(viewer, action)
        if refused != twin.refusal(viewer, action):
            return Finding(properties.REFUSAL_LEAKS_NOTHING, f"seat {viewer}, action {action}.")
        if refused and not refused.sentence.strip().endswith((".", "!", "?")):
            return Finding(
                properties.TEXTS_ARE_COMPLETE, f"seat {viewer}, action {action}: no sentence for code {refused.code}."
            )
    return None


def _check_narration(match: Match, move: Move) -> Finding | None:
    """Make the move and check that every viewer gets a narration of it. Return the broken property or None."""
    seat, action, _ = move
    viewers = (SPECTATOR, *range(match.seats))
    before = [match.view(viewer) for viewer in viewers]
    match.apply(*move)
    for viewer, view in zip(viewers, before, strict=True):
        if not render_narration(
            match.game, match.game.view.narrate(view, seat, action, match.view(viewer)), viewer
        ).strip():
            mover = "the clock" if seat == CLOCK else f"seat {seat}"
            return Finding(
                properties.TEXTS_ARE_COMPLETE, f"no narration of action {action} of {mover} for seat {viewer}."
            )
    return None


def _check_log(match: Match) -> Finding | None:
    """Check that the log of the match reads back and replays to the same bytes. Return the broken property or None."""
    text = write_log(match)
    try:
        end = verify_log(read_log(text))
    except DottableError as error:
        return Finding(properties.LOG_REPLAYS, f"at the end: {error}")
    if end.state_bytes != match.state_bytes or write_log(end) != text:
        return Finding(properties.LOG_REPLAYS, "at the end: the log replays to another state.")
    return None
