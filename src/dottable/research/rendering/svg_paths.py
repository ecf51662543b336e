"""Converts SVG shapes to polylines: the path data of SVG 1.1, rectangles, circles, ellipses and polygons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt

Point = tuple[float, float]
Polyline = list[Point]

TOKEN_PATTERN = re.compile(r"[MmZzLlHhVvCcSsQqTtAa]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
ARGUMENT_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
CURVE_SEGMENTS = 12
"""Number of line segments per Bézier curve."""
ARC_SEGMENT_ANGLE = pi / 16
"""Maximum angle of a line segment of an arc, in radians."""


def shape_path(tag: str, attributes: Mapping[str, str]) -> str | None:
    """Return the path data of an SVG shape or path; None for other elements."""

    def number(name: str, default: str = "0") -> float:
        return float(attributes.get(name, default))

    if tag == "path":
        return attributes["d"]
    if tag == "polygon":
        return f"M{attributes['points']}z"
    if tag == "rect":
        return rounded_rectangle(*(number(name) for name in ("x", "y", "width", "height", "rx")))
    if tag in ("circle", "ellipse"):
        x, y, rx = number("cx"), number("cy"), number("r" if tag == "circle" else "rx")
        ry = rx if tag == "circle" else number("ry")
        return f"M{x - rx} {y}a{rx} {ry} 0 1 0 {2 * rx} 0a{rx} {ry} 0 1 0 {-2 * rx} 0z"
    return None


def rounded_rectangle(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return the path data of a rectangle with round corners."""
    r = min(radius, width / 2, height / 2)
    corner = f"a{r} {r} 0 0 1"
    return (
        f"M{x + r} {y}h{width - 2 * r}{corner} {r} {r}v{height - 2 * r}{corner} {-r} {r}"
        f"h{-(width - 2 * r)}{corner} {-r} {-r}v{-(height - 2 * r)}{corner} {r} {-r}z"
    )


def path_polylines(data: str) -> list[tuple[Polyline, bool]]:
    """Return the subpaths of path data as polylines, each with whether it is closed. Curves are flattened."""
    return PathReader(data).subpaths


class PathReader:
    """Reads path data command by command and collects polylines."""

    def __init__(self, data: str) -> None:
        self.subpaths: list[tuple[Polyline, bool]] = []
        self._at: Point = (0.0, 0.0)
        self._control: Point = (0.0, 0.0)
        """Last control point, for the smooth commands S and T."""
        self._last = ""
        for command, numbers in read_commands(data):
            self._apply_command(command, numbers)
            self._last = command.upper()

    def _apply_command(self, command: str, numbers: list[float]) -> None:
        kind = command.upper()
        if kind == "Z":
            points, _ = self.subpaths[-1]
            self.subpaths[-1] = points, True
            self._at = points[0]
            return
        points = self._absolute_points(kind, numbers, is_relative=command.islower())
        if kind == "M":
            self.subpaths.append(([points[-1]], False))
        else:
            if self.subpaths[-1][1]:  # commands after a closed subpath start a new one
                self.subpaths.append(([self._at], False))
            self.subpaths[-1][0].extend(self._segment_points(kind, numbers, points))
        if kind not in "CSQT":
            self._control = points[-1]
        self._at = points[-1]

    def _absolute_points(self, kind: str, numbers: list[float], *, is_relative: bool) -> list[Point]:
        """Return the points in a command's arguments, in absolute coordinates."""
        x, y = self._at if is_relative else (0.0, 0.0)
        if kind == "H":
            return [(x + numbers[0], self._at[1])]
        if kind == "V":
            return [(self._at[0], y + numbers[0])]
        pairs = numbers[5:] if kind == "A" else numbers
        return [(x + pairs[k], y + pairs[k + 1]) for k in range(0, len(pairs), 2)]

    def _segment_points(self, kind: str, numbers: list[float], points: list[Point]) -> Iterator[Point]:
        """Yield the points of a segment, without its start (the current point)."""
        if kind == "A":
            return arc_points(self._at, points[-1], numbers)
        if kind in "LHV":
            return iter(points)
        if kind in "ST":
            is_smooth = self._last in ("C", "S") if kind == "S" else self._last in ("Q", "T")
            mirrored = (2 * self._at[0] - self._control[0], 2 * self._at[1] - self._control[1])
            points = [mirrored if is_smooth else self._at, *points]
        self._control = points[-2]
        return bezier_points([self._at, *points])


def read_commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield every command with its arguments. Repeated arguments repeat the command."""
    command, numbers = "", list[float]()
    for token in split_arc_flags(data):
        if token.isalpha():
            command, numbers = token, []
            if command in "Zz":
                yield command, []
            continue
        numbers.append(float(token))
        if len(numbers) == ARGUMENT_COUNTS[command.upper()]:
            yield command, numbers
            numbers = []
            command = {"M": "L", "m": "l"}.get(command, command)


def split_arc_flags(data: str) -> Iterator[str]:
    """Yield the tokens of path data. The two flags of an arc may be written without a space after them."""
    at, command, count = 0, "", 0
    while match := TOKEN_PATTERN.search(data, at):
        token, at = match[0], match.end()
        if token.isalpha():
            command, count = token, 0
        elif command in "Aa":
            if count % 7 in (3, 4):
                token, at = token[0], match.start() + 1
            count += 1
        yield token


def bezier_points(controls: list[Point]) -> Iterator[Point]:
    """Yield points of a quadratic or cubic Bézier curve, except its start (de Casteljau's algorithm)."""
    for k in range(1, CURVE_SEGMENTS + 1):
        t, points = k / CURVE_SEGMENTS, controls
        while len(points) > 1:
            points = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(points)]
        yield points[0]


def arc_points(start: Point, end: Point, numbers: list[float]) -> Iterator[Point]:
    """Yield points of an elliptical arc, except its start (SVG 1.1, appendix F.6)."""
    rx, ry, turn = abs(numbers[0]), abs(numbers[1]), numbers[2] * pi / 180
    if start == end or rx == 0 or ry == 0:
        yield end
        return
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x = cos(turn) * half_x + sin(turn) * half_y
    y = cos(turn) * half_y - sin(turn) * half_x
    scale = max(1.0, hypot(x / rx, y / ry))
    rx, ry = rx * scale, ry * scale
    squared = (rx * y) ** 2 + (ry * x) ** 2
    factor = sqrt(max(0.0, (rx * ry) ** 2 / squared - 1)) * (-1 if numbers[3] == numbers[4] else 1)
    centre_x, centre_y = factor * rx * y / ry, -factor * ry * x / rx
    first = atan2((y - centre_y) / ry, (x - centre_x) / rx)
    sweep = (atan2((-y - centre_y) / ry, (-x - centre_x) / rx) - first) % (2 * pi)
    sweep = sweep if numbers[4] else sweep - 2 * pi
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    count = max(2, ceil(abs(sweep) / ARC_SEGMENT_ANGLE))
    for k in range(1, count + 1):
        angle = first + sweep * k / count
        on_x, on_y = rx * cos(angle) + centre_x, ry * sin(angle) + centre_y
        yield cos(turn) * on_x - sin(turn) * on_y + middle[0], sin(turn) * on_x + cos(turn) * on_y + middle[1]


def dash_line(points: Polyline, lengths: list[float]) -> Iterator[Polyline]:
    """Yield the drawn parts of a dashed line. `lengths` alternate between dash and gap."""
    lengths = lengths * (1 + len(lengths) % 2)
    index, left, part = 0, lengths[0], [points[0]]
    for a, b in pairwise(points):
        length, done = hypot(b[0] - a[0], b[1] - a[1]), 0.0
        while length - done > left:
            done += left
            at = (a[0] + (b[0] - a[0]) * done / length, a[1] + (b[1] - a[1]) * done / length)
            if index % 2 == 0:
                yield [*part, at]
            index, part = index + 1, [at]
            left = lengths[index % len(lengths)]
        left -= length - done
        part.append(b)
    if index % 2 == 0:
        yield part
