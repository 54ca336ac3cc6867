"""Several pictures of boards in one SVG, side by side in rows."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from nonet.base.numbers import read_decimal

__all__ = ["side_by_side"]

_GAP = 24.0
_BOX = re.compile(
    r'<svg xmlns="[^"]*" viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"'
)


def side_by_side(pictures: Sequence[str]) -> str:
    """Return one picture of all; one alone is returned as it is.

    >>> side_by_side(['<svg xmlns="…" viewBox="0 0 10 10" width="1" height="1"/>'] * 2)[40:77]
    'viewBox="0 0 68 34"><svg x="12" y="12'
    """
    if len(pictures) == 1:
        return pictures[0]
    sizes = []
    for picture in pictures:
        box = _BOX.match(picture)
        assert box is not None
        sizes.append((read_decimal(box[1]), read_decimal(box[2])))
    width, height = (max(side) + _GAP for side in zip(*sizes, strict=True))
    columns = math.ceil(math.sqrt(len(pictures)))
    rows = math.ceil(len(pictures) / columns)
    drawn = []
    for at, (picture, (wide, high)) in enumerate(zip(pictures, sizes, strict=True)):
        row, column = divmod(at, columns)
        place = f'x="{column * width + _GAP / 2:g}" y="{row * height + _GAP / 2:g}"'
        view = f'viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
        drawn.append(_BOX.sub(f"<svg {place} {view}", picture))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * width:g} {rows * height:g}">'
    return head + "".join(drawn) + "</svg>"
