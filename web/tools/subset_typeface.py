"""Write the typeface of the web client: Nunito (SIL Open Font License), Latin letters, weights 400 to 800.

Two fixed weights as TrueType go to the server, which draws pictures of shared links with them.

The result is committed. To write it again, unpack the npm package `@fontsource-variable/nunito` and run
`python web/tools/subset_typeface.py PACKAGE` in an environment with `fonttools` and `brotli`.
"""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FOLDER = Path(__file__).parents[1] / "src" / "kit" / "theme"
SERVER_FOLDER = Path(__file__).parents[2] / "src" / "dottable" / "server" / "sharing"
SERVER_WEIGHTS = (600, 800)
SOURCE = "files/nunito-latin-wght-normal.woff2"
WEIGHTS = (400, 800)
PUNCTUATION = "\u00a0¡¿·×\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2212"
MAX_BYTES = 25_000


def characters() -> list[int]:
    """Return the code points of ASCII, of the letters of Latin-1 and of the punctuation that texts use."""
    letters = [code for code in range(0xC0, 0x100) if chr(code).isalpha()]
    return [*range(0x20, 0x7F), *letters, *map(ord, PUNCTUATION)]


def main(package: Path) -> None:
    buffer = io.BytesIO()
    instancer.instantiateVariableFont(TTFont(package / SOURCE), {"wght": WEIGHTS}).save(buffer)
    font = TTFont(buffer)  # read again, since the subsetter needs complete tables
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern", "liga", "ccmp"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters())
    subsetter.subset(font)
    target = FOLDER / "nunito.woff2"
    subset.save_font(font, target, options)
    shutil.copy(package / "LICENSE", FOLDER / "nunito-licence.txt")
    write_fixed_weights(target)
    size = target.stat().st_size
    if size > MAX_BYTES:
        sys.exit(f"The typeface has {size} bytes, more than {MAX_BYTES}.")


def write_fixed_weights(typeface: Path) -> None:
    """Write the server's weights as TrueType files, since resvg reads neither WOFF2 nor variable typefaces."""
    for weight in SERVER_WEIGHTS:
        font = instancer.instantiateVariableFont(TTFont(typeface), {"wght": weight}, updateFontNames=False)
        font["OS/2"].usWeightClass = weight
        for name_id, text in ((1, "Nunito"), (2, "Regular"), (4, "Nunito"), (6, f"Nunito-{weight}")):
            font["name"].setName(text, name_id, 3, 1, 0x409)
        font.flavor = None
        font.save(SERVER_FOLDER / f"nunito-{weight}.ttf")
    shutil.copy(FOLDER / "nunito-licence.txt", SERVER_FOLDER)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
