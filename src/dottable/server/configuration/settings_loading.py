"""Reads settings from a TOML file, the environment and flags, and records the source of each value.

A flag overrides the environment, the environment overrides the file, and the file overrides the default.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec import Struct

from dottable.core.errors import DottableError
from dottable.server.configuration.settings import SECRET_SETTINGS, ServerConfig

ENVIRONMENT_PREFIX = "DOTTABLE_"
CONFIG_FILE_VARIABLE = "DOTTABLE_CONFIG"
SECRET_FILE_SUFFIX = "_FILE"
OTHER_VARIABLES = frozenset(
    {
        CONFIG_FILE_VARIABLE,
        "DOTTABLE_BOTS_INTERPRETED",
        "DOTTABLE_CACHE",
        "DOTTABLE_RULES",
        "DOTTABLE_SERVER",
        "DOTTABLE_TRACEBACK",
    }
)
"""Environment variables with our prefix that are not settings of the server."""
OTHER_PREFIXES = ("DOTTABLE_TEST_", "DOTTABLE_NEEDS_", "DOTTABLE_FULL")
"""Prefixes of environment variables that only our tests use."""
DEFAULT_SOURCE = "default"


class ConfigError(DottableError):
    """Raised for an unknown setting or an invalid value."""


class SettingValue(NamedTuple):
    """A value from the file, the environment or a flag, and its source."""

    value: Any
    source: str


class LoadedConfig(NamedTuple):
    """The settings, and the source of each value by dotted name."""

    config: ServerConfig
    sources: dict[str, str]


def setting_types(kind: type[Struct] = ServerConfig, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted name and the type of every setting."""
    for name, annotation in get_type_hints(kind, include_extras=True).items():
        if isinstance(annotation, type) and issubclass(annotation, Struct):
            yield from setting_types(annotation, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", annotation


def environment_variable(name: str) -> str:
    """Return the name of the environment variable for a setting."""
    return ENVIRONMENT_PREFIX + name.upper().replace(".", "_")


def load_config(
    environment: Mapping[str, str], *, file: str | None = None, flags: Mapping[str, SettingValue] | None = None
) -> LoadedConfig:
    """Return the settings and the source of each. Flags override environment variables, which override the file.

    The default of `file` is the path in the variable `DOTTABLE_CONFIG`. Raise ConfigError for an invalid setting.
    """
    path = file or environment.get(CONFIG_FILE_VARIABLE)
    given = dict(values_from_file(Path(path))) if path else {}
    given |= dict(values_from_environment(environment))
    given |= dict(flags or {})
    types = dict(setting_types())
    for name, setting in given.items():
        if name not in types:
            raise ConfigError(f"Unknown setting '{name}' ({setting.source}). {similar_name_sentence(name, types)}")
    values = {name: converted_value(name, types[name], setting) for name, setting in given.items()}
    sources = {name: given[name].source if name in given else DEFAULT_SOURCE for name in types}
    return LoadedConfig(build_config(values), sources)


def build_config(values: Mapping[str, Any]) -> ServerConfig:
    """Return the settings with these values (by dotted name), and with defaults for all other settings."""
    sections: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        section, _, key = name.rpartition(".")
        sections.setdefault(section, {})[key] = value
    config = ServerConfig(**sections.pop("", {}))
    changed = {key: msgspec.structs.replace(getattr(config, key), **fields) for key, fields in sections.items()}
    return msgspec.structs.replace(config, **changed)


def values_from_file(path: Path) -> Iterator[tuple[str, SettingValue]]:
    """Yield the settings of a TOML file. Tables become prefixes of dotted names."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"Cannot read the configuration file '{path}': {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"The configuration file '{path}' is not valid TOML: {error}.") from None
    for key, value in content.items():
        if isinstance(value, dict):
            for inner, inner_value in value.items():
                yield f"{key}.{inner}", SettingValue(inner_value, f"file {path}")
        else:
            yield key, SettingValue(value, f"file {path}")


def values_from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, SettingValue]]:
    """Yield the settings from all `DOTTABLE_` variables. Raise ConfigError for an unknown variable."""
    names = {environment_variable(name): name for name, _ in setting_types()}
    files = {environment_variable(name) + SECRET_FILE_SUFFIX: name for name in SECRET_SETTINGS}
    for variable, text in environment.items():
        if variable in names:
            yield names[variable], SettingValue(text, f"environment {variable}")
        elif variable in files:
            if environment_variable(files[variable]) in environment:
                raise ConfigError(f"Set either {environment_variable(files[variable])} or {variable}, not both.")
            yield files[variable], SettingValue(read_secret(variable, text), f"environment {variable}")
        elif is_unknown_variable(variable):
            raise ConfigError(
                f"Unknown environment variable '{variable}'. {similar_name_sentence(variable, [*names, *files])}"
            )


def is_unknown_variable(variable: str) -> bool:
    """Return whether a variable has the prefix of a setting but is not a known variable."""
    is_ours = variable.startswith(ENVIRONMENT_PREFIX) and variable not in OTHER_VARIABLES
    return is_ours and not variable.startswith(OTHER_PREFIXES)


def read_secret(variable: str, path: str) -> str:
    """Return the content of a secret's file, without the line break at its end."""
    try:
        return Path(path).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        raise ConfigError(f"Cannot read the file '{path}' of {variable}.") from None


def value_from_assignment(text: str) -> tuple[str, SettingValue]:
    """Return the setting that a `NAME=VALUE` flag assigns."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"'{text}' is not a setting. Write --set NAME=VALUE, like --set limits.max_live_tables=1000.")
    return name.strip(), SettingValue(value, f"flag --set {name.strip()}")


def converted_value(name: str, kind: Any, setting: SettingValue) -> Any:
    """Return a value converted to the type of its setting. Texts from the environment and from flags are parsed."""
    value, is_text = setting.value, not setting.source.startswith("file ")
    if is_text and isinstance(value, str) and kind == frozenset[str]:
        value = [part.strip() for part in value.split(",") if part.strip()]
    try:
        converted = msgspec.convert(value, kind, strict=not is_text)
    except msgspec.ValidationError as error:
        raise ConfigError(f"Invalid value of '{name}' ({setting.source}): {error}.") from None
    if isinstance(converted, int | float) and not 0 <= converted < float("inf"):
        raise ConfigError(f"Invalid value of '{name}' ({setting.source}): it must be 0 or more.")
    return converted


def similar_name_sentence(name: str, known: Iterable[str]) -> str:
    """Return a sentence with the most similar known name, or with the command that lists all names."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"Did you mean '{near[0]}'?" if near else "'dottable serve --show-config' lists all settings."
