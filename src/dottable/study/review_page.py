"""A review as one self-contained HTML page: curve, summary, turning points, and decisions with the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dottable.core.game import Game, View
from dottable.core.matches.match import Match, Move
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.views.narration import Narration, capitalized, default_seat_name, render_narration, seat_names
from dottable.study.reasons import ERROR_VERDICTS, percent
from dottable.study.review_text import (
    accuracy_sentence,
    cost_of,
    cost_text,
    count_text,
    errors_of,
    luck_sentence,
    outcome_text,
    player_names,
    race_sentence,
    reason_sentences,
    reasons_note,
    signed_percent,
    skill_sentence,
    turning_point_text,
    with_article,
    worst_move_sentence,
)
from dottable.study.review_types import CandidateMove, DecisionReview, MatchReview

WIDTH, HEIGHT, MARGIN = 520, 260, 40
NAMES_IN_A_ROW, NAME_WIDTH = 4, 115
MAX_OPEN_ERRORS = 10
"""Number of errors that are shown at once. The others, which cost less, follow in a list that opens."""
SEAT_COLOURS = ("#0067b8", "#c4372d", "#2b7a3d", "#8a5a00", "#6b3fa0", "#00757f", "#a0356b", "#555555")
"""One colour per seat, each with a contrast of at least 4.5 on white."""
LEDGER_NOTE = (
    "The parts add up to the result (each is rounded). First deal and after the deal are luck: what dealt, drawn and "
    "hidden cards did. Choices are compared with those of a standard bot, by what the player knew then. So many small "
    "losses that are not marked as errors count there too. With average luck: the start and all choices, without the "
    "luck. Points of lead are a player's points minus the mean of the others, up to the end of the round."
)
CHART_NOTE = (
    "The chart and the turning points are made with all cards known, as if standard bots played on. The other figures "
    "on this page use only what the player knew at the time, so they can differ for the same move. The luck of a move "
    "includes the card drawn next."
)
HTML_HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
)
PAGE_CSS = """
body{font:16px/1.5 system-ui,sans-serif;max-width:920px;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}table{border-collapse:collapse;margin:.5rem 0}
td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right}td:first-child,th:first-child{text-align:left}
article,.worst{border-left:4px solid #999;padding:.2rem 1rem;margin:1.2rem 0}.worst{background:#f7f7f7}
.blunder{border-color:#c4372d}.mistake{border-color:#c77700}.inaccuracy{border-color:#b8a000}pre{background:#f5f5f5;padding:.6rem;overflow-x:auto;
font:13px/1.25 ui-monospace,monospace}.wide{overflow-x:auto}svg{width:100%;max-width:720px;height:auto}
li{margin:.2rem 0}
"""


def review_page(review: MatchReview, match: Match) -> str:
    """Return the HTML page of a complete review."""
    title = f"Review: {match.game.title}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(goal_text(match.game))}</p>",
        f"<p>{escape(final_score_text(review, match))}</p>",
        f"<p>{escape(reasons_note(review))}</p>",
        *seat_sections(review),
        "<h2>Winning chance</h2>",
        curve_svg(review),
        f"<p>{CHART_NOTE}</p>",
        "<h2>Luck and skill</h2>",
        ledger_table(review),
        "<h2>Turning points</h2>",
        turning_point_list(review, match),
        "<h2>Decisions worth seeing</h2>",
        *decision_articles(review, match),
        f"<p>Evaluation version {review.version}. Every decision is judged by what the player knew then.</p>",
    ]
    head = f"{HTML_HEAD}<title>{escape(title)}</title><style>{PAGE_CSS}</style>"
    return head + "\n".join(parts).replace(" %", "\u00a0%") + "</html>\n"


def seat_sections(review: MatchReview) -> Iterator[str]:
    """Yield one HTML section per player with the summary in sentences."""
    for one in review.seats:
        sentences = (
            luck_sentence(review, one),
            skill_sentence(review, one),
            accuracy_sentence(one),
            race_sentence(review, one.seat),
        )
        listed = "".join(f"<li>{with_bold_label(sentence)}</li>" for sentence in sentences if sentence)
        name = escape(player_names(review)[one.seat])
        yield f"<h2>{name} {escape(outcome_text(one))}</h2>{worst_move_html(review, one.seat)}<ul>{listed}</ul>"


def goal_text(game: Game) -> str:
    """Return what players do in a game, and which points win."""
    if game.statistics is None:
        return game.summary
    return f"{game.summary} The {'fewest' if game.statistics.LOWEST_WINS else 'most'} points win."


def final_score_text(review: MatchReview, match: Match) -> str:
    """Return the points of all players at the end of the match: "Final score: Ada 69, Ben 22."."""
    scores = zip(player_names(review), match.scores(), strict=True)
    return f"Final score: {', '.join(f'{name} {points}' for name, points in scores)}."


def worst_move_html(review: MatchReview, seat: int) -> str:
    """Return the worst move of a seat as HTML: what was played, what was better, and why."""
    errors = errors_of(review, seat)
    if not errors:
        return f"<p>{with_bold_label(worst_move_sentence(review, seat))}</p>"
    worst = errors[0]
    return (
        f'<div class="worst {worst.verdict}"><p><b>Worst move: number {worst.move + 1} of {review.moves}.</b> It was '
        f"{with_article(worst.verdict)} and cost {cost_text(worst)}.</p>{decision_html(worst)}</div>"
    )


def decision_html(one: DecisionReview) -> str:
    """Return the played move, the better one, and why, as HTML. The strongest reason stands out."""
    first, *more = reason_sentences(one.reason)
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in more)
    return (
        f"<p>Played: <b>{escape(one.played.words)}</b><br>Better: <b>{escape(one.best.words)}</b></p>"
        f"<p><b>Why?</b> {escape(first)}</p>{f'<ul>{listed}</ul>' if more else ''}"
    )


def with_bold_label(sentence: str) -> str:
    """Return a sentence as HTML, with the words before its first colon in bold."""
    label, _, rest = sentence.partition(":")
    return f"<b>{escape(label)}:</b>{escape(rest)}"


def curve_svg(review: MatchReview) -> str:
    """Return the win chance of every seat over the moves as an SVG image. Dashed lines mark turning points."""
    count = max(1, len(review.curve) - 1)

    def x_of(move: int) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * (move + 1) / count

    def y_of(share: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share

    lines = [
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y_of(share):.1f}" y2="{y_of(share):.1f}" stroke="#ddd"/>'
        f'<text x="4" y="{y_of(share) + 4:.1f}" font-size="12">{100 * share:.0f} %</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    lines += [
        f'<line x1="{x_of(move):.1f}" x2="{x_of(move):.1f}" y1="{MARGIN}" y2="{HEIGHT - MARGIN}" stroke="#999" '
        f'stroke-dasharray="3 3"><title>Move {move + 1}</title></line>'
        for move in review.turning_points
    ]
    for seat, name in enumerate(player_names(review)):
        colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
        points = " ".join(f"{x_of(one.move):.1f},{y_of(one.win_chances[seat]):.1f}" for one in review.curve)
        lines.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>')
        lines.append(
            f'<text x="{MARGIN + seat % NAMES_IN_A_ROW * NAME_WIDTH}" y="{15 + 16 * (seat // NAMES_IN_A_ROW)}" '
            f'font-size="14" fill="{colour}">{escape(name[:14])}</text>'
        )
    label = f'<text x="{WIDTH // 2}" y="{HEIGHT - 8}" font-size="12">move (1 to {review.moves})</text>'
    names = escape(", ".join(review.players))
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Winning chance of {names} after every move"'
    return f"<svg {box}>{''.join(lines)}{label}</svg>"


def ledger_table(review: MatchReview) -> str:
    """Return the ledger as two HTML tables, in win chance and in points of lead. Each player has a column."""
    others = "Choices of the other" if len(review.seats) == 2 else "Others’ choices"
    parts = ("Start", "First deal", "After the deal", "Own choices", others, "Result", "With average luck")
    chances, leads = [], []
    for one in review.seats:
        book, points = one.ledger, one.ledger.points
        changes = [signed_percent(part) for part in (book.deal, book.chance, book.own_errors, book.other_errors)]
        chances.append(
            (percent(book.start), *changes, percent(book.result), f"{100 * book.luck_adjusted_result:.0f} %")
        )
        lead = (points.start, points.deal, points.chance, points.own_errors, points.other_errors, points.result)
        without_luck = points.start + points.own_errors + points.other_errors
        leads.append(tuple(f"{part:+.1f}" for part in (*lead, without_luck)))
    tables = (
        ledger_part_table(review, "Win chance", parts, chances),
        ledger_part_table(review, "Points of lead", parts, leads),
    )
    return f"{''.join(tables)}<p>{escape(LEDGER_NOTE)}</p>"


def ledger_part_table(review: MatchReview, title: str, parts: Sequence[str], columns: Sequence[Sequence[str]]) -> str:
    """Return an HTML table of the ledger's parts with a column per player."""
    header = "".join(f"<th>{escape(cell)}</th>" for cell in (title, *player_names(review)))
    rows = zip(parts, *columns, strict=True)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{header}</tr>{body}</table></div>'


def turning_point_list(review: MatchReview, match: Match) -> str:
    """Return the turning points as an HTML list: the move in words, the change of the win chance, the score after."""
    names = player_names(review)
    with seat_names(names):
        told = moves_in_words(match, set(review.turning_points))
    scores = scores_after(match, set(review.turning_points))
    items = []
    for move in review.turning_points:
        change = escape(turning_point_text(review, move))
        score = ", ".join(f"{name} {points}" for name, points in zip(names, scores[move], strict=True))
        shown = f" Score: {escape(score)}." if any(scores[move]) else ""
        items.append(f"<li>Move {move + 1}: {escape(told[move])} <b>{change}</b>.{shown}</li>")
    return f"<ul>{''.join(items)}</ul>" if items else "<p>No move changed a winning chance by 5 % or more.</p>"


def scores_after(match: Match, wanted: set[int]) -> dict[int, list[int]]:
    """Return the points of all seats after the `wanted` moves, by move number."""
    again, found = match.before_first_move(), dict[int, list[int]]()
    for n, move in enumerate(match.moves):
        again.apply(*move)
        if n in wanted:
            found[n] = again.scores()
    return found


def moves_in_words(match: Match, wanted: set[int]) -> dict[int, str]:
    """Return the narration of the `wanted` moves by move number, as the moving seat saw them, with players' names."""
    again, told = match.before_first_move(), dict[int, str]()
    for n, move in enumerate(match.moves):
        viewer = move.seat if move.seat < match.seats else 0
        before = again.view(viewer) if n in wanted else None
        again.apply(*move)
        if before is not None:
            narration = match.game.view.narrate(before, move.seat, move.action, again.view(viewer))
            first = move_without_details(match, before, move, narration)
            rest = narration[1:] if first else narration
            told[n] = " ".join([*first, render_narration(match.game, rest, SPECTATOR)])
    return told


def move_without_details(match: Match, before: View, move: Move, narration: Narration) -> list[str]:
    """Return the action in words if the narration begins with a list of details, else an empty list.

    Such a list tells what the move did on the table, as in Dot Allot ("3 yellow for Ada"). It would read like a cause
    of the turn.
    """
    if move.seat == CLOCK or not narration or not any(isinstance(one, list) for one in narration[0].args.values()):
        return []
    return [f"{capitalized(default_seat_name(move.seat))}: {match.game.view.describe_action(before, move.action)}."]


def decision_articles(review: MatchReview, match: Match) -> Iterator[str]:
    """Yield one article per large error, with the board as the player saw it, then a list of the smaller errors.

    Both are in the order of the match.
    """
    errors = {one.move: one for one in review.decisions if one.verdict in ERROR_VERDICTS}
    if not errors:
        yield "<p>No decision lost more than chance can explain.</p>"
    again, articles = match.before_first_move(), dict[int, str]()
    for n, move in enumerate(match.moves):
        if n in errors:
            with seat_names(player_names(review)):
                board = match.game.view.draw_screen(again.view(errors[n].seat))
            articles[n] = decision_article(review, errors[n], board)
        again.apply(*move)
    largest = sorted(errors, key=lambda n: cost_of(errors[n]), reverse=True)[:MAX_OPEN_ERRORS]
    smaller = [article for n, article in articles.items() if n not in largest]
    yield from (articles[n] for n in sorted(largest))
    if smaller:
        summary = f"{count_text(len(smaller), 'more decision')} that cost less"
        yield f"<details><summary>{summary}</summary>{''.join(smaller)}</details>"


def decision_article(review: MatchReview, one: DecisionReview, board: str) -> str:
    """Return one error as an HTML article: the board, the move, the better move and the reason."""
    candidates = "".join(f"<li>{escape(candidate_text(move))}</li>" for move in one.candidates[:4])
    known = "".join(f"<li>{escape(fact)}</li>" for fact in one.known)
    return (
        f'<article class="{one.verdict}" id="move-{one.move + 1}">'
        f"<h3>Move {one.move + 1}, {escape(player_names(review)[one.seat])}: {one.verdict}, "
        f"cost {cost_text(one)}</h3>"
        f"{decision_html(one)}<details><summary>The board as the player saw it</summary>"
        f"<pre>{escape(board)}</pre></details>"
        + (f"<details><summary>What the player could have known</summary><ul>{known}</ul></details>" if known else "")
        + f"<details><summary>All compared moves</summary><ul>{candidates}</ul>"
        + f"<p>{escape(method_sentence(one))}</p></details></article>"
    )


def candidate_text(move: CandidateMove) -> str:
    """Return a compared move with its win chance and the 95 % margin of error."""
    margin = f"{200 * move.win_chance.standard_error:.0f}"
    return f"{move.words}: {percent(move.win_chance.mean)}, give or take {margin}"


def method_sentence(one: DecisionReview) -> str:
    """Return how the win chances of a decision were found, for the details."""
    quick = "Win chances in this list come from quick simulations on sampled deals."
    if one.is_searched:
        return f"{quick} Those in the heading come from a search over {one.deals:,} sampled deals, which is more exact."
    return f"{quick} The played and the better move were compared on {one.deals:,} deals."
