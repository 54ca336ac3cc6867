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

from nonet.render.text import Board, Charset, text

__all__ = ["Board", "Charset", "text"]
