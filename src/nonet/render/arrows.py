"""The course of an arrow between two candidates: bent so that it does not run through others.

Each arrow tries a few bends, from straight to wide, and takes the one with the fewest collisions. Lengths are those of
`nonet.render.drawing`; the caller knows the places of the candidates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

__all__ = ["Curve", "route"]

Point = tuple[float, float]

_BENDS = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.25, -0.25, 0.4, -0.4, 0.6, -0.6)
_SHORT = 18  # neighbours: a straight arrow would be hidden between their shapes
_SHORT_BENDS = (1.3, -1.3, 1.7, -1.7)
_SAMPLE = 2.5  # the distance of the points that are checked
_NEAR = 5.6  # a curve this close to a candidate runs through it
_NEAR_SQUARED = _NEAR**2
_FAR = (_NEAR_SQUARED,)
_MARGIN = 1e-6  # more than rounding can change a sum of costs


@cache
def _shares(steps: int, every: int) -> list[tuple[float, float, float]]:
    """Return the weights of start, control and end for the points between."""
    ways = [i / steps for i in range(1, steps, every)]
    return [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in ways]


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

    def points(self, every: int = 1) -> list[Point]:
        """Return points along the curve at about equal distances, or every third, fourth … of them."""
        length = math.dist(self.start, self.control) + math.dist(self.control, self.end)
        steps = max(4, round(length / _SAMPLE))
        (x, y), (cx, cy), (to_x, to_y) = self
        return [
            (a * x + b * cx + c * to_x, a * y + b * cy + c * to_y)
            for a, b, c in _shares(steps, every)
        ]


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
    used: dict[int, int] = {}
    curves = []
    near = _Near(obstacles)
    for start, end in pairs:
        distance = math.dist(start, end)
        least = math.inf
        for bend in _SHORT_BENDS if distance < _SHORT else _BENDS:
            penalty = 0.9 * abs(bend) * distance / 40
            if penalty >= least:  # and so are those of all wider bends
                break
            way = _curve(start, end, bend, radius)
            if least < math.inf:
                rough = near.cost(way.points(every=4), (start, end))
                if penalty + rough > least + _MARGIN:  # more points can only add to it
                    continue
            points = way.points()
            tiles = [int(x / 4 + 64.5) << 8 | int(y / 4 + 64.5) for x, y in points]
            cost = penalty + _crowding(tiles, used)
            if not all(0 < x < side and 0 < y < side for x, y in way):
                cost += 2 * sum(not (0 < x < side and 0 < y < side) for x, y in points)
            if cost < least:
                cost += near.cost(points, (start, end))
            if cost < least:
                least, best, passed = cost, way, tiles
        for tile in passed:
            used[tile] = used.get(tile, 0) + 1
        curves.append(best)
    return curves


@lru_cache(4096)
def _tiles_around(place: Point) -> tuple[int, ...]:
    """Return the tile of a place in a raster, and those beside it, as numbers."""
    x, y = (int(at / _NEAR + 64) for at in place)
    return tuple(x + i << 8 | y + j for i in (-1, 0, 1) for j in (-1, 0, 1))


class _Near:
    """The places of candidates, by tiles of a raster: a curve only meets those of the tiles around its points."""

    def __init__(self, obstacles: Mapping[Point, float]) -> None:
        self._tiles: dict[int, list[tuple[Point, float]]] = {}
        for obstacle in obstacles.items():
            for tile in _tiles_around(obstacle[0]):
                self._tiles.setdefault(tile, []).append(obstacle)

    def cost(self, points: Sequence[Point], ends: tuple[Point, Point]) -> float:
        """Return how much a curve collides with candidates other than its ends."""
        nearest: dict[Point, tuple[float, float]] = {}
        tiles = [int(x / _NEAR + 64) << 8 | int(y / _NEAR + 64) for x, y in points]
        for (x, y), obstacles in zip(points, map(self._tiles.get, tiles), strict=True):
            for place, weight in obstacles or ():
                distance = (x - place[0]) ** 2 + (y - place[1]) ** 2
                if distance < _NEAR_SQUARED and distance < nearest.get(place, _FAR)[0]:
                    nearest[place] = distance, weight
        return sum(
            weight * (1.5 - math.sqrt(distance) / _NEAR)
            for place, (distance, weight) in nearest.items()
            if place not in ends
        )


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


def _crowding(tiles: Sequence[int], used: Mapping[int, int]) -> float:
    """Return how much a curve collides with earlier curves."""
    if used.keys().isdisjoint(tiles):
        return 0.0
    return 0.25 * sum(used[tile] for tile in tiles if tile in used)
