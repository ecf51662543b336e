"""Rasterizes the SVG pictures of cards and tiles with Pillow, with the same pixels on every machine.

It supports the SVG that the drawings in `games/*/deck` use: shapes, paths, groups, transforms, dashes and text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np

from dottable.core.optional_packages import require_package
from dottable.core.primitives.record import Array
from dottable.research.rendering.svg_paths import Point, Polyline, dash_line, path_polylines, shape_path

SUPERSAMPLING = 3
"""Number of pixels drawn per pixel of the result, along each axis."""
CACHE_SIZE = 1024
"""Number of pictures kept in memory. A deck has at most 90."""
INHERITED_ATTRIBUTES = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-dasharray",
    "font-size",
    "font-weight",
    "text-anchor",
)
TRANSFORM_PATTERN = re.compile(r"(\w+)\(([^)]*)\)")
TEXT_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
Style = dict[str, str]


class Matrix(NamedTuple):
    """An affine transform: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def transform_point(self, point: Point) -> Point:
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def composed_with(self, inner: Matrix) -> Matrix:
        """Return the transform that applies `inner` first and then this transform."""
        x, y = self.transform_point((inner.e, inner.f))
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            x,
            y,
        )

    @property
    def scale_factor(self) -> float:
        return hypot(self.a, self.b)


def read_transform(text: str) -> Matrix:
    """Return the transform that the text of a `transform` attribute describes."""
    matrix = Matrix()
    for kind, arguments in TRANSFORM_PATTERN.findall(text):
        numbers = [float(number) for number in re.split(r"[\s,]+", arguments.strip())]
        matrix = matrix.composed_with(transform_matrix(kind, numbers))
    return matrix


def transform_matrix(kind: str, numbers: list[float]) -> Matrix:
    if kind == "translate":
        return Matrix(e=numbers[0], f=numbers[1] if len(numbers) > 1 else 0.0)
    if kind == "scale":
        return Matrix(a=numbers[0], d=numbers[-1])
    if kind == "rotate":
        angle = numbers[0] * pi / 180
        x, y = numbers[1:] or (0.0, 0.0)
        turn = Matrix(cos(angle), sin(angle), -sin(angle), cos(angle))
        return Matrix(e=x, f=y).composed_with(turn).composed_with(Matrix(e=-x, f=-y))
    if kind == "matrix":
        return Matrix(*numbers)
    raise ValueError(f"Unknown transform '{kind}'.")


@lru_cache(maxsize=CACHE_SIZE)
def rasterize(svg: str, width: int) -> Any:
    """Return an SVG picture as an RGBA image with this width in pixels. The height follows from the view box."""
    require_package("PIL", "research")
    from PIL import Image

    root = ElementTree.fromstring(svg)
    left, top, across, down = (float(number) for number in root.attrib["viewBox"].split())
    scale = width * SUPERSAMPLING / across
    size = width * SUPERSAMPLING, round(down * scale)
    drawing = SvgDrawing(Image.new("RGBA", size, (0, 0, 0, 0)))
    drawing.draw(root, Matrix(a=scale, d=scale, e=-left * scale, f=-top * scale), {})
    return drawing.image.resize((width, max(1, round(size[1] / SUPERSAMPLING))), Image.Resampling.BOX)


class SvgDrawing:
    """Draws SVG elements onto an image."""

    def __init__(self, image: Any) -> None:
        self.image = image

    def draw(self, element: ElementTree.Element, matrix: Matrix, inherited: Style) -> None:
        """Draw an SVG element and its children onto the image."""
        attributes = element.attrib
        style = {**inherited, **{name: attributes[name] for name in INHERITED_ATTRIBUTES if name in attributes}}
        if "transform" in attributes:
            matrix = matrix.composed_with(read_transform(attributes["transform"]))
        tag = element.tag.rpartition("}")[2]
        if tag == "text":
            self._draw_text(element, matrix, style)
            return
        path = shape_path(tag, attributes)
        if path is not None:
            opacity = float(attributes.get("opacity", 1))
            self._draw_path(path, matrix, {**style, "fill-rule": attributes.get("fill-rule", "nonzero")}, opacity)
        for child in element:
            self.draw(child, matrix, style)

    def _draw_path(self, path: str, matrix: Matrix, style: Style, opacity: float) -> None:
        subpaths = [
            ([matrix.transform_point(point) for point in points], closed) for points, closed in path_polylines(path)
        ]
        margin = float(style.get("stroke-width", 1)) * matrix.scale_factor + 2
        corner, size = bounding_box([points for points, _ in subpaths], margin, self.image.size)
        if min(size) <= 0:
            return
        subpaths = [([(x - corner[0], y - corner[1]) for x, y in points], closed) for points, closed in subpaths]
        if style.get("fill", "#000") != "none":
            mask = fill_mask(size, [points for points, _ in subpaths], style["fill-rule"])
            self._paint(style.get("fill", "#000"), mask, corner, opacity)
        if style.get("stroke", "none") != "none":
            self._paint(style["stroke"], stroke_mask(size, subpaths, matrix.scale_factor, style), corner, opacity)

    def _paint(self, colour: str, mask: Any, corner: tuple[int, int] = (0, 0), opacity: float = 1) -> None:
        """Paint a colour through a mask whose upper left corner is at `corner`."""
        from PIL import Image, ImageColor

        layer = Image.new("RGBA", mask.size, (*ImageColor.getrgb(colour)[:3], 0))
        layer.putalpha(mask if opacity == 1 else mask.point(lambda value: round(value * opacity)))
        self.image.alpha_composite(layer, corner)

    def _draw_text(self, element: ElementTree.Element, matrix: Matrix, style: Style) -> None:
        """Draw a text element. The only supported rotation is by 180 degrees."""
        x, y = float(element.attrib.get("x", 0)), float(element.attrib.get("y", 0))
        self._draw_words(element.text or "", (x, y), matrix, style)
        for child in element:  # a second part of the line, in its own size
            shift = text_width(element.text or "", style) + float(child.attrib.get("dx", 0))
            own = {**style, **{name: child.attrib[name] for name in INHERITED_ATTRIBUTES if name in child.attrib}}
            self._draw_words(child.text or "", (x + shift, y), matrix, own)

    def _draw_words(self, words: str, at: Point, matrix: Matrix, style: Style) -> None:
        from PIL import Image, ImageDraw

        size, (x, y) = float(style.get("font-size", 16)) * matrix.scale_factor, matrix.transform_point(at)
        is_turned = matrix.a < 0
        if is_turned:
            x, y = self.image.width - x, self.image.height - y
        mask = Image.new("L", self.image.size, 0)
        anchor = TEXT_ANCHORS[style.get("text-anchor", "start")]
        boldness = round(size / 40) if style.get("font-weight") in ("700", "bold") else 0
        ImageDraw.Draw(mask).text((x, y), words, 255, load_font(size), anchor, stroke_width=boldness)
        self._paint(style.get("fill", "#000"), mask.rotate(180) if is_turned else mask)


def bounding_box(
    lines: list[Polyline], margin: float, size: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the corner and the size of the box around lines, clipped to an image of `size`."""
    xs, ys = zip(*(point for points in lines for point in points), strict=True)
    left, top = max(0, int(min(xs) - margin)), max(0, int(min(ys) - margin))
    right, bottom = min(size[0], int(max(xs) + margin) + 1), min(size[1], int(max(ys) + margin) + 1)
    return (left, top), (right - left, bottom - top)


@lru_cache(maxsize=64)
def load_font(size: float) -> Any:
    """Return Pillow's built-in font in a size in pixels."""
    from PIL import ImageFont

    return ImageFont.load_default(max(1.0, size))


def text_width(words: str, style: Style) -> float:
    """Return the width of a text, in the unit of its font size."""
    return float(load_font(float(style.get("font-size", 16))).getlength(words))


def fill_mask(size: tuple[int, int], polygons: list[Polyline], rule: str) -> Any:
    """Return the mask of the area inside polygons, by SVG's fill rule."""
    from PIL import Image

    polygons = [points for points in polygons if len(points) > 2]
    if len(polygons) == 1:
        return polygon_mask(size, polygons[0])
    windings = np.zeros((size[1], size[0]), np.int16)
    for points in polygons:
        inside = np.asarray(polygon_mask(size, points)) > 0
        windings += inside * np.int16(1 if signed_area(points) > 0 else -1)
    filled: Array = windings % 2 != 0 if rule == "evenodd" else windings != 0
    return Image.fromarray(filled.astype(np.uint8) * 255)


def polygon_mask(size: tuple[int, int], points: Polyline) -> Any:
    from PIL import Image, ImageDraw

    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon(points, 255)
    return mask


def signed_area(points: Polyline) -> float:
    """Return twice the signed area of a polygon. The sign depends on the direction of its points."""
    following = [*points[1:], points[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, following, strict=True))


def stroke_mask(size: tuple[int, int], subpaths: list[tuple[Polyline, bool]], scale: float, style: Style) -> Any:
    """Return the mask of the outlines of subpaths."""
    from PIL import Image, ImageDraw

    mask = Image.new("L", size, 0)
    draw, width = ImageDraw.Draw(mask), float(style.get("stroke-width", 1)) * scale
    cap = style.get("stroke-linecap", "butt")
    for line, is_closed in stroked_lines(subpaths, scale, style):
        draw.line(line, 255, max(1, round(width)), joint="curve")
        for end in () if is_closed else (line[0], line[-1]):
            draw_cap(draw, cap, end, width / 2)
    return mask


def stroked_lines(subpaths: list[tuple[Polyline, bool]], scale: float, style: Style) -> Iterator[tuple[Polyline, bool]]:
    """Yield the lines of an outline, dashed if the style requires it, each with whether it is closed."""
    pattern = style.get("stroke-dasharray", "")
    for points, is_closed in subpaths:
        line = [*points, *points[:2]] if is_closed else points
        if pattern:
            outline = line[:-1] if is_closed else line
            yield from ((part, False) for part in dash_line(outline, [float(n) * scale for n in pattern.split()]))
        else:
            yield line, is_closed


def draw_cap(draw: Any, cap: str, end: Point, radius: float) -> None:
    """Draw the line cap (round or square) at an end of a stroked line."""
    box = (end[0] - radius, end[1] - radius, end[0] + radius, end[1] + radius)
    if cap == "round":
        draw.ellipse(box, 255)
    elif cap == "square":
        draw.rectangle(box, 255)
