"""Sentences below a picture: the rules that nothing on the board shows, such as the knight's move."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from nonet.render.themes import Theme
from nonet.words import Catalogue

__all__ = ["caption_svg"]

_LETTERS = 52  # in a line of a wide picture: then they are 11 pixels high on a telephone
_LEAST = 9.0  # height of letters, for small boards
_ASPECT = 0.55  # width of a letter over its height
_MOST = 16  # lines


def caption_svg(
    sentences: Sequence[str], side: float, theme: Theme, words: Catalogue
) -> tuple[str, float]:
    """Return the sentences in lines that are as wide as the board, and their height. The first line begins at 0, 0."""
    if not sentences:
        return "", 0
    letter = max(_LEAST, side / (_LETTERS * _ASPECT))
    room = int(side / (letter * _ASPECT))
    lines = [line for sentence in sentences for line in wrap(sentence, room)]
    if len(lines) > _MOST:
        lines = [*lines[: _MOST - 1], "…"]
    step = round(1.35 * letter, 2)
    is_rtl = words.direction == "rtl"
    drawn = "".join(
        f'<text x="{side if is_rtl else 0:g}" y="{step * number:g}">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    direction = ' direction="rtl"' if is_rtl else ""
    look = f'class="rules" font-size="{letter:.3g}" fill="{theme.ink}"{direction}'
    return f"<g {look}>{drawn}</g>", step * len(lines) + 6
