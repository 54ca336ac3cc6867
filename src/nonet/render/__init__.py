"""Pictures of boards: functions from a board, and a step on it, to text, SVG or HTML.

>>> import nonet
>>> from nonet import render
>>> print(render.text(nonet.Grid("1..." "..2." ".3.." "...4"), charset="ascii"))
+-----+-----+
| 1 . | . . |
| . . | 2 . |
+-----+-----+
| . 3 | . . |
| . . | . 4 |
+-----+-----+
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.render.boards import Board
from nonet.render.text import Charset, text

if _TYPE_CHECKING:
    from nonet.render.boards_html import html
    from nonet.render.boards_svg import svg
    from nonet.render.film import Film, record
    from nonet.render.film_gif import gif_film
    from nonet.render.film_html import html_film
    from nonet.render.film_svg import svg_film
    from nonet.render.film_text import text_frame
    from nonet.render.odds import odds_svg, odds_text
    from nonet.render.plot import plot_svg

__all__ = [
    "Board",
    "Charset",
    "Film",
    "gif_film",
    "html",
    "html_film",
    "odds_svg",
    "odds_text",
    "plot_svg",
    "record",
    "svg",
    "svg_film",
    "text",
    "text_frame",
]

# These load on first use: a board as text needs none of them.
_LATER = {
    "Film": "film",
    "gif_film": "film_gif",
    "html": "boards_html",
    "html_film": "film_html",
    "odds_svg": "odds",
    "odds_text": "odds",
    "plot_svg": "plot",
    "record": "film",
    "svg": "boards_svg",
    "svg_film": "film_svg",
    "text_frame": "film_text",
}


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(_import_module(f"nonet.render.{_LATER[name]}"), name)
    raise AttributeError(f"module 'nonet.render' has no attribute {name!r}")
