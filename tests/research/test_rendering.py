"""Drawn boards, and the rasterizer of our SVG pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.registry import find_game, installed_games
from dottable.research.rendering import FrameRenderer
from dottable.research.rendering.svg_paths import dash_line, path_polylines, shape_path
from dottable.research.rendering.svg_raster import rasterize, read_transform


def svg(parts, size=20):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{parts}</svg>'


def covered(parts):
    """Return the share of the picture that is covered."""
    return float((np.asarray(rasterize(svg(parts), 80))[..., 3] / 255).mean())


@pytest.mark.parametrize(
    ("parts", "share"),
    [
        ('<rect x="5" y="5" width="10" height="10"/>', 0.25),
        ('<circle cx="10" cy="10" r="8"/>', 3.1416 * 64 / 400),
        ('<ellipse cx="10" cy="10" rx="8" ry="4"/>', 3.1416 * 32 / 400),
        ('<path d="M0 0H20V20H0zM5 5V15H15V5z"/>', 0.75),
        ('<path fill-rule="evenodd" d="M0 0H20V20H0zM5 5H15V15H5z"/>', 0.75),
        ('<path d="M0 0H20V20H0zM5 5H15V15H5z"/>', 1.0),
        ('<path d="M0 20A20 20 0 0 1 20 0V20z"/>', 3.1416 / 4),
        ('<path d="M0 20a20 20 0 0120-20V20z"/>', 3.1416 / 4),
        ('<path d="M0 10h20" fill="none" stroke="#000" stroke-width="4"/>', 0.2),
        ('<path d="M0 10h20" fill="none" stroke="#000" stroke-width="4" stroke-dasharray="5"/>', 0.1),
        ('<g transform="translate(10 10)rotate(45)scale(.5)"><rect x="-10" y="-10" width="20" height="20"/></g>', 0.25),
        ('<rect width="20" height="20" opacity=".5"/>', 0.5),
    ],
)
def test_shapes_cover_their_area(parts, share):
    assert covered(parts) == pytest.approx(share, abs=0.02)


def test_text_is_drawn_and_turned():
    upright = np.asarray(rasterize(svg('<text x="4" y="9" font-size="8">L</text>'), 80))[..., 3]
    turned = np.asarray(
        rasterize(svg('<g transform="rotate(180 10 10)"><text x="4" y="9" font-size="8">L</text></g>'), 80)
    )[..., 3]
    assert upright.any()
    assert np.abs(upright[::-1, ::-1].astype(int) - turned).mean() < 2


def test_paths_are_flattened():
    assert path_polylines("m1 1l2 0 0 2z") == [([(1, 1), (3, 1), (3, 3)], True)]
    assert path_polylines("M0 0Q5 10 10 0T20 0")[0][0][-1] == (20, 0)
    assert [len(part) for part in dash_line([(0, 0), (10, 0)], [4, 1])] == [2, 2]
    assert shape_path("title", {}) is None
    with pytest.raises(ValueError, match="Unknown transform 'skewX'"):
        read_transform("skewX(3)")


@pytest.mark.parametrize("slug", list(installed_games()))
def test_boards_are_drawn_and_change_with_the_match(slug):
    game = find_game(slug)
    renderer = FrameRenderer(game)
    for seats in (game.min_seats, game.max_seats):
        series = Series(SeriesConfig(game, seats, game.state.Options(), seed_from("x")))
        views = [series.played_match(0, moves).view(0) for moves in (0, 20)]
        frames: list[Any] = [renderer.render(view, "rgb_array") for view in views]
        for frame in frames:
            assert frame.shape == (640, 960, 3)
            assert frame.dtype == np.uint8
            assert len(np.unique(frame @ np.array([65536, 256, 1]))) > 50
        assert (frames[0] != frames[1]).any()
    text = renderer.render(series.match(0)[0].view(0), "ansi")
    assert isinstance(text, str)
    assert text == game.view.draw_screen(series.match(0)[0].view(0))
