"""The marks of constraints as SVG, below and above the digits of a board."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby

from nonet.render.clues import Clues, Letters, Part
from nonet.render.drawing import CELL
from nonet.render.looks import CHOICE
from nonet.render.themes import Theme
from nonet.rules.constraints.looks import Tone
from nonet.words import Catalogue

__all__ = ["clues_svg"]

_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")


def clues_svg(clues: Clues, theme: Theme, words: Catalogue, *, above: bool) -> str:
    """Return the parts above the lines of the board, or those below the digits."""
    parts = (part for part in clues.parts if part.above is above)
    drawn = ""
    for faint, group in groupby(parts, lambda part: part.faint):
        one = "".join(_part(part, theme, words) for part in group)
        drawn += f'<g opacity="{CHOICE}">{one}</g>' if faint else one
    if not drawn:
        return ""
    return f'<g transform="scale({CELL / 100:g})" fill="none" stroke-linejoin="round">{drawn}</g>'


def _color(theme: Theme, family: str, tone: Tone) -> str:
    if tone in ("body", "edge"):
        return theme.clues[family][tone == "edge"]
    plain = {"ink": theme.ink, "paper": theme.paper, "black": theme.black, "white": theme.white}
    return plain.get(tone, "none")


def _written(text: str, words: Catalogue) -> str:
    """Return a label such as ≤12 with the digits of the language."""
    return _NUMBERS.sub(lambda match: words.number(match[0]), text)


def _part(part: Part, theme: Theme, words: Catalogue) -> str:
    if isinstance(part, Letters):
        anchor = ' text-anchor="start"' if part.at_start else ""
        return (
            f'<text x="{part.x:g}" y="{part.y:g}" font-size="{part.height:g}" font-weight="600"'
            f' fill="{_color(theme, "", part.tone)}"{anchor}>{escape(_written(part.text, words))}</text>'
        )
    look = ""
    if part.fill != "none":
        look += f' fill="{_color(theme, part.family, part.fill)}"'
    if part.stroke != "none":
        look += f' stroke="{_color(theme, part.family, part.stroke)}" stroke-width="{part.width:g}"'
        look += f' stroke-linecap="{part.cap}"'
        look += f' stroke-dasharray="{part.dash}"' if part.dash else ""
    return f'<path d="{part.d}"{look}/>'
