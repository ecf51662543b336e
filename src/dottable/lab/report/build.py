"""Turns what was played into a page: a designer's questions, each with its answer, plots and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dottable.core.record import Array
from dottable.core.tally import MATCH, Chart, counts_of
from dottable.lab.estimates import Difference, Estimate, difference, estimate, remarkable
from dottable.lab.figures import Noted
from dottable.lab.notes import BINS, LEAD_CHANGES, MARGIN, STEPS
from dottable.lab.report import sentences
from dottable.lab.report.contents import BarPlot, Block, Figures, Grid, Hexagons, Histogram, Page, Row, Section
from dottable.lab.report.histograms import edges_of, is_cut, shares_in
from dottable.lab.report.study import Plan, Study

LONG_TAIL = 4
"""Empty bars at the end of a plot that are left out."""
MOST_CHANGES = 12
"""Changes that are told in sentences; all are in the tables."""
TURNS = ("whoever begins", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SCORES, LENGTH = ("score", "best_score", "margin", "ties"), ("steps", "minutes")
DRAMA, CHOICE = ("lead_changes", "comebacks", "deficit"), ("choices", "forced")
FAIRNESS = ("opener_wins",)


class Builder:
    """Makes the sections of one report."""

    def __init__(self, plan: Plan, studies: Sequence[Study]) -> None:
        self.plan, self.studies = plan, studies
        self.noted = [study.noted for study in studies]
        self.first = self.noted[0]
        self.series = tuple(study.variant.name for study in studies)
        self.changes = self._changes()

    def _changes(self) -> dict[str, tuple[Difference, bool]]:
        """Of every figure by how much the second variant differs, and whether chance would not do that."""
        if len(self.noted) < 2:
            return {}
        here, there = (noted.known for noted in self.noted)
        found = {name: difference(here[name].measure, there[name].measure) for name in here if name in there}
        marks = remarkable([change.p if change else None for change in found.values()])
        both = zip(found.items(), marks, strict=True)
        return {name: (change, mark) for (name, change), mark in both if change is not None}

    # Blocks

    def figures(self, title: str, names: Sequence[str], note: str = "") -> Figures:
        return Figures(title, self.series, tuple(self.row(name) for name in names if name in self.first.known), note)

    def row(self, name: str) -> Row:
        known = self.first.known[name]
        values = tuple(noted.known[name].estimate if name in noted.known else None for noted in self.noted)
        change, is_changed = self.changes.get(name, (None, False))
        return Row(known.words, known.rule, values, known.is_share, change.estimate if change else None, is_changed)

    def histogram(self, title: str, words: str, axis: str, read: Callable[[Noted], Array]) -> Histogram:
        samples = [read(noted) for noted in self.noted]
        edges = edges_of(samples)
        shares = tuple(shares_in(sample, edges) for sample in samples)
        note = "The last bar holds all that is more." if is_cut(samples, edges) else ""
        return Histogram(title, words, edges, self.series, shares, axis, note=note)

    def seats(self) -> BarPlot:
        labels = tuple(f"seat {seat + 1}" for seat in range(self.plan.seats))
        values = tuple(tuple(estimate(m) for m in noted.seat_measures()) for noted in self.noted)
        words = "Every seat's part of all wins, beside a fair part."
        fair = 1 / self.plan.seats
        return BarPlot("Wins by seat", words, labels, self.series, values, is_share=True, reference=fair)

    def turns(self) -> BarPlot:
        values = tuple(tuple(estimate(m) for m in noted.turn_measures()) for noted in self.noted)
        words = "Parts of all wins by the order of turns in the first round, beside a fair part."
        fair = 1 / self.plan.seats
        labels = TURNS[: self.plan.seats]
        return BarPlot("Wins by the order of turns", words, labels, self.series, values, is_share=True, reference=fair)

    def choices(self) -> Histogram:
        edges = tuple(float(2**k) for k in range(BINS + 1))
        shares = tuple(tuple(noted.choice_bins().tolist()) for noted in self.noted)
        used = max(k for row in shares for k in range(BINS) if row[k] > 0) + 1
        words = "How many legal moves players had to choose from: the part of all moves."
        cut = tuple(row[:used] for row in shares)
        return Histogram("Choices", words, edges[: used + 1], self.series, cut, "legal moves", is_log=True)

    def chart(self, chart: Chart) -> Iterator[Block]:
        """A chart of the game's own; a board is drawn once for every variant."""
        if chart.kind == "bars":
            values = tuple(
                tuple(estimate(m, is_share=chart.is_share) for m in noted.chart_measures(chart)) for noted in self.noted
            )
            shown = bars_shown(values)
            yield BarPlot(
                chart.words,
                meaning_of(chart, self.first),
                chart.labels[:shown],
                self.series,
                tuple(row[:shown] for row in values),
                is_share=chart.is_share,
                note=f"{chart.note} {never_seen(chart.labels[shown:])}".strip(),
            )
            return
        for study in self.studies:
            title = chart.words if len(self.studies) == 1 else f"{chart.words}: {study.variant.name}"
            yield board_of(chart, title, study.noted)

    # Sections

    def sections(self) -> Iterator[Section]:
        yield self.fairness()
        yield self.scores()
        yield self.length()
        yield self.drama()
        yield self.choice()
        if self.first.game.tally is not None:
            yield self.rules()
            yield self.places()
        if self.studies[0].duels:
            yield self.skill()

    def say(self, about: Callable[[Noted], str]) -> tuple[str, ...]:
        """A sentence on every variant."""
        if len(self.noted) == 1:
            return (about(self.first),)
        return tuple(f"{name}: {about(noted)}" for name, noted in zip(self.series, self.noted, strict=True))

    def fairness(self) -> Section:
        blocks: list[Block] = [self.turns()] if self.first.has_opener else []
        blocks.append(self.seats())
        if self.first.has_opener:
            blocks.append(self.figures("Who begins", FAIRNESS))
        answer = (*self.say(sentences.about_turns), *self.say(sentences.about_seats))
        return Section("fairness", "Is it fair?", answer, tuple(blocks))

    def scores(self) -> Section:
        blocks = (
            self.histogram("Points at the end", "Points of all players.", "points", lambda n: n.scores.ravel()),
            self.histogram("Margin", "Points between the winner and the next.", "points", lambda n: n.note(MARGIN)),
            self.figures("Points", SCORES),
        )
        return Section("scores", "How do matches end?", self.say(sentences.about_ties), blocks)

    def length(self) -> Section:
        blocks = (
            self.histogram("Length", "Moves in a match.", "moves", lambda n: n.note(STEPS)),
            self.figures("Length", LENGTH),
        )
        answer = self.say(lambda noted: f"A match takes {sentences.told(noted.known['steps'])} moves.")
        return Section("length", "How long is a match?", answer, blocks)

    def drama(self) -> Section:
        blocks = (
            self.histogram("Leads", "Changes of the lead in a match.", "changes", lambda n: n.note(LEAD_CHANGES)),
            self.figures("Leads and comebacks", DRAMA),
        )
        return Section("drama", "Does it stay open?", self.say(sentences.about_drama), blocks)

    def choice(self) -> Section:
        blocks = (self.choices(), self.figures("Choices", CHOICE))
        return Section("choices", "How much is there to choose?", self.say(sentences.about_choices), blocks)

    def rules(self) -> Section:
        tally = self.first.game.tally
        assert tally is not None
        names = [figure.name for figure in tally.FIGURES]
        note = "The tag is the number of the ruling in the rules of the game."
        blocks: list[Block] = [self.figures("Rules", names, note)]
        if self.studies[0].duels:
            blocks.append(self.by_level(names))
        answer = ("How often each rule comes into play, over all that it could.",)
        return Section("rules", "Which rules come into play?", answer, tuple(blocks))

    def by_level(self, names: Sequence[str]) -> Figures:
        """The same figures for players of other strengths, from the matches between levels."""
        duels = self.studies[0].duels
        rows = []
        for name in names:
            known = self.first.known[name]
            values = tuple(duel.noted.known[name].estimate for duel in duels)
            rows.append(Row(known.words, known.rule, values, known.is_share))
        series = tuple(f"{duel.weaker} : {duel.stronger}" for duel in duels)
        note = "From the matches between levels, which are fewer: the intervals are wider."
        return Figures("Rules, by the strength of the players", series, tuple(rows), note)

    def places(self) -> Section:
        tally = self.first.game.tally
        assert tally is not None
        blocks = tuple(block for chart in tally.CHARTS for block in self.chart(chart))
        answer = ("What scores, where it happens, and how often.",)
        return Section("places", "What scores, and where?", answer, blocks)

    def skill(self) -> Section:
        labels = tuple(f"{duel.stronger} against {duel.weaker}" for duel in self.studies[0].duels)
        values = tuple(tuple(estimate(duel.share, is_share=True) for duel in study.duels) for study in self.studies)
        words = "The part of the decided matches that the stronger of two neighbouring levels wins."
        plot = BarPlot("Level against level", words, labels, self.series, values, is_share=True, reference=0.5)
        return Section("skill", "Does skill count?", tuple(self.about_skill(labels, values[0])), (plot,))

    def about_skill(self, labels: Sequence[str], values: Sequence[Estimate | None]) -> Iterator[str]:
        sure = [label for label, found in zip(labels, values, strict=True) if found is not None and found.low > 0.5]
        yield f"{self.plan.level_matches} matches a pair, {self.plan.game.min_seats} seats, seats swapped."
        if len(sure) == len(labels):
            yield "Every level beats the one below it."
        elif sure:
            yield f"Beyond chance: {', '.join(sure)}."
        else:
            yield "So few matches show no difference between the levels."

    def findings(self) -> tuple[str, ...]:
        if len(self.noted) == 1:
            return (
                sentences.about_turns(self.first),
                sentences.about_ties(self.first),
                sentences.about_drama(self.first),
                sentences.about_choices(self.first),
            )
        return tuple(self.told_changes())

    def told_changes(self) -> Iterator[str]:
        """What the second variant changes, the surest first."""
        changed = [(change.p, name) for name, (change, is_changed) in self.changes.items() if is_changed]
        first, second = self.series
        if not changed:
            yield f"Nothing that was measured differs between {first} and {second} by more than chance would."
            return
        yield f"From {first} to {second}, {len(changed)} of {len(self.changes)} figures change beyond chance:"
        for _, name in sorted(changed)[:MOST_CHANGES]:
            here, there = (noted.known[name] for noted in self.noted)
            if here.estimate is not None and there.estimate is not None:
                change, _ = self.changes[name]
                yield sentences.about_change(here, here.estimate, there.estimate, change.estimate)


def bars_shown(values: Sequence[Sequence[Estimate | None]]) -> int:
    """How many bars there are before a long tail of empty ones."""
    seen = [k for row in values for k, found in enumerate(row) if found is not None and found.value > 0]
    count, last = len(values[0]), max(seen, default=-1) + 1
    return count if count - last < LONG_TAIL else max(last, 1)


def never_seen(labels: Sequence[str]) -> str:
    return f"Never seen: {labels[0]} to {labels[-1]}." if labels else ""


def board_of(chart: Chart, title: str, noted: Noted) -> Grid | Hexagons:
    """A heat map; only the values, for there is no room for intervals."""
    shape = noted.counts[chart.count].shape[1:]
    found = [estimate(measure) for measure in noted.chart_measures(chart)]
    rows = tuple(
        tuple(None if cell is None else cell.value for cell in found[k : k + shape[1]])
        for k in range(0, len(found), shape[1])
    )
    words = meaning_of(chart, noted)
    if chart.kind == "hexagons":
        return Hexagons(title, words, within(rows), chart.is_share, chart.note)
    return Grid(title, words, chart.labels, chart.row_labels, rows, chart.is_share, chart.note)


def within(rows: tuple[tuple[float | None, ...], ...]) -> tuple[tuple[float | None, ...], ...]:
    """Only the hexagon out of the rhombus that axial coordinates span."""
    radius = len(rows) // 2
    return tuple(
        tuple(cell if abs(q + r - 2 * radius) <= radius else None for q, cell in enumerate(row))
        for r, row in enumerate(rows)
    )


def meaning_of(chart: Chart, noted: Noted) -> str:
    """What a chart counts, over what."""
    meanings = {count.name: count.meaning.removesuffix(".") for count in counts_of(noted.game)}
    over = "a match" if chart.over == MATCH else f"out of: {meanings[chart.over]}"
    return f"{meanings[chart.count]}; {over}."


def build(plan: Plan, studies: Sequence[Study], command: str) -> Page:
    """The page of a report."""
    builder = Builder(plan, studies)
    title = plan.game.title if len(studies) == 1 else f"{plan.game.title}: {' or '.join(builder.series)}"
    facts = (
        ("game", plan.game.title),
        ("players", str(plan.seats)),
        ("bots", ", ".join(dict.fromkeys(plan.bots))),
        ("matches", f"{plan.matches:,}" + (" each" if len(studies) > 1 else "")),
        *((f"variant {k + 1}", study.variant.name) for k, study in enumerate(studies) if len(studies) > 1),
        ("options", options_text(studies[0])),
        ("seed", plan.seed.hex()[:16] + " ..."),
    )
    return Page(
        title=title,
        subtitle=f"What {plan.matches:,} matches tell",
        facts=facts,
        findings=builder.findings(),
        sections=tuple(builder.sections()),
        command=command,
        notes=NOTES,
    )


def options_text(study: Study) -> str:
    import msgspec

    from dottable.core.options import spell

    chosen = msgspec.to_builtins(study.variant.options)
    return ", ".join(f"{name}={spell(value)}" for name, value in chosen.items()) or "none"


INTERVALS = (
    "Every figure has a 95 % interval: 19 of 20 such intervals hold the true value. A match is the unit, since what "
    "happens within one match hangs together."
)
BOTS = "Bots are not people: figures tell how the rules work out between players of this strength."
NOTES = (
    INTERVALS,
    "Two variants are played on the same deals. A difference is called changed if chance alone would bring even one "
    "such among all figures of the report in no more than 1 of 20 reports (Holm's correction).",
    BOTS,
)
