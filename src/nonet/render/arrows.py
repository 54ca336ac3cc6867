"""The course of an arrow between two candidates: bent so that it does not run through others.

Each arrow tries a few bends, from straight to wide, and takes the one with the fewest collisions. Lengths are those of
`nonet.render.drawing`; the caller knows the places of the candidates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

__all__ = ["Curve", "route"]

Point = tuple[float, float]

_BENDS = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.25, -0.25, 0.4, -0.4, 0.6, -0.6)
_SHORT = 18  # neighbours: a straight arrow would be hidden between their shapes
_SHORT_BENDS = (1.3, -1.3, 1.7, -1.7)
_SAMPLE = 2.5  # the distance of the points that are checked
_NEAR = 5.6  # a curve this close to a candidate runs through it


class Curve(NamedTuple):
    """A quadratic Bézier curve from the rim of one shape to the rim of another."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        """Return the point at a fraction of the way, 0 to 1."""
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        (x, y), (cx, cy), (to_x, to_y) = self
        return a * x + b * cx + c * to_x, a * y + b * cy + c * to_y

    def points(self) -> list[Point]:
        """Return points along the curve, at about equal distances."""
        length = math.dist(self.start, self.control) + math.dist(self.control, self.end)
        steps = max(4, round(length / _SAMPLE))
        return [self.at(i / steps) for i in range(1, steps)]


def route(
    pairs: Iterable[tuple[Point, Point]],
    obstacles: Mapping[Point, float],
    *,
    side: float,
    radius: float,
) -> list[Curve]:
    """Return a curve for each pair of points, on a board of that side.

    ``obstacles`` are the places of candidates with the cost of running through each; ``radius`` is the distance from a
    curve to the points that it connects.
    """
    used: dict[tuple[int, int], int] = {}
    found = []
    for start, end in pairs:
        bends = _SHORT_BENDS if math.dist(start, end) < _SHORT else _BENDS
        ways = [_curve(start, end, bend, radius) for bend in bends]
        near = {
            place: cost
            for place, cost in obstacles.items()
            if place not in (start, end) and _is_between(place, start, end)
        }
        costs = [
            _cost(way, near, used, side) + 0.9 * abs(bend) * math.dist(start, end) / 40
            for way, bend in zip(ways, bends, strict=True)
        ]
        best = ways[costs.index(min(costs))]
        for x, y in best.points():
            raster = (round(x / 4), round(y / 4))
            used[raster] = used.get(raster, 0) + 1
        found.append(best)
    return found


def _curve(start: Point, end: Point, bend: float, radius: float) -> Curve:
    (x, y), (to_x, to_y) = start, end
    control = (
        (x + to_x) / 2 - bend * (to_y - y),
        (y + to_y) / 2 + bend * (to_x - x),
    )
    return Curve(_towards(start, control, radius), control, _towards(end, control, radius + 1))


def _towards(point: Point, other: Point, distance: float) -> Point:
    share = distance / (math.dist(point, other) or 1)
    return point[0] + share * (other[0] - point[0]), point[1] + share * (other[1] - point[1])


def _is_between(place: Point, start: Point, end: Point) -> bool:
    """Whether a place is near enough for a bent curve to meet it."""
    reach = 0.4 * math.dist(start, end) + 2 * _NEAR
    return all(
        min(a, b) - reach <= at <= max(a, b) + reach
        for at, a, b in zip(place, start, end, strict=True)
    )


def _cost(
    curve: Curve, obstacles: Mapping[Point, float], used: Mapping[tuple[int, int], int], side: float
) -> float:
    """Return how much a curve collides with candidates and with earlier curves."""
    points = curve.points()
    cost = 0.0
    for place, weight in obstacles.items():
        nearest = min((x - place[0]) ** 2 + (y - place[1]) ** 2 for x, y in points)
        if nearest < _NEAR**2:
            cost += weight * (1.5 - math.sqrt(nearest) / _NEAR)
    for x, y in points:
        cost += 0.25 * used.get((round(x / 4), round(y / 4)), 0)
        if not (0 < x < side and 0 < y < side):
            cost += 2
    return cost
