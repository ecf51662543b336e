"""The player that the terminal client is on each server, so that a later start returns to the same seat."""

from __future__ import annotations

from pathlib import Path

import msgspec

from dottable.terminal.data_folder import data_folder

OWNER_ONLY = 0o600


class SavedPlayer(msgspec.Struct, frozen=True):
    """A guest's name and token. The token is the only credential."""

    name: str
    token: str


def players_file() -> Path:
    """Return the file of saved players."""
    return data_folder() / "players.json"


def load_players(path: Path) -> dict[str, SavedPlayer]:
    """Return the saved players by the URL of their server; none if the file is missing or unreadable."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, SavedPlayer])
    except (OSError, msgspec.MsgspecError):
        return {}


def saved_player(server_url: str) -> SavedPlayer | None:
    """Return the player on a server, if one is saved."""
    return load_players(players_file()).get(server_url)


def save_player(server_url: str, player: SavedPlayer) -> None:
    """Save the player on a server in a file that only the owner can read. Does nothing if that is not possible."""
    path = players_file()
    players = {**load_players(path), server_url: player}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(OWNER_ONLY)
        path.chmod(OWNER_ONLY)
        path.write_bytes(msgspec.json.encode(players))
    except OSError:
        return
