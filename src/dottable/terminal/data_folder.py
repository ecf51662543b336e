"""The folder of saved matches, logs and drill times."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

DATA_FOLDER_VARIABLE = "DOTTABLE_DATA"
"""Environment variable with the path of the folder."""


def data_folder(folder: str | None = None) -> Path:
    """Return `folder` if it is given, else the path in `DOTTABLE_DATA`, else the user's data folder."""
    path = folder or os.environ.get(DATA_FOLDER_VARIABLE)
    return Path(path) if path else user_data_path("dottable")
