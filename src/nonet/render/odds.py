"""Heat maps of `Odds`: each candidate is at its place in the cell, and is darker the more solutions have it.

A candidate that all solutions have is drawn as a digit. Shades are relative to the most frequent of the others, whose
share the legend names.
"""

from __future__ import annotations

import math
from html import escape
from itertools import pairwise

from nonet.base.cells import cell_name
from nonet.puzzle.odds import Odds
from nonet.render.drawing import CELL, candidates_beside, corner, grid_svg
from nonet.render.text import Charset
from nonet.render.themes import theme_of
from nonet.rules import Rules

__all__ = ["odds_svg", "odds_text"]

_SHADES = {"unicode": "·░▒▓█", "ascii": ".-+*#"}
_LINES = {"unicode": ("│", "─", "┌┬┐├┼┤└┴┘"), "ascii": ("|", "-", "+++++++++")}
_MARGIN = 9
_GAP = 12.6  # between candidates of a 9x9 board
_ONE = "one solution: every digit is in it"


def odds_text(odds: Odds, *, charset: Charset = "unicode") -> str:
    """Return a heat map as text: each cell as a small square of shades, and a legend.

    >>> from nonet import Puzzle
    >>> print(odds_text(Puzzle("1... ..3. .4.. ....").odds(), charset="ascii"))
    +-------+-------+
    | 1  3  |  #  + |
    |       |  +  # |
    | 4  2  | 3  1  |
    |       |       |
    +-------+-------+
    |  # 4  | 1   + |
    | +     |    #  |
    |  + 1  |  +  + |
    | #     |  # ++ |
    +-------+-------+
    # up to 66.7% of 3 solutions; . few; blank none
    """
    if charset not in _SHADES:
        raise ValueError(f"charset must be {' or '.join(_SHADES)}, got {charset!r}")
    size, rules = odds.puzzle.rules.size, odds.puzzle.rules
    across, most, shades = candidates_beside(size), _most(odds), _SHADES[charset]
    down = math.ceil(size / across)
    upright, level, corners = _LINES[charset]
    columns, rows = _bars(rules, upright=True), _bars(rules, upright=False)
    widths = [(across + 1) * (right - left) + 1 for left, right in pairwise(columns)]

    def ruler(left: str, middle: str, right: str) -> str:
        return left + middle.join(level * width for width in widths) + right

    drawn = [ruler(*corners[:3])]
    for row in range(size):
        for line in range(down):
            words = [
                _cell_text(odds, row * size + column, line, across, shades, most)
                for column in range(size)
            ]
            groups = pairwise(columns)
            parts = [" " + " ".join(words[left:right]) + " " for left, right in groups]
            drawn.append(upright + upright.join(parts) + upright)
        if row + 1 in rows:
            drawn.append(ruler(*(corners[6:] if row + 1 == size else corners[3:6])))
    legend = f"{shades[-1]} up to {_share(odds, most)}; {shades[0]} few; blank none"
    if odds.total == 1:
        legend = _ONE
    return "\n".join([*drawn, legend])


def _share(odds: Odds, most: float) -> str:
    return f"{most:.1%} of {odds.total:,} solutions"


def _bars(rules: Rules, *, upright: bool) -> list[int]:
    """Return the lines that separate regions all the way: before a column or a row, and after the last one."""
    size, region = rules.size, rules.region_of
    step, along = (1, size) if upright else (size, 1)
    inner = (
        line
        for line in range(1, size)
        if all(
            region[i * along + line * step] != region[i * along + (line - 1) * step]
            for i in range(size)
        )
    )
    return [0, *inner, size]


def _most(odds: Odds) -> float:
    """Return the largest share below 1, which gets the darkest shade; 1 if there is none."""
    numbers = (number for cell in odds.counts for number in cell if number < odds.total)
    return max(numbers, default=0) / odds.total or 1.0


def _certain(odds: Odds, cell: int) -> int:
    """Return the digit that a cell has in all solutions, or 0."""
    numbers = odds.counts[cell]
    return numbers.index(odds.total) + 1 if odds.total in numbers else 0


def _cell_text(odds: Odds, cell: int, line: int, across: int, shades: str, most: float) -> str:
    """Return one line of the candidates of a cell."""
    size = odds.puzzle.rules.size
    if digit := _certain(odds, cell):
        middle = (math.ceil(size / across) - 1) // 2
        return (str(odds.puzzle.rules.digits[digit - 1]) if line == middle else "").center(across)
    word = ""
    for number in odds.counts[cell][line * across : (line + 1) * across]:
        level = int(number / odds.total / most * len(shades))
        word += shades[min(len(shades) - 1, level)] if number else " "
    return word.ljust(across)


def odds_svg(odds: Odds, *, theme: str = "light") -> str:
    """Return a heat map as an SVG. A candidate's number and share are its tooltip.

    ``theme`` is "light", "dark", "colour-blind" or "print".

    >>> from nonet import Puzzle
    >>> picture = odds_svg(Puzzle("1... ..3. .4.. ....").odds())
    >>> picture[:4], "<title>r4c4=2: 1 of 3 (33.3%)</title>" in picture, "<script" in picture
    ('<svg', True, False)
    """
    colors, rules = theme_of(theme), odds.puzzle.rules
    size, most = rules.size, _most(odds)
    side = size * CELL + 2 * _MARGIN
    body = [
        _cell_svg(odds, cell, most, colors.digit, colors.ink, colors.paper)
        for cell in range(size**2)
    ]
    legend = _ONE if odds.total == 1 else f"darkest: {_share(odds, most)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side + 14}"'
        f' width="{side}" height="{side + 14}" role="img" font-family="system-ui,sans-serif">'
        f"<title>{size}x{size} Sudoku: the share of each candidate</title>"
        f'<rect width="{side}" height="{side + 14}" rx="4" fill="{colors.paper}"/>'
        f'<g transform="translate({_MARGIN} {_MARGIN})" text-anchor="middle">{"".join(body)}'
        f"{grid_svg(rules, colors.line, colors.ink)}</g>"
        f'<text x="{_MARGIN}" y="{side + 7}" font-size="9" fill="{colors.faint}">{escape(legend)}</text></svg>\n'
    )


def _cell_svg(odds: Odds, cell: int, most: float, dark: str, ink: str, paper: str) -> str:
    """Return the candidates of a cell, or the digit that is certain."""
    size, values = odds.puzzle.rules.size, odds.puzzle.rules.digits
    x, y = corner(cell, size)
    if digit := _certain(odds, cell):
        weight = ' font-weight="700"' if odds.puzzle.givens[cell] else ""
        value = values[digit - 1]
        return f'<text x="{x + CELL / 2:g}" y="{y + 28.5:g}" font-size="24" fill="{ink}"{weight}>{value}</text>'
    across = candidates_beside(size)
    gap = _GAP * 3 / across
    left, top = x + (CELL - gap * across) / 2, y + (CELL - gap * math.ceil(size / across)) / 2
    parts = []
    for digit, number in enumerate(odds.counts[cell], 1):
        if not number:
            continue
        share = number / odds.total
        at_x, at_y = left + gap * ((digit - 1) % across), top + gap * ((digit - 1) // across)
        strength = share / most
        letter = paper if strength > 0.55 else ink
        parts.append(
            f"<g><title>{cell_name(cell, size)}={values[digit - 1]}: {number:,} of {odds.total:,} ({share:.1%})</title>"
            f'<rect x="{at_x:.4g}" y="{at_y:.4g}" width="{gap:.3g}" height="{gap:.3g}" fill="{dark}"'
            f' fill-opacity="{0.04 + 0.96 * strength:.2f}"/><text x="{at_x + gap / 2:.4g}"'
            f' y="{at_y + gap * 0.76:.4g}" font-size="{gap * 0.7:.3g}" fill="{letter}">{values[digit - 1]}</text></g>'
        )
    return "".join(parts)
