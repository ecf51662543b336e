"""Unpacks the archive of `pack.sh` into `site` in the current folder."""

from __future__ import annotations

import lzma
import shutil
import sys
import tarfile
from pathlib import Path


def main() -> None:
    carried = Path(sys.argv[1])
    with tarfile.open(carried / "site.tar.xz") as packed:
        packed.extractall(filter="data")
    with (
        lzma.open(carried / "libllvmlite.so.xz") as packed_library,
        Path("site/llvmlite/binding/libllvmlite.so").open("wb") as library,
    ):
        shutil.copyfileobj(packed_library, library)
    # numba-cuda replaces numba.cuda by a .pth file, which Python ignores in folders of PYTHONPATH
    Path("site/sitecustomize.py").write_text("import _numba_cuda_redirector\n")


if __name__ == "__main__":
    main()
