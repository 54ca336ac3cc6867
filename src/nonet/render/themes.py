"""The look of a picture: a colour and a shape for every role, on light or dark paper, in print, for all eyes.

One man in twelve cannot tell some colours apart, and a printer may have only one colour. So each role has its own
shape in every theme, and the colours only help.

A new theme
===========

1. A `Theme` in `src/nonet/render/themes.py`, listed in `THEMES`: a colour for every role. The shapes stay: a
   picture must be readable without colour.
2. Its name in the docstring of `svg` in `src/nonet/render/boards_svg.py`.
3. The tests compute the contrast of each colour against the paper and both tints (4.5:1 at least). Look at a hint
   and at a chain in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonet.base.numbers import read_number
from nonet.steps import Role

__all__ = ["SHAPES", "THEMES", "Shape", "Theme", "contrast", "theme_of"]


class Shape(NamedTuple):
    """What is drawn around a candidate: a path around 0, 0 in which the digit has a radius of about 4.

    A digit on a shape that ``is_filled`` has the colour of the paper, on another one it has the colour of the role.
    ``symbol`` and ``ascii`` precede the digit in text. The words of the legend are in the catalogues of words.
    """

    path: str
    is_filled: bool
    symbol: str
    ascii: str


def _circle(radius: float) -> str:
    return f"M{-radius} 0a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0z"


SHAPES: Mapping[Role, Shape] = {
    Role.CAUSE: Shape("M-5.2 -5.2H5.2V5.2H-5.2z", True, "■", "#"),
    Role.TARGET: Shape(
        "M-5.2 -5.2L5.2 5.2M-5.2 5.2L5.2 -5.2", False, "\N{MULTIPLICATION SIGN}", "x"
    ),
    Role.PIVOT: Shape("M0 -6.6L6.6 0L0 6.6L-6.6 0z", True, "◆", "^"),
    Role.PINCER: Shape("M-3.2 -5.4H3.2L6.1 0L3.2 5.4H-3.2L-6.1 0z", True, "⬢", "&"),
    Role.BASE: Shape("M-5 -5H5V5H-5z", False, "□", "%"),
    Role.COVER: Shape("M-4.8 5.6H4.8", False, "_", "_"),
    Role.FIN: Shape("M-6.6 4.8L0 -7L6.6 4.8z", True, "▲", "!"),
    Role.COLOUR_A: Shape(_circle(5.6), True, "●", "+"),
    Role.COLOUR_B: Shape(_circle(5.4), False, "○", "-"),
    Role.START: Shape(_circle(5.7) + _circle(7.4), False, "◎", "@"),
    Role.END: Shape("M-5.6 -5.4H3L7.2 0L3 5.4H-5.6z", True, "▶", ">"),
    Role.EXTRA: Shape("M0 -6.5L6.5 0L0 6.5L-6.5 0z", False, "◇", "?"),
}
"""The shape of each role, the same in every theme."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture.

    ``tints`` are for cells in one and in several of the houses of a step, ``faint`` for labels and for candidates
    without a role. ``placed`` is the disc of the digit that a step places, ``digit`` the colour of digits that are not
    givens. ``chains`` are the colours of the arrows, one per chain, used again when there are more chains. ``clues``
    are the colours of constraints by family (`nonet.rules.constraints.looks`): a body behind digits, and an
    edge.
    """

    name: str
    paper: str
    ink: str
    faint: str
    line: str
    tints: tuple[str, str]
    placed: str
    digit: str
    roles: Mapping[Role, str]
    chains: tuple[str, ...]
    clues: Mapping[str, tuple[str, str]]

    @property
    def black(self) -> str:
        """What a black dot is filled with: the darker of ink and paper."""
        return min(self.ink, self.paper, key=_luminance)

    @property
    def white(self) -> str:
        """What a white dot is filled with: the lighter of ink and paper."""
        return max(self.ink, self.paper, key=_luminance)


def _roles(
    cause: str, target: str, second: str, third: str, on: str, off: str, start: str
) -> dict[Role, str]:
    """Return the colours of all roles: those that never meet in one picture share some."""
    return {
        Role.CAUSE: cause,
        Role.TARGET: target,
        Role.PIVOT: cause,
        Role.PINCER: second,
        Role.BASE: cause,
        Role.COVER: second,
        Role.FIN: third,
        Role.COLOUR_A: on,
        Role.COLOUR_B: off,
        Role.START: start,
        Role.END: third,
        Role.EXTRA: third,
    }


_LIGHT = Theme(
    name="light",
    paper="#ffffff",
    ink="#1b1d21",
    faint="#5d636c",
    line="#a9afb8",
    tints=("#eef3fa", "#dfe9f6"),
    placed="#0a6638",
    digit="#1c56a5",
    roles=_roles("#1d5fa8", "#c0182c", "#6a3fb0", "#8a4b00", "#0a6b3d", "#9a3412", "#1d4fb8"),
    chains=("#33414f", "#6a3fb0", "#0b6a70", "#8a4b00", "#9c2f72"),
    clues={
        "grey": ("#e2e5ea", "#6f757f"),
        "green": ("#d6f0dd", "#2f8249"),
        "purple": ("#ece1f8", "#8455c2"),
        "gold": ("#f4e9c8", "#8d6c0c"),
        "blue": ("#dbe9f9", "#3675bb"),
        "teal": ("#d2eeed", "#1f7f7d"),
        "orange": ("#fce5d0", "#b75d14"),
        "red": ("#fbe0e0", "#c2414a"),
    },
)
_DARK = Theme(
    name="dark",
    paper="#15171c",
    ink="#f0f1f3",
    faint="#a2a8b2",
    line="#565c66",
    tints=("#222834", "#2c3445"),
    placed="#5fdc98",
    digit="#8fc4ff",
    roles=_roles("#7fbcff", "#ff8a8a", "#c3a6ff", "#ffc266", "#5fdc98", "#ffb08a", "#a9c6ff"),
    chains=("#d5dae2", "#c3a6ff", "#6fd8df", "#ffc266", "#f5a3d3"),
    clues={
        "grey": ("#30343c", "#8f959f"),
        "green": ("#1c3827", "#58ad74"),
        "purple": ("#352a47", "#ab88dc"),
        "gold": ("#393117", "#bd9a3c"),
        "blue": ("#1d3350", "#669fdd"),
        "teal": ("#17383a", "#4aacaa"),
        "orange": ("#42290f", "#d98b4a"),
        "red": ("#482527", "#e57c80"),
    },
)
# Blue against orange, dark against less dark: what remains when red and green look the same.
_COLOUR_BLIND = replace(
    _LIGHT,
    name="colour-blind",
    placed="#00429d",
    digit="#005fa3",
    roles=_roles("#005fa3", "#a84300", "#4a4a4a", "#7a5c00", "#00429d", "#a84300", "#1b1d21"),
    chains=("#1b1d21", "#005fa3", "#a84300", "#5f5f5f", "#7a5c00"),
    clues={
        "grey": ("#e2e5ea", "#6f757f"),
        "green": ("#d2efe5", "#00785a"),
        "purple": ("#f3e1ee", "#94507f"),
        "gold": ("#f3ebc4", "#7a6500"),
        "blue": ("#d9e8f8", "#005fa3"),
        "teal": ("#d8edf6", "#28799b"),
        "orange": ("#fbe3d2", "#a84300"),
        "red": ("#f5e0dd", "#8c3f33"),
    },
)
_PRINT = Theme(
    name="print",
    paper="#ffffff",
    ink="#000000",
    faint="#595959",
    line="#8c8c8c",
    tints=("#f0f0f0", "#e2e2e2"),
    placed="#000000",
    digit="#4a4a4a",
    roles=dict.fromkeys(Role, "#000000"),
    chains=("#000000",),
    clues=dict.fromkeys(_LIGHT.clues, ("#e6e6e6", "#555555")),
)

THEMES: Mapping[str, Theme] = {
    theme.name: theme for theme in (_LIGHT, _DARK, _COLOUR_BLIND, _PRINT)
}
"""The themes by name."""


def theme_of(name: str) -> Theme:
    """Return the theme of a name. Raises `ValueError`, which lists the names.

    >>> theme_of("print").paper
    '#ffffff'
    """
    if name not in THEMES:
        raise ValueError(f"unknown theme {name!r}; nonet has {', '.join(THEMES)}")
    return THEMES[name]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as the accessibility guidelines (WCAG 2) define it.

    >>> round(contrast("#000000", "#ffffff"), 2), contrast("#777777", "#777777")
    (21.0, 1.0)
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    parts = [read_number(color[i : i + 2], base=16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
