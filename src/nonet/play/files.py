"""Where the terminal player keeps games: each puzzle that was played has a save file of its own.

The folder is ``nonet/games`` in ``$XDG_STATE_HOME`` (``~/.local/state``), or in ``%LOCALAPPDATA%`` on Windows.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from nonet.base.digits import write_cells
from nonet.base.errors import NonetError, ParseError
from nonet.base.outfiles import write_file
from nonet.game import Game
from nonet.game.saves import read_save, write_save
from nonet.puzzle import Puzzle
from nonet.rules.variants import format_rules

__all__ = ["games_folder", "latest_game", "load", "path_for", "save"]


def games_folder() -> Path:
    """Return the folder of the games."""
    if os.name == "nt":
        home = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "nonet" / "games"


def path_for(puzzle: Puzzle) -> Path:
    """Return the save file of a puzzle."""
    marks = puzzle.marks.masks if puzzle.marks else ""
    cells = write_cells(bytes(puzzle.givens), puzzle.rules.size)
    key = f"{format_rules(puzzle.rules)} {cells} {marks}"
    return games_folder() / (hashlib.sha256(key.encode()).hexdigest()[:16] + ".nonet")


def save(game: Game, path: Path) -> None:
    """Write a game; the file is the old one or the new one at every moment. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, (write_save(game) + "\n").encode())


def load(path: Path) -> Game:
    """Return the game in a file. Raises `ParseError`, `RulesError` and `OSError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ParseError("save file: expected UTF-8 text", source=str(path)) from None
    try:
        return read_save(text)
    except ParseError as error:
        raise error.at(source=str(path)) from None


def latest_game() -> tuple[Game, Path] | None:
    """Return the game that was played last and is not solved, with its file, or None."""
    try:
        paths = sorted(games_folder().glob("*.nonet"), key=lambda p: p.stat().st_mtime)
    except OSError:
        return None
    for path in reversed(paths):
        try:
            game = load(path)
        except (NonetError, OSError):
            continue
        return None if game.is_solved else (game, path)
    return None
