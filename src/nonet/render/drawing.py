"""The fixed parts of a drawn board: cells, lines and colours.

Lengths are in pixels; a cell is 40 wide. SVG, HTML and GIF draw the same board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape

from nonet.render.film import ROLES, Role
from nonet.rules import Rules

__all__ = [
    "CELL",
    "COLORS",
    "board_svg",
    "candidates_beside",
    "cells_path",
    "corner",
    "edges",
    "grid_svg",
    "path_of",
    "role_css",
    "symbol_svg",
    "text_svg",
]

CELL = 40

COLORS = {
    "light": {"paper": "#ffffff", "ink": "#1b1d21", "line": "#9aa0a8", "digit": "#24527a"},
    "dark": {"paper": "#15171c", "ink": "#f0f1f3", "line": "#666c75", "digit": "#a8d1f5"},
}
"""The colours besides those of the roles."""


def corner(cell: int, size: int) -> tuple[int, int]:
    """Return the upper left corner of a cell.

    >>> corner(10, 9)
    (40, 40)
    """
    return cell % size * CELL, cell // size * CELL


def edges(rules: Rules) -> Iterator[tuple[int, int, int, int, bool]]:
    """Yield the lines between cells as x, y, x, y, and whether they are thick: around regions and the board."""
    size, region = rules.size, rules.region_of
    for row in range(size):
        for line in range(size + 1):
            x, y = line * CELL, row * CELL
            beside, above = row * size + line, line * size + row
            rim = line in (0, size)
            yield x, y, x, y + CELL, rim or region[beside - 1] != region[beside]
            yield y, x, y + CELL, x, rim or region[above - size] != region[above]


def cells_path(cells: Iterable[int], size: int) -> str:
    """Return cells, filled, as the path of an SVG."""
    return "".join("M{} {}h{c}v{c}h-{c}z".format(*corner(cell, size), c=CELL) for cell in cells)


@lru_cache(64)
def path_of(rules: Rules, *, thick: bool) -> str:
    """Return the thick or the thin lines as the path of an SVG, neighbours joined."""
    runs: dict[tuple[bool, int], list[list[int]]] = {}
    for x, y, to_x, to_y, is_thick in edges(rules):
        if is_thick is not thick:
            continue
        upright = x == to_x
        lines = runs.setdefault((upright, x if upright else y), [])
        begin, end = (y, to_y) if upright else (x, to_x)
        if lines and lines[-1][1] == begin:
            lines[-1][1] = end
        else:
            lines.append([begin, end])
    parts = []
    for (upright, at), lines in runs.items():
        for begin, end in lines:
            parts.append(f"M{at} {begin}V{end}" if upright else f"M{begin} {at}H{end}")
    return "".join(parts)


def grid_svg(rules: Rules, line: str, ink: str) -> str:
    """Return the lines of a board in these colours: the thin ones, and the thick ones above them."""
    return (
        f'<g fill="none" stroke-linecap="square"><path stroke="{line}" stroke-width=".7"'
        f' d="{path_of(rules, thick=False)}"/><path stroke="{ink}" stroke-width="1.6"'
        f' d="{path_of(rules, thick=True)}"/></g>'
    )


def candidates_beside(size: int) -> int:
    """Return how many candidates are side by side in a cell."""
    return math.ceil(math.sqrt(size))


def board_svg(rules: Rules) -> str:
    """Return the lines of an empty board, and the shaded cells of extra houses."""
    size = rules.size
    shaded = sorted({cell for house in rules.extra for cell in house.cells})
    shades = cells_path(shaded, size)
    shade = f'<path class="shade" d="{shades}"/>' if 0 < len(shaded) < size**2 else ""
    return (
        f"{shade}"
        f'<path class="thin" d="{path_of(rules, thick=False)}"/>'
        f'<path class="thick" d="{path_of(rules, thick=True)}"/>'
    )


def symbol_svg(role: Role, side: float) -> str:
    """Return the symbol of a role as a path in a square of the given side."""
    parts = []
    for line in role.lines:
        points = [f"{side * x:.3g} {side * y:.3g}" for x, y in line]
        parts.append("M" + "L".join(points) + ("z" if role.is_filled else ""))
    kind = "full" if role.is_filled else "lines"
    return f'<path class="{kind}" d="{"".join(parts)}"/>'


def role_css() -> str:
    """Return the style sheet of boards and roles, for light and for dark surroundings."""

    def sheet(theme: str) -> str:
        colors = COLORS[theme]
        roles = "".join(f".{kind}{{color:{getattr(ROLES[kind], theme)}}}" for kind in ROLES)
        return (
            f".paper{{fill:{colors['paper']}}}.ink{{fill:{colors['ink']}}}"
            f".digit{{fill:{colors['digit']}}}.thin,.thick{{stroke:{colors['line']}}}"
            f".thick{{stroke:{colors['ink']}}}.shade{{fill:{colors['line']}}}{roles}"
        )

    return (
        "text{font-family:system-ui,sans-serif}"
        f".board text{{font-size:{CELL * 0.6:.3g}px;text-anchor:middle}}"
        ".given{font-weight:700}.thin,.thick{fill:none;stroke-linecap:square}"
        ".thin{stroke-width:1}.thick{stroke-width:2.5}.shade{fill-opacity:.25}"
        ".tint{fill:currentColor;fill-opacity:.22}.full{fill:currentColor}"
        ".lines{fill:none;stroke:currentColor;stroke-width:2.2}.ghost{fill:currentColor}"
        f"{sheet('light')}@media(prefers-color-scheme:dark){{{sheet('dark')}}}"
    )


def text_svg(x: float, y: float, text: str, kind: str) -> str:
    """Return a text element."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(text)}</text>'
