"""The colours of the terminal player, light and dark, from the themes of the pictures.

Nothing is shown by colour alone: the cursor has brackets, a conflict an exclamation mark, each colour and each role of
a hint a character of its own. Without colours (``NO_COLOR``) everything can still be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rich.color import Color
from rich.style import Style

from nonet.render.themes import SHAPES, THEMES, Theme
from nonet.steps import Role

__all__ = ["COLOUR_SYMBOLS", "LOOKS", "ROLE_SYMBOLS", "Look"]

COLOUR_SYMBOLS = "●▲■◆★○△□◇"
"""The characters of the nine colours of cells."""

ROLE_SYMBOLS: Mapping[Role, str] = {role: shape.symbol for role, shape in SHAPES.items()}
"""The characters of the roles of a hint, as in the pictures."""


@dataclass(frozen=True, eq=False)
class Look:
    """The colours of a theme: those of the pictures, and those of a game."""

    theme: Theme
    peer: str
    chosen: str
    same: str
    bad: str
    palette: tuple[str, ...]

    def style(self, ink: str, paper: str = "", *flags: str) -> Style:
        """Return a style of rich; flags are bold, italic, underline, strike, reverse."""
        return _style(ink, paper or self.theme.paper, flags)


@cache
def _style(ink: str, paper: str, flags: tuple[str, ...]) -> Style:
    return Style(
        color=Color.parse(ink),
        bgcolor=Color.parse(paper),
        **dict.fromkeys(flags, True),  # type: ignore[arg-type]
    )


_PALE = (
    "#f6b8b8",
    "#f8d3a0",
    "#f2ea9c",
    "#bfe6b4",
    "#aee3df",
    "#b5d0f5",
    "#d3c1f3",
    "#f3bfe0",
    "#cfd3d9",
)
_DEEP = (
    "#743036",
    "#70471c",
    "#5f5a16",
    "#2c5e2f",
    "#1d5a5a",
    "#27497c",
    "#4c3a80",
    "#6d2f5b",
    "#4a505a",
)

LOOKS: Mapping[str, Look] = {
    "light": Look(THEMES["light"], "#f3f5f8", "#cfe2fb", "#fbe9b6", "#b3001b", _PALE),
    "dark": Look(THEMES["dark"], "#1d2128", "#27456e", "#54481c", "#ff8a8a", _DEEP),
}
"""The looks by their names."""
