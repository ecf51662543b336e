"""Formats log lines on standard error with time, level and request id, as text or as JSON."""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from dottable.server.access.request_log import REQUEST_ID
from dottable.server.configuration.settings_formatting import MASKED_SECRET, mask_secrets

PLAYER_TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
"""Matches a player's token: 32 random bytes in URL-safe Base64. Code should never log tokens; this is a second
safeguard."""


def mask_tokens_and_passwords(text: str) -> str:
    """Return a text in which player tokens and database passwords are masked."""
    return PLAYER_TOKEN.sub(MASKED_SECRET, mask_secrets(text))


def timestamp(record: logging.LogRecord) -> str:
    """Return the time of a record in UTC, in ISO 8601 with milliseconds."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class TextFormatter(logging.Formatter):
    """Formats a record as `TIME LEVEL LOGGER [REQUEST] MESSAGE`, followed by the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        head = f"{timestamp(record)} {record.levelname} {record.name} [{REQUEST_ID.get()}]"
        text = f"{head} {record.getMessage().replace(chr(10), ' ')}"
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return mask_tokens_and_passwords(text)


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": timestamp(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": REQUEST_ID.get(),
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return mask_tokens_and_passwords(msgspec.json.encode(line).decode())


def configure_logging(log_format: Literal["text", "json"], level: str) -> None:
    """Send the log of this process to standard error. Libraries log only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    logging.basicConfig(handlers=[handler], level=max(logging.WARNING, logging.getLevelName(level.upper())), force=True)
    logging.getLogger("dottable").setLevel(level.upper())
