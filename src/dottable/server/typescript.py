"""TypeScript types of everything that a browser sends and is sent, made from the server's own types.

`python -m dottable.server.typescript web/src/types` writes them; a test fails when they are out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from dottable.core.registry import games
from dottable.server import archive, catalogue, guests, lobby, messages, problems

HEAD = "// Made by `npm run types` from the server's types. Do not edit.\n"
REFERENCE = "#/$defs/"
HTTP = [
    catalogue.Games,
    catalogue.GameSheet,
    catalogue.DeckCards,
    guests.NewPlayer,
    guests.ChangedPlayer,
    guests.PlayerWithToken,
    guests.TransferOffer,
    guests.QrPicture,
    lobby.NewTable,
    lobby.Tables,
    archive.Replay,
    archive.Verdict,
    problems.Problem,
]
ALIASES = {"dottable.table.telling.Result": "Result"}
"""Names that are unique among what a browser sees, though not among all of ours."""


def files() -> dict[str, str]:
    """Every file by its name: the socket's messages, HTTP, and one for each game's view."""
    made = {"messages.ts": types_of({"FromClient": messages.FromClient, "FromServer": messages.AnyFromServer})}
    made["http.ts"] = types_of({kind.__name__: kind for kind in HTTP})
    for slug, game in games().items():
        kinds = {"View": game.view.View}  # type: ignore[attr-defined]
        if game.previews is not None:
            kinds["Preview"] = game.previews.Preview
        made[f"{slug}.ts"] = types_of(kinds, is_whole=True)
    return made


def types_of(kinds: dict[str, Any], *, is_whole: bool = False) -> str:
    """Declarations of these types and of all that they are made of; whole ones are sent with every field."""
    schemas, parts = msgspec.json.schema_components(kinds.values(), ref_template=REFERENCE + "{name}")
    declared = [declaration(short(name), schema, is_whole=is_whole) for name, schema in parts.items()]
    for name, schema in zip(kinds, schemas, strict=True):
        if schema.get("$ref") != REFERENCE + name:
            declared.append(f"export type {name} = {expression(schema)};\n")
    return HEAD + "\n" + "\n".join(declared)


def short(name: str) -> str:
    return ALIASES.get(name, name.rpartition(".")[2])


def declaration(name: str, schema: dict[str, Any], *, is_whole: bool) -> str:
    if schema.get("type") != "object" or "properties" not in schema:
        body = f"export type {name} = {expression(schema)};\n"
    else:
        required = schema["properties"] if is_whole else schema.get("required", ())
        fields = "".join(field(key, part, key in required) for key, part in schema["properties"].items())
        body = f"export interface {name} {{\n{fields}}}\n"
    told = schema.get("description", "").split("\n")[0]
    return f"/** {told} */\n{body}" if told else body


def field(key: str, part: dict[str, Any], is_required: bool) -> str:  # noqa: FBT001
    name = key if key.isidentifier() else f'"{key}"'
    return f"  {name}{'' if is_required else '?'}: {expression(part)};\n"


def expression(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON Schema, of the kinds that msgspec makes."""
    if "$ref" in schema:
        return short(schema["$ref"].removeprefix(REFERENCE))
    if "anyOf" in schema:
        return " | ".join(expression(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return array(schema)
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {expression(values) if isinstance(values, dict) else 'unknown'}>"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return plain[kind] if kind is not None else "unknown"


def array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(expression(part) for part in schema['prefixItems'])}]"
    item = expression(schema["items"]) if "items" in schema else "unknown"
    return f"({item})[]" if " | " in item else f"{item}[]"


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    made = files()
    for old in folder.glob("*.ts"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
