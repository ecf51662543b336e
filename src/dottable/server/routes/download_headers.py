"""HTTP headers for downloads."""

from __future__ import annotations

import re
from urllib.parse import quote

MAX_FILE_NAME_CHARACTERS = 120


def content_disposition(file_name: str) -> str:
    """Return a Content-Disposition header for a download with any file name (RFC 6266).

    Old clients read `filename`, which has only ASCII characters. Other clients read `filename*` (RFC 5987).
    """
    name = re.sub(r"[\x00-\x1f\x7f/\\]", "_", file_name)[:MAX_FILE_NAME_CHARACTERS]
    ascii_name = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    header = f'attachment; filename="{ascii_name}"'
    if ascii_name == name:
        return header
    return f"{header}; filename*=UTF-8''{quote(name.encode('utf-8', 'replace'), safe='')}"
