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

from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.base.lazy import lazy as _lazy
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

# A board as text needs none of these. scripts/lazy_names.py writes them.
__getattr__, __dir__ = _lazy(
    __name__,
    {
        "boards_html": ("html",),
        "boards_svg": ("svg",),
        "film": ("Film", "record"),
        "film_gif": ("gif_film",),
        "film_html": ("html_film",),
        "film_svg": ("svg_film",),
        "film_text": ("text_frame",),
        "odds": ("odds_svg", "odds_text"),
        "plot": ("plot_svg",),
    },
)
