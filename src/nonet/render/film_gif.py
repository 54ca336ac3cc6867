"""A film as a GIF, for programs that show nothing else. It needs Pillow: the extra ``pictures``.

A GIF of a run is some ten times as large as the SVG, and not as sharp.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from nonet.base.digits import symbols_of
from nonet.base.errors import MissingExtra
from nonet.base.numbers import read_number
from nonet.render.drawing import CELL, COLORS, corner, edges
from nonet.render.film import ROLES, Film
from nonet.teach import Frame

if TYPE_CHECKING:
    from PIL import ImageFont
    from PIL.ImageDraw import ImageDraw

__all__ = ["gif_film"]

_MARGIN, _TOP, _BOTTOM = 12, 32, 36
_HOLD = 4.0


def gif_film(film: Film, *, pace: float = 0.4) -> bytes:
    """Return the GIF of a film, in the light colours; each step for ``pace`` seconds, the last one for 4 more.

    Raises `MissingExtra` without Pillow, and `ValueError` for a pace below 0.02 seconds, which no GIF can have.
    """
    if not 0.02 <= pace <= 600:
        raise ValueError(f"pace must be 0.02 to 600 seconds for a GIF, got {pace}")
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise MissingExtra("pictures", "a film as a GIF") from None
    side = film.rules.size * CELL
    extent = max(side, 300) + 2 * _MARGIN, side + _TOP + _BOTTOM
    palette = Image.new("P", (1, 1))
    palette.putpalette(_palette())
    pictures = []
    for number, frame in enumerate(film.frames):
        picture = Image.new("RGB", extent, COLORS["light"]["paper"])
        pen = ImageDraw.Draw(picture)
        _board(pen, film, frame)
        words = f"{film.first + number}: {film.caption(number)}"
        if number + 1 == len(film):
            words = f"{film.first + number}: {film.ending}"
        _write(pen, _MARGIN, 8, film.title, 14)
        _write(pen, _MARGIN, _TOP + side + 10, words, 14)
        pictures.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
    durations = [round(1000 * pace)] * len(pictures)
    durations[-1] += round(1000 * _HOLD)
    stream = io.BytesIO()
    pictures[0].save(
        stream,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=durations,
        loop=0,
    )
    return stream.getvalue()


def _board(pen: ImageDraw, film: Film, frame: Frame) -> None:
    size, signs = film.rules.size, ["", *symbols_of(film.rules.size)]
    event, digits = frame
    role = ROLES[event.kind]
    colors = COLORS["light"]

    def middle(cell: int) -> tuple[float, float]:
        x, y = corner(cell, size)
        return x + _MARGIN + CELL / 2, y + _TOP + CELL / 2

    if event.cell >= 0:
        x, y = corner(event.cell, size)
        x, y = x + _MARGIN, y + _TOP
        pen.rectangle((x, y, x + CELL, y + CELL), fill=_mixed(role.light, colors["paper"], 0.22))
        for line in role.lines:
            points = [(x + 4 + CELL / 4 * a, y + 4 + CELL / 4 * b) for a, b in line]
            if role.is_filled:
                pen.polygon(points, fill=role.light)
            else:
                pen.line(points, fill=role.light, width=2)
        if event.digit and not digits[event.cell]:
            pen.text(middle(event.cell), signs[event.digit], role.light, _font(24), anchor="mm")
    for x, y, to_x, to_y, is_thick in sorted(edges(film.rules), key=lambda edge: edge[4]):
        ends = x + _MARGIN, y + _TOP, to_x + _MARGIN, to_y + _TOP
        pen.line(ends, fill=colors["ink" if is_thick else "line"], width=3 if is_thick else 1)
    for cell, digit in enumerate(digits):
        if digit:
            given = film.givens[cell] > 0
            color = colors["ink" if given else "digit"]
            bold = 0.5 if given else 0
            pen.text(middle(cell), signs[digit], color, _font(24), anchor="mm", stroke_width=bold)


def _write(pen: ImageDraw, x: int, y: int, words: str, height: int) -> None:
    pen.text((x, y), words, COLORS["light"]["ink"], _font(height))


def _font(height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(height)


def _mixed(color: str, paper: str, share: float) -> tuple[int, int, int]:
    """Return a transparent colour over the paper."""

    def parts(text: str) -> list[int]:
        return [read_number(text[i : i + 2], base=16) for i in (1, 3, 5)]

    red, green, blue = (
        round(share * a + (1 - share) * b) for a, b in zip(parts(color), parts(paper), strict=True)
    )
    return red, green, blue


def _palette() -> list[int]:
    """Return one palette for all pictures, so that the file holds only the changes between them."""
    light = COLORS["light"]
    pens = [light[name] for name in ("ink", "line", "digit")] + [r.light for r in ROLES.values()]
    shades = {_mixed(pen, light["paper"], share / 6) for pen in pens for share in range(7)}
    for role in ROLES.values():
        shades |= {
            _mixed(role.light, light["paper"], 0.22 + 0.78 * share / 6) for share in range(7)
        }
    return [part for shade in sorted(shades) for part in shade]
