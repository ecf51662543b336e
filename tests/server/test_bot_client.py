"""`dottable bot` and servers that stop, restart or refuse."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from typing import Any

import pytest

from dottable.core.errors import DottableError
from dottable.server.backoff import FIRST_DELAY_S, MAX_DELAY_S, Backoff, retry_after_s
from dottable.server.bot_client import AccessDenied, BotClient, BotPosition, create_player, parse_table_url
from tests.server.running_server import TIMEOUT_S, run_server, wait_until


class SlowBot:
    """Chooses the first legal action, some milliseconds after it was asked."""

    def choose(self, position: BotPosition) -> int:
        time.sleep(0.02)
        return position.legal[0]


class BotThread(threading.Thread):
    """Plays with a bot client until the end."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url = url
        self.notes: list[str] = []
        self.result: dict[str, Any] | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.result = asyncio.run(self.play())
        except DottableError as error:
            self.error = error

    async def play(self) -> dict[str, Any]:
        address = parse_table_url(self.url)
        token = await create_player(address.server_url, "Bot", self.notes.append)
        return await BotClient(address, token, SlowBot(), self.notes.append).play()


def test_delays_double_up_to_a_limit_and_are_spread():
    backoff = Backoff(lambda _: None, random.Random(1))
    delays = [backoff.next_delay_s("") for _ in range(20)]
    for n, delay_s in enumerate(delays):
        longest = min(FIRST_DELAY_S * 2**n, MAX_DELAY_S)
        assert longest / 2 <= delay_s <= longest
    assert len({round(delay_s / MAX_DELAY_S, 3) for delay_s in delays[-5:]}) > 1
    backoff.reset()
    assert backoff.next_delay_s("") <= FIRST_DELAY_S


def test_an_outage_is_reported_in_one_line():
    notes: list[str] = []
    backoff = Backoff(notes.append)
    for _ in range(3):
        backoff.next_delay_s("The server is busy (status 503).")
    assert notes == ["The server is busy (status 503). Trying again, at the latest every 30 s. Ctrl-C stops."]


@pytest.mark.parametrize(("value", "seconds"), [(None, 0), ("2", 2), ("", 0), ("soon", 0), ("-1", 0), ("99999", 30)])
def test_retry_after_is_respected(value, seconds):
    assert retry_after_s(value) == seconds
    assert Backoff(lambda _: None).next_delay_s("", seconds) >= seconds


def test_bots_survive_a_restart_of_the_server(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        port = up.port
        table = up.create_table(up.create_player(), "dot_allot", sits=False)["table"]
        bots = [BotThread(f"{up.url}/table/{table}") for _ in range(2)]
        for bot in bots:
            bot.start()
        wait_until(lambda: up.host.live[table].table.move_number >= 5)
        up.host.is_closing = True  # the handshakes of a stopping server: 503
        up.loop.call_soon_threadsafe(up.host.notify_shutdown)
        wait_until(lambda: all(bot.notes for bot in bots))
    time.sleep(0.5)  # nobody listens: refused
    assert all(bot.is_alive() for bot in bots)
    with run_server(tmp_path / "d.db", at=port):
        for bot in bots:
            bot.join(TIMEOUT_S)
            assert bot.error is None
            assert bot.result is not None
            assert bot.result["reason"] == "finished"
            assert sum("Trying again" in note for note in bot.notes) == 1
            assert bot.notes[-1] == "Connected again."


def test_a_bot_waits_for_a_server_that_does_not_run_yet(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        port, url = up.port, up.url
        table = up.create_table(up.create_player(), "dot_allot", sits=False)["table"]
    bots = [BotThread(f"{url}/table/{table}") for _ in range(2)]
    for bot in bots:
        bot.start()
    wait_until(lambda: all(bot.notes for bot in bots))
    with run_server(tmp_path / "d.db", at=port):
        for bot in bots:
            bot.join(TIMEOUT_S)
            assert bot.result is not None, bot.error


def test_a_bot_gives_up_if_the_table_does_not_exist(server):
    bot = BotThread(f"{server.url}/table/nowhere")
    bot.start()
    bot.join(TIMEOUT_S)
    assert isinstance(bot.error, AccessDenied)
    assert str(bot.error) == "This table does not exist."


def test_a_bot_gives_up_if_its_token_is_invalid(server):
    table = server.create_table(server.create_player(), "dot_allot", sits=False)["table"]
    client = BotClient(parse_table_url(f"{server.url}/table/{table}"), "wrong", SlowBot(), lambda _: None)
    with pytest.raises(AccessDenied, match="Invalid token"):
        asyncio.run(client.play())
