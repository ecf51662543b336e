"""Measures the smallest circle around every symbol of Dobble Connect: drawings do not fill their squares alike.

Run by hand after a drawing changed: `.venv/bin/python web/tools/extents.py` (needs playwright and a Chromium; its path
may be given as an argument). It writes web/src/games/dobble_connect/extents.ts, which is kept in the repository.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/dottable/games/dobble_connect/symbols.json"
TARGET = ROOT / "web/src/games/dobble_connect/extents.ts"

MEASURE = """
async (body) => {
  const SIDE = 320, SCALE = 8, MARGIN = 4;
  const size = `width="${SIDE}" height="${SIDE}" viewBox="-4 -4 40 40"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>`;
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(svg);
  await image.decode();
  const canvas = new OffscreenCanvas(SIDE, SIDE).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, SIDE, SIDE);
  const edge = [];
  for (let y = 0; y < SIDE; y++) {
    const seen = [];
    for (let x = 0; x < SIDE; x++) if (data[4 * (y * SIDE + x) + 3] > 40) seen.push(x);
    if (seen.length > 0) edge.push([seen[0], y], [seen.at(-1) + 1, y]);
  }
  // Move towards the farthest point by ever smaller steps: the centre of the smallest circle around all.
  let [x, y] = [SIDE / 2, SIDE / 2];
  const farthest = () => edge.reduce((best, one) => {
    const far = Math.hypot(one[0] - x, one[1] - y);
    return far > best.far ? { far, one } : best;
  }, { far: -1, one: [0, 0] });
  for (let step = 1; step < 4000; step++) {
    const { one } = farthest();
    x += (one[0] - x) / (step + 1);
    y += (one[1] - y) / (step + 1);
  }
  return [x / SCALE - MARGIN, y / SCALE - MARGIN, farthest().far / SCALE];
}
"""


def main() -> None:
    symbols = json.loads(SOURCE.read_text(encoding="utf-8"))["symbols"]
    with sync_playwright() as playwright:
        path = sys.argv[1] if len(sys.argv) > 1 else None
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        circles = {name: page.evaluate(MEASURE, symbol["body"]) for name, symbol in symbols.items()}
        browser.close()
    lines = [
        f"  {json.dumps(name, ensure_ascii=False)}: [{', '.join(f'{number:.1f}' for number in circle)}],"
        for name, circle in circles.items()
    ]
    head = [
        "// Made by `tools/extents.py`, which measures the drawings in a browser. Do not edit.",
        "",
        "/** The smallest circle around every drawing: its centre and radius, on a square of 32 by 32. */",
        "export const EXTENTS: Readonly<Record<string, readonly [x: number, y: number, radius: number]>> = {",
    ]
    TARGET.write_text("\n".join([*head, *lines, "};", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
