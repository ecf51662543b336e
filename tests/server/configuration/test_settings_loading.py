"""Settings from file, environment and flags: precedence, types, unknown names, secrets."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from dottable.server.access.limits import Limits
from dottable.server.configuration.settings import ServerConfig
from dottable.server.configuration.settings_formatting import config_text, field_docs, mask_secrets
from dottable.server.configuration.settings_loading import (
    ConfigError,
    SettingValue,
    environment_variable,
    load_config,
    setting_types,
    value_from_assignment,
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "dottable.toml"
    path.write_text('port = 1111\nlog_format = "json"\norigins = ["https://a.example"]\n[limits]\nchat_burst = 5\n')
    return path


def test_without_any_source_all_values_are_defaults():
    loaded = load_config({})
    assert loaded.config == ServerConfig()
    assert set(loaded.sources.values()) == {"default"}


def test_a_flag_wins_over_the_environment_and_that_over_the_file(file):
    environment = {"DOTTABLE_PORT": "2222", "DOTTABLE_LIMITS_CHAT_BURST": "6"}
    flags = {"port": SettingValue(3333, "flag --port")}
    from_file = load_config({}, file=str(file))
    from_environment = load_config(environment, file=str(file))
    from_flag = load_config(environment, file=str(file), flags=flags)
    assert [c.config.port for c in (from_file, from_environment, from_flag)] == [1111, 2222, 3333]
    assert [c.config.limits.chat_burst for c in (from_file, from_environment, from_flag)] == [5, 6, 6]
    assert from_flag.sources["port"] == "flag --port"
    assert from_flag.sources["limits.chat_burst"] == "environment DOTTABLE_LIMITS_CHAT_BURST"
    assert from_flag.sources["log_format"] == f"file {file}"
    assert from_flag.config.limits.messages_burst == Limits().messages_burst


def test_the_environment_can_name_the_file(file):
    assert load_config({"DOTTABLE_CONFIG": str(file)}).config.log_format == "json"


def test_texts_become_values_of_the_right_type():
    environment = {"DOTTABLE_HOST_NAMES": "a.example, b.example", "DOTTABLE_ACCESS_LOG": "true"}
    flags = dict([value_from_assignment("limits.messages_per_s=2.5")])
    config = load_config(environment, flags=flags).config
    assert config.host_names == {"a.example", "b.example"}
    assert config.access_log is True
    assert config.limits.messages_per_s == 2.5


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DOTTABLE_PORT", "http"),
        ("DOTTABLE_PORT", "70000"),
        ("DOTTABLE_LOG_FORMAT", "xml"),
        ("DOTTABLE_ACCESS_LOG", "perhaps"),
        ("DOTTABLE_LIMITS_MAX_LIVE_TABLES", "-1"),
        ("DOTTABLE_LIMITS_REQUESTS_PER_S", "nan"),
        ("DOTTABLE_LIMITS_REQUESTS_PER_S", "inf"),
    ],
)
def test_an_invalid_value_is_refused_with_its_source(name, text):
    with pytest.raises(ConfigError, match=f"environment {name}"):
        load_config({name: text})


def test_unknown_names_are_refused_with_the_nearest_name(tmp_path):
    with pytest.raises(ConfigError, match=r"Unknown environment variable.*Did you mean 'DOTTABLE_PORT'"):
        load_config({"DOTTABLE_PROT": "1"})
    with pytest.raises(ConfigError, match=r"Unknown setting 'limits\.chat_brust'.*'limits\.chat_burst'"):
        load_config({}, flags=dict([value_from_assignment("limits.chat_brust=1")]))
    path = tmp_path / "c.toml"
    path.write_text("[limit]\nchat_burst = 1\n")
    with pytest.raises(ConfigError, match=r"Unknown setting 'limit\.chat_burst'"):
        load_config({}, file=str(path))
    path.write_text("limits = 3\n")
    with pytest.raises(ConfigError, match="Unknown setting 'limits'"):
        load_config({}, file=str(path))


@pytest.mark.parametrize("content", [b"port = ", b"\xff\xfe", b"[limits]\nchat_burst = [1]\n", b'port = "80"\n'])
def test_a_broken_file_is_refused_with_its_name(tmp_path, content):
    path = tmp_path / "c.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"c\.toml"):
        load_config({}, file=str(path))
    with pytest.raises(ConfigError, match="Cannot read the configuration file"):
        load_config({}, file=str(tmp_path / "none.toml"))


def test_a_secret_can_come_from_a_file(tmp_path):
    path = tmp_path / "secret"
    path.write_text("postgresql://me:pass@db/x\n")
    loaded = load_config({"DOTTABLE_STORE_FILE": str(path)})
    assert loaded.config.store == "postgresql://me:pass@db/x"
    with pytest.raises(ConfigError, match="not both"):
        load_config({"DOTTABLE_STORE_FILE": str(path), "DOTTABLE_STORE": "x"})
    with pytest.raises(ConfigError, match="Cannot read the file"):
        load_config({"DOTTABLE_STORE_FILE": str(tmp_path / "none")})


def test_shown_settings_are_toml_with_sources_and_without_secrets():
    environment = {"DOTTABLE_STORE": "postgresql://me:pass4word@db/x?password=2nd", "DOTTABLE_METRICS_TOKEN": "t0ken"}
    text = config_text(load_config(environment))
    shown = tomllib.loads(text)
    assert shown["port"] == ServerConfig().port
    assert set(shown["limits"]) == set(Limits.__struct_fields__)
    assert shown["store"] == "postgresql://me:***@db/x?password=***"
    assert "# environment DOTTABLE_STORE" in text
    for secret in ("pass4word", "2nd", "t0ken"):
        assert secret not in text


def test_a_password_is_masked_wherever_a_url_stands():
    assert mask_secrets("cannot open postgresql://a:b@c/d now") == "cannot open postgresql://a:***@c/d now"


def test_every_setting_has_its_own_environment_variable_and_a_meaning():
    names = [name for name, _ in setting_types()]
    assert len({environment_variable(name) for name in names}) == len(names)
    docs = {"": field_docs(ServerConfig)}
    for name in names:
        section, _, key = name.rpartition(".")
        known = docs.setdefault(section, {}) or docs[section]
        if section and not known:
            known = docs[section] = field_docs(type(getattr(ServerConfig(), section)))
        assert known.get(key), f"{name} has no text below it"


def test_serve_shows_the_settings_and_refuses_unknown_ones(tmp_path):
    command = [sys.executable, "-m", "dottable", "serve", "--data", str(tmp_path), "--lan", "--rate", "7"]
    shown = subprocess.run([*command, "--show-config"], capture_output=True, text=True, timeout=60, check=True).stdout
    values = tomllib.loads(shown)
    assert (values["host"], values["store"]) == ("0.0.0.0", str(tmp_path / "dottable.db"))
    assert (values["limits"]["messages_per_s"], values["limits"]["messages_burst"]) == (7.0, 14)
    assert "# flag --lan" in shown
    done = subprocess.run([*command, "--set", "x=1"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Unknown setting 'x'" in done.stderr
