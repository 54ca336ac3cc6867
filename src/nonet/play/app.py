"""`Player`: the terminal player as a Textual app."""

from __future__ import annotations

import os
from pathlib import Path

from nonet.base.errors import MissingExtra
from nonet.game import Game
from nonet.play import files
from nonet.play.session import Session

try:
    from textual.app import App
except ImportError:
    raise MissingExtra("play", "the terminal player") from None

from nonet.play.game_screen import GameScreen

__all__ = ["Player"]


class Player(App[None]):
    """The terminal player. ``path`` is the file in which the game is kept."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        game: Game,
        path: Path | None = None,
        *,
        language: str = "en",
        theme: str | None = None,
        clean: bool = False,
        message: str = "",
    ) -> None:
        super().__init__()
        session = Session(game, clean=clean)
        if message:
            session.say(message)
        self.main = GameScreen(
            session, path or files.path_for(game.puzzle), language, theme or _terminal_theme()
        )

    def on_mount(self) -> None:
        """Show the board."""
        self.push_screen(self.main)

    async def action_quit(self) -> None:
        """Keep the game and end."""
        self.exit()

    def on_unmount(self) -> None:
        """Keep the game with its time, however the player ends."""
        self.main.stop_work()
        self.main._saved = None
        self.main.save()


def _terminal_theme() -> str:
    """Return the look for the colours that the terminal says it has; most are dark."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"
