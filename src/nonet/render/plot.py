"""A plot of dots on a logarithmic axis, one line per name: the work of each method for each puzzle."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

__all__ = ["plot_svg"]

_WIDTH, _RIGHT, _TOP, _LINE = 760, 24, 62, 34
_COLORS = (
    ("#ffffff", "#1b1d21", "#d5d9de", "#005fa3", "#b83200"),
    ("#15171c", "#f0f1f3", "#3a3f47", "#6cb8ff", "#ff8a5c"),
)


def plot_svg(lines: Mapping[str, Sequence[tuple[float, bool]]], *, title: str, axis: str) -> str:
    """Return an SVG with a line for each name and a dot for each value; the median is a bar.

    A value comes with whether it is only a lower bound: then it is an arrow to the right. Zeros are left of the axis.
    Raises `ValueError` where there is no value at all, and for values below 0.

    >>> picture = plot_svg({"a": [(1, False), (30, True)]}, title="two runs", axis="calls")
    >>> picture.count("<circle"), picture.count('class="open"')
    (1, 1)
    """
    values = [value for dots in lines.values() for value, _ in dots]
    if not values or min(values) < 0:
        raise ValueError("values must be 0 or more, and at least one")
    left = 24 + 8 * max(map(len, lines))
    scale = _Scale(values, left, _WIDTH - _RIGHT)
    bottom = _TOP + _LINE * len(lines)
    parts = [
        f'<rect class="paper" width="{_WIDTH}" height="{bottom + 48}" rx="6"/>',
        _text(20, 30, title, "title"),
    ]
    for at, label in scale.ticks():
        parts.append(f'<path class="grid" d="M{at:.1f} {_TOP - 10}V{bottom}"/>')
        parts.append(_text(at, bottom + 18, label, "label middle"))
    parts.append(_text((left + _WIDTH - _RIGHT) / 2, bottom + 38, axis, "label middle"))
    for number, (name, dots) in enumerate(lines.items()):
        y = _TOP + _LINE * number + _LINE / 2 - 5
        parts.append(_text(left - 14, y + 4, name, "label end"))
        parts.append(f'<path class="grid" d="M{left} {y:g}H{_WIDTH - _RIGHT}"/>')
        parts += _dots(sorted(dots), scale, y)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 48}" role="img">'
        f"<title>{escape(title)}</title><style>{_css()}</style>{''.join(parts)}</svg>\n"
    )


class _Scale:
    """The axis: it ends at whole powers of ten."""

    def __init__(self, values: Sequence[float], left: float, right: float) -> None:
        some = [value for value in values if value > 0] or [1.0]
        self.low = math.floor(math.log10(min(some)) + 1e-9)
        self.high = max(self.low + 1, math.ceil(math.log10(max(some)) - 1e-9))
        self._has_zero = min(values) == 0
        self._zero = left + 10
        self._left = left + (50 if self._has_zero else 10)
        self._right = right - 14

    def at(self, value: float) -> float:
        """Return the place of a value."""
        if value <= 0:
            return self._zero
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self._left + share * (self._right - self._left)

    def ticks(self) -> list[tuple[float, str]]:
        """Return the places of zero and of powers of ten, with their labels."""
        ticks = [(self._zero, "0")] if self._has_zero else []
        step = 1 + (self.high - self.low) // 10
        for power in range(self.low, self.high + 1, step):
            number = f"{10**power:,}" if power >= 0 else f"{10.0**power:.{-power}f}"
            ticks.append((self.at(10.0**power), number if abs(power) < 7 else f"1e{power}"))
        return ticks


def _dots(dots: Sequence[tuple[float, bool]], scale: _Scale, y: float) -> list[str]:
    """Return the dots of a line; dots at the same place are moved up and down, in turn."""
    parts = []
    near: dict[int, int] = {}
    for value, is_bound in dots:
        x = scale.at(value)
        place = round(x / 5)
        turn = near[place] = near.get(place, 0) + 1
        shift = (turn // 2) * (3 if turn % 2 else -3)
        dy = max(-10, min(10, shift))
        if is_bound:
            at = f"{x:.1f} {y + dy:g}"
            parts.append(f'<path class="open" d="M{at}m-4 -4l8 4l-8 4z"/>')
        else:
            parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y + dy:g}" r="3.5"/>')
    if len(dots) > 2:
        x = scale.at(dots[(len(dots) - 1) // 2][0])
        parts.append(f'<path class="median" d="M{x:.1f} {y - 13:g}v26"/>')
    return parts


def _css() -> str:
    def sheet(paper: str, ink: str, grid: str, dot: str, bound: str) -> str:
        return (
            f".paper{{fill:{paper}}}text{{fill:{ink}}}.grid{{stroke:{grid}}}.median{{stroke:{ink}}}"
            f".dot{{fill:{dot}}}.open{{stroke:{bound}}}"
        )

    light, dark = (sheet(*colors) for colors in _COLORS)
    return (
        "text{font:13px system-ui,sans-serif}.title{font-size:16px;font-weight:600}"
        ".middle{text-anchor:middle}.end{text-anchor:end}.median{stroke-width:2}"
        ".dot{fill-opacity:.65}.open{fill:none;stroke-width:1.5}"
        f"{light}@media(prefers-color-scheme:dark){{{dark}}}"
    )


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text x="{x:.1f}" y="{y:g}" class="{kind}">{escape(text)}</text>'
