"""Registers all games with Gymnasium when this package is imported.

Gymnasium 1.0 and later do not load the entry points of other packages, so an import is needed. The import does not load
any rules.
"""

from __future__ import annotations

from pathlib import Path

ENV_VERSION = 0
"""Version number in environment ids. It increases whenever a space or its meaning changes."""
NAMESPACE = "dottable"
GAMES_FOLDER = Path(__file__).resolve().parents[2] / "games"
SINGLE_ENTRY_POINT = "dottable.research.gymnasium.single_env:SingleAgentEnv"
VECTOR_ENTRY_POINT = "dottable.research.gymnasium.vector_env:SingleAgentVectorEnv"


def env_id(slug: str) -> str:
    """Return the id of a game's environment: `dottable/DotTiles-v0` for `dot_tiles`."""
    return f"{NAMESPACE}/{slug.title().replace('_', '')}-v{ENV_VERSION}"


def register_envs() -> None:
    """Register the environments of all games in this package."""
    for init in sorted(GAMES_FOLDER.glob("*/__init__.py")):
        register_game(init.parent.name)


def register_game(slug: str) -> str:
    """Register the environments of a game, given by slug or folder. Return their id."""
    import gymnasium

    name = env_id(Path(slug).name)
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point=SINGLE_ENTRY_POINT,
            vector_entry_point=VECTOR_ENTRY_POINT,
            kwargs={"game": slug},
        )
    return name
