"""How constraints look in SudokuPad: each mark as a line, an arrow, a shape below the digits or a shape above them.

A point is a row and a column in cells, from the top left corner of the board: the centre of r1c1 is 0.5, 0.5. Widths of
shapes are in cells, the thickness of lines in pixels of a cell of 64.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from nonet.base.numbers import read_number
from nonet.rules import House, Rules
from nonet.rules.constraints import Cage, Constraint, Sum, looks
from nonet.rules.constraints.marks import Badge, Bulb, Dot, Legend, Line, Mark, Outline, Outside
from nonet.rules.houses import diagonals

__all__ = ["drawing", "is_cage"]

_GREY = "#CFCFCF"
_DARK = "#A1A1A1"
_SHADE = "#E0E0E0"

_CELL = re.compile(r"r(\d+)c(\d+)")

_TIE = {"color": _DARK, "thickness": 2}

_WHITE = {"backgroundColor": "#FFFFFF", "borderColor": "#000000", "rounded": True}
_DOTS = {
    "white": _WHITE | {"color": "#000000"},
    "black": _WHITE | {"backgroundColor": "#000000", "color": "#FFFFFF"},
    "quadruple": _WHITE,
}
_PLAIN_DOT = {"backgroundColor": "#FFFFFF", "borderColor": "#FFFFFF", "rounded": False}
_GREATER = {(0, 1): ">", (0, -1): "<", (1, 0): "v", (-1, 0): "^"}
_SIDES = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}
_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def is_cage(constraint: Constraint) -> bool:
    """Whether SudokuPad has the constraint as a cage: with different digits, or with a sum."""
    return isinstance(constraint, Cage) or (
        isinstance(constraint, Sum) and not constraint.coefficients
    )


def drawing(rules: Rules) -> dict[str, list[dict[str, object]]]:
    """Return the drawings of all constraints and extra houses; choices are prose, like rules for the whole board."""
    drawing = _Drawing(rules.size)
    lines = diagonals(rules.size)
    shaded = {cell for house in rules.extra if house not in lines for cell in house.cells}
    for house in rules.extra:
        if house in lines or len(shaded) < rules.size**2:  # shades everywhere would show nothing
            drawing.house(house)
    for constraint in rules.constraints:
        for mark in constraint.marks(rules.space):
            if not mark.choice and not (isinstance(mark, Outline) and is_cage(constraint)):
                drawing.mark(mark)
    return {name: getattr(drawing, name) for name in ("lines", "arrows", "underlays", "overlays")}


class _Drawing:
    """Collects the drawings of a board."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.lines: list[dict[str, object]] = []
        self.arrows: list[dict[str, object]] = []
        self.underlays: list[dict[str, object]] = []
        self.overlays: list[dict[str, object]] = []

    def house(self, house: House) -> None:
        """Draw a diagonal as a line, another extra house as shaded cells."""
        size = self.size
        for diagonal, ends in zip(
            diagonals(size), ([[0, 0], [size, size]], [[0, size], [size, 0]]), strict=True
        ):
            if house == diagonal:
                self.lines.append({"color": "#34BBE6", "thickness": 2, "wayPoints": ends})
                return
        self._shade(house.cells.names)

    def mark(self, mark: Mark) -> None:
        """Draw one mark; a rule for the whole board is prose."""
        match mark:
            case Outline():
                self._outline(mark)
            case Line():
                self._line(mark)
            case Bulb():
                self._bulb(mark)
            case Dot():
                self._dot(mark)
            case Outside():
                self._outside(mark)
            case Badge():
                self._badge(mark)
            case Legend():
                pass

    def _outline(self, mark: Outline) -> None:
        """Shade the cells, with the label at the top left of the first one."""
        self._shade(mark.cells)
        if mark.label:
            row, column = _centre(min(mark.cells, key=_centre))
            self._text([round(row - 0.3, 2), round(column - 0.3, 2)], mark.label, 14)

    def _text(self, centre: list[float], text: str, font: int) -> None:
        size = {"width": 0.25, "height": 0.25}
        self.overlays.append({"center": centre, **size, "text": text, "fontSize": font})

    def _shade(self, cells: Iterable[str]) -> None:
        for cell in cells:
            self.underlays.append(_shape(_centre(cell), 1, _SHADE, rounded=False))

    def _line(self, mark: Line) -> None:
        look = _look(mark.role)
        line: dict[str, object] = {
            "color": look.color,
            "thickness": look.thickness,
            "wayPoints": [list(_centre(cell)) for cell in mark.cells],
        }
        if look.head:
            self.arrows.append(line | {"headLength": 0.3})
        else:
            self.lines.append(line)

    def _bulb(self, mark: Bulb) -> None:
        points = [_centre(cell) for cell in mark.cells]
        rows, columns = zip(*points, strict=True)
        centre = (min(rows) + max(rows)) / 2, (min(columns) + max(columns)) / 2
        if mark.role in ("thermo", "slow_thermo"):
            self.underlays.append(_shape(centre, 0.85, _look(mark.role).color))
            return
        shape = _shape(centre, 0.75, "#FFFFFF", border=_look(mark.role).color)
        shape["width"] += max(columns) - min(columns)
        shape["height"] += max(rows) - min(rows)
        if mark.role == "lockout":
            shape |= {"rounded": False, "angle": 45, "width": 0.6, "height": 0.6}
        self.underlays.append(shape)

    def _dot(self, mark: Dot) -> None:
        points = [_centre(cell) for cell in mark.cells]
        centre = [round(sum(numbers) / len(points), 2) for numbers in zip(*points, strict=True)]
        if len(points) == 2 and math.dist(*points) > 1:  # a line shows which cells they are
            self.lines.append({**_TIE, "wayPoints": list(map(list, points))})
        size = 0.7 if mark.role == "quadruple" else 0.3
        dot = {"center": centre, "width": size, "height": size, **_DOTS.get(mark.role, _PLAIN_DOT)}
        text = mark.label
        if mark.role == "not":
            slash = {"center": centre, "width": 0.3, "height": 0.3, "color": "#C43D3D"}
            self.overlays.append(slash | {"text": "/", "fontSize": 34})
            return
        if mark.role in ("x", "v"):
            text = mark.role.upper()
        elif mark.role == "greater":
            (r1, c1), (r2, c2) = points[:2]
            text = _GREATER.get((round(r2 - r1), round(c2 - c1)), ">")
        if text:
            dot |= {"text": text, "fontSize": 14 if mark.role in _DOTS else 21}
        self.overlays.append(dot)

    def _outside(self, mark: Outside) -> None:
        kind, number = mark.line
        down, right = _SIDES[mark.side]
        end = self.size + 0.5 if down + right > 0 else -0.5
        centre = [number - 0.5, end] if kind == "row" else [end, number - 0.5]
        self._text(centre, mark.label, 28)
        if mark.direction:
            steps = [_STEPS[word] for word in mark.direction.split()]
            down, right = (sum(parts) for parts in zip(*steps, strict=True))
            points = [
                [round(centre[0] + down * far, 2), round(centre[1] + right * far, 2)]
                for far in (0.3, 0.48)
            ]
            self.arrows.append(
                {"color": "#000000", "thickness": 2, "headLength": 0.15, "wayPoints": points}
            )

    def _badge(self, mark: Badge) -> None:
        centre = _centre(mark.cell)
        if mark.role in ("odd", "even"):
            self.underlays.append(_shape(centre, 0.7, _GREY, rounded=mark.role == "odd"))
            return
        self.underlays.append(_shape(centre, 1, _SHADE, rounded=False))
        if mark.role in ("minimum", "maximum"):
            self._chevrons(centre, inwards=mark.role == "minimum")

    def _chevrons(self, centre: tuple[float, float], *, inwards: bool) -> None:
        """Draw an angle at each edge of a cell, which points to the smaller digit."""
        tip, base = (0.39, 0.44) if inwards else (0.44, 0.39)
        for down, right in _SIDES.values():
            points = [
                (centre[0] + down * far + right * aside, centre[1] + right * far + down * aside)
                for far, aside in ((base, 0.1), (tip, 0.0), (base, -0.1))
            ]
            rounded = [[round(number, 2) for number in point] for point in points]
            self.lines.append({"color": "#000000", "thickness": 1, "wayPoints": rounded})


def _look(role: str) -> looks.LineLook:
    return looks.lines().get(role, looks.lines()["rule"])


def _centre(cell: str) -> tuple[float, float]:
    match = _CELL.fullmatch(cell)
    assert match is not None
    return read_number(match[1]) - 0.5, read_number(match[2]) - 0.5


def _shape(
    centre: tuple[float, float], size: float, color: str, *, border: str = "", rounded: bool = True
) -> dict[str, object]:
    return {
        "center": list(centre),
        "width": size,
        "height": size,
        "rounded": rounded,
        "backgroundColor": color,
        "borderColor": border or color,
    }
