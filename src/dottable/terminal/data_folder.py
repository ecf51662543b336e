"""The folder of saved matches, logs and drill times."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

DATA_FOLDER_VARIABLE = "DOTTABLE_DATA"
"""Environment variable that sets the folder."""


def data_folder(given: str | None = None) -> Path:
    """Return the folder `given`, else that of `DOTTABLE_DATA`, else the user's data folder."""
    chosen = given or os.environ.get(DATA_FOLDER_VARIABLE)
    return Path(chosen) if chosen else user_data_path("dottable")
