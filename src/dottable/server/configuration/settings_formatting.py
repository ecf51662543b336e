"""Formats settings as TOML with the source of each value, and as Markdown tables for the docs.

`python -m dottable.server.configuration.settings_formatting` rewrites the tables in the docs. A test fails when they
are out of date.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

from msgspec import Struct

from dottable.server.configuration.settings import SECRET_SETTINGS, ServerConfig
from dottable.server.configuration.settings_loading import LoadedConfig, environment_variable, setting_types

MASKED_SECRET = "***"
PASSWORD_IN_URL = re.compile(r"(?<=://)([^:/@\s]*):[^@/\s]*@")
SECRET_IN_QUERY = re.compile(r"(?i)((?:password|sslpassword|token)=)[^&\s]*")
SOURCE_COLUMN = 48
TABLE_START, TABLE_END = "<!-- settings {} -->\n", "<!-- end of settings -->"
MAIN_SECTION = ""
REFERENCE_FILES = ("docs/operate.md", "SECURITY.md")
"""Documents that contain generated tables."""


def mask_secrets(text: str) -> str:
    """Return a text in which the passwords of database URLs are masked."""
    return SECRET_IN_QUERY.sub(rf"\1{MASKED_SECRET}", PASSWORD_IN_URL.sub(rf"\1:{MASKED_SECRET}@", text))


def config_text(loaded: LoadedConfig) -> str:
    """Return the settings as TOML, with the source of each value as a comment. Secrets are masked."""
    lines, section = [], ""
    for name, source in loaded.sources.items():
        head, _, key = name.rpartition(".")
        if head != section:
            section = head
            lines += ["", f"[{section}]"]
        line = f"{key} = {toml_value(shown_value(name, setting_value(loaded.config, name)))}"
        lines.append(f"{line:<{SOURCE_COLUMN}}  # {source}")
    return "\n".join(lines)


def setting_value(config: ServerConfig, name: str) -> Any:
    """Return the value of a setting by its dotted name."""
    value: Any = config
    for part in name.split("."):
        value = getattr(value, part)
    return value


def shown_value(name: str, value: Any) -> Any:
    """Return a value in the form in which it may be shown: a store's address without its password, and no token."""
    if name not in SECRET_SETTINGS or not value:
        return value
    return mask_secrets(value) if name in ("store", "bus") else MASKED_SECRET


def toml_value(value: Any) -> str:
    """Return a value in TOML notation."""
    if isinstance(value, frozenset):
        return f"[{', '.join(toml_value(item) for item in sorted(value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else f"{value:_}" if isinstance(value, int) else repr(value)


def field_docs(kind: type[Struct]) -> dict[str, str]:
    """Return the docstring below each field of a Struct, by field name."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    docs = {}
    for field, following in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(following, ast.Expr):
            docs[field.target.id] = " ".join(str(ast.literal_eval(following.value)).split())
    return docs


def reference_table(section: str) -> str:
    """Return the Markdown table of the settings in a section: name, default, environment variable, meaning."""
    kind = ServerConfig if not section else type(getattr(ServerConfig(), section))
    docs, rows = field_docs(kind), ["| setting | default | environment | meaning |", "|---|---|---|---|"]
    for name, _ in setting_types():
        head, _, key = name.rpartition(".")
        if head == section:
            default = toml_value(setting_value(ServerConfig(), name))
            rows.append(f"| `{name}` | `{default}` | `{environment_variable(name)}` | {docs.get(key, '')} |")
    return "\n".join(rows) + "\n"


def with_reference_tables(text: str) -> str:
    """Return a document with its generated tables up to date."""
    for section in (MAIN_SECTION, *{name.rpartition(".")[0]: None for name, _ in setting_types()}):
        before, start, rest = text.partition(TABLE_START.format(section or "main"))
        if start:
            text = f"{before}{start}\n{reference_table(section)}\n{TABLE_END}{rest.partition(TABLE_END)[2]}"
    return text


def main(root: Path) -> None:
    """Rewrite the generated tables in the reference documents of the repository folder `root`."""
    for name in REFERENCE_FILES:
        path = root / name
        path.write_text(with_reference_tables(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
