"""The arrows of a picture as SVG: their lines, heads and numbers."""

from __future__ import annotations

import math

from nonet.render.arrows import Curve, route
from nonet.render.drawing import CELL
from nonet.render.scene import Link, Scene
from nonet.render.themes import Theme

__all__ = ["arrows_svg", "sample_svg"]

_SIDE = 9 * CELL
_RADIUS = 6.0  # of a shape, with a little air
_DASHES: dict[Link, str] = {
    "strong": "",
    "weak": ' stroke-dasharray="3.2 2"',
    "step": ' stroke-dasharray=".1 2.2"',
}

Point = tuple[float, float]


def arrows_svg(scene: Scene, places: dict[tuple[int, int], Point], theme: Theme) -> str:
    """Return all arrows; ``places`` are the middles of all candidates.

    Where there are several chains each has its colour, and its number on its first arrow.
    """
    if not scene.arrows:
        return ""
    obstacles = {
        places[spot.cell, spot.digit]: (7.0 if spot.roles else 2.0) for spot in scene.spots
    }
    pairs = [(places[arrow.start], places[arrow.end]) for arrow in scene.arrows]
    curves = route(pairs, obstacles, side=_SIDE, radius=_RADIUS)
    parts, numbers = [], []
    taken = [places[s.cell, s.digit] for s in scene.spots if s.roles or s.is_large]
    seen: set[int] = set()
    for arrow, curve in zip(scene.arrows, curves, strict=True):
        color = theme.chains[arrow.chain % len(theme.chains)]
        parts.append(_arrow(arrow.link, curve, color))
        if scene.chains > 1 and arrow.chain not in seen:
            seen.add(arrow.chain)
            at = _free(curve, taken)
            taken.append(at)
            numbers.append(_number(arrow.chain + 1, at, color, theme))
    return f'<g fill="none" stroke-linecap="round">{"".join(parts)}</g>{"".join(numbers)}'


def sample_svg(link: Link, theme: Theme) -> str:
    """Return a short arrow for the legend."""
    drawn = _arrow(link, Curve((-7, 0), (0, 0), (8, 0)), theme.chains[0])
    return f'<g fill="none" stroke-linecap="round">{drawn}</g>'


def _arrow(link: Link, curve: Curve, color: str) -> str:
    """Return a curve with its head."""
    (x, y), (cx, cy), (to_x, to_y) = curve
    angle = math.atan2(to_y - cy, to_x - cx)
    head = []
    for turn in (2.65, -2.65):
        head.append((to_x + 4.2 * math.cos(angle + turn), to_y + 4.2 * math.sin(angle + turn)))
    (ax, ay), (bx, by) = head
    # The line ends inside of the head, so that its tip is sharp.
    end_x, end_y = to_x - 2 * math.cos(angle), to_y - 2 * math.sin(angle)
    return (
        f'<path stroke="{color}" stroke-width="1.1"{_DASHES[link]}'
        f' d="M{x:.1f} {y:.1f}Q{cx:.1f} {cy:.1f} {end_x:.1f} {end_y:.1f}"/>'
        f'<path fill="{color}" d="M{to_x:.1f} {to_y:.1f}L{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}z"/>'
    )


def _free(curve: Curve, taken: list[Point]) -> Point:
    """Return a point of a curve that is far from everything else, the middle if nothing is near."""
    points = [curve.at(t) for t in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)]
    rooms = [min([math.dist(point, other) for other in taken] + [14]) for point in points]
    return points[rooms.index(max(rooms))]


def _number(number: int, at: Point, color: str, theme: Theme) -> str:
    """Return the number of a chain, to be put on its first arrow."""
    x, y = at
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><circle r="4.2" fill="{color}"/>'
        f'<text y="2.2" font-size="6.2" font-weight="700" fill="{theme.paper}">{number}</text></g>'
    )
