"""The saved player on each server, so that a later start of the terminal client returns to the same seat."""

from __future__ import annotations

from pathlib import Path

import msgspec

from dottable.terminal.data_folder import data_folder

OWNER_ONLY = 0o600


class SavedPlayer(msgspec.Struct, frozen=True):
    """The name and the token of a guest. The token is the only credential."""

    name: str
    token: str


def players_file() -> Path:
    """Return the path of the file of saved players."""
    return data_folder() / "players.json"


def load_players(path: Path) -> dict[str, SavedPlayer]:
    """Return the saved players by the URL of their server; empty if the file is missing or unreadable."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, SavedPlayer])
    except (OSError, msgspec.MsgspecError):
        return {}


def saved_player(server_url: str) -> SavedPlayer | None:
    """Return the saved player on a server; None if there is none."""
    return load_players(players_file()).get(server_url)


def save_player(server_url: str, player: SavedPlayer) -> None:
    """Save the player on a server in a file that only its owner can read. Do nothing if that fails."""
    path = players_file()
    players = {**load_players(path), server_url: player}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(OWNER_ONLY)
        path.chmod(OWNER_ONLY)
        path.write_bytes(msgspec.json.encode(players))
    except OSError:
        return
