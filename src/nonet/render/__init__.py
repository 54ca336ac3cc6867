"""Pictures of boards: pure functions from a board to text, one per medium.

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

from nonet.render.animation import Film, record
from nonet.render.gif_film import gif_film
from nonet.render.html_film import html_film
from nonet.render.svg_film import svg_film
from nonet.render.text import Board, Charset, text

__all__ = ["Board", "Charset", "Film", "gif_film", "html_film", "record", "svg_film", "text"]
