// The course of an arrow between two candidates: bent so that it does not run through others. Each arrow tries a few
// bends, from straight to wide, and takes the one with the fewest collisions, as nonet/render/arrows.py does. Lengths
// are those of the overlay, whose cells have a side of 100.

/** @typedef {{x: number, y: number}} Point */
/** A quadratic Bézier curve from the rim of one shape to the rim of another. @typedef {{start: Point, control: Point, end: Point}} Curve */
/** A place to keep away from, and the cost of running through it. @typedef {Point & {cost: number}} Obstacle */

const BENDS = [0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.25, -0.25, 0.4, -0.4, 0.6, -0.6];
const SHORT = 45; // neighbours: a straight arrow would be hidden between their shapes
const SHORT_BENDS = [1.3, -1.3, 1.7, -1.7];
const SAMPLE = 6.25; // the distance of the points that are checked
const NEAR = 14; // a curve this close to a candidate runs through it
const RASTER = 10;

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Return the point of a curve at a fraction of the way, 0 to 1. @param {Curve} curve @param {number} t @returns {Point} */
export function pointAt({ start, control, end }, t) {
  const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
  return { x: a * start.x + b * control.x + c * end.x, y: a * start.y + b * control.y + c * end.y };
}

/**
 * Return a curve for each pair of points on a board of that side; `radius` is the distance from a curve to its ends.
 * @param {[Point, Point][]} pairs @param {Obstacle[]} obstacles @param {number} side @param {number} radius
 */
export function route(pairs, obstacles, side, radius) {
  /** @type {Map<number, number>} */
  const used = new Map();
  return pairs.map(([start, end]) => {
    const length = distance(start, end);
    const near = obstacles.filter((place) => isBetween(place, start, end, length));
    const ways = (length < SHORT ? SHORT_BENDS : BENDS).map((bend) => {
      const curve = curveOf(start, end, bend, radius);
      const points = sampled(curve);
      return { curve, points, cost: costOf(points, near, used, side) + (0.9 * Math.abs(bend) * length) / 100 };
    });
    const best = ways.reduce((least, way) => (way.cost < least.cost ? way : least));
    for (const point of best.points) used.set(raster(point), (used.get(raster(point)) ?? 0) + 1);
    return best.curve;
  });
}

/** @param {Point} point */
const raster = ({ x, y }) => 1000 * Math.round(x / RASTER) + Math.round(y / RASTER);

/** @param {Point} start @param {Point} end @param {number} bend @param {number} radius @returns {Curve} */
function curveOf(start, end, bend, radius) {
  const control = {
    x: (start.x + end.x) / 2 - bend * (end.y - start.y),
    y: (start.y + end.y) / 2 + bend * (end.x - start.x),
  };
  return { start: towards(start, control, radius), control, end: towards(end, control, radius + 2.5) };
}

/** @param {Point} point @param {Point} other @param {number} by @returns {Point} */
function towards(point, other, by) {
  const share = by / (distance(point, other) || 1);
  return { x: point.x + share * (other.x - point.x), y: point.y + share * (other.y - point.y) };
}

/** Whether a place is another one, and near enough for a bent curve to meet it. @param {Point} place @param {Point} start @param {Point} end @param {number} length */
function isBetween(place, start, end, length) {
  const reach = 0.4 * length + 2 * NEAR;
  /** @param {number} at @param {number} a @param {number} b */
  const within = (at, a, b) => Math.min(a, b) - reach <= at && at <= Math.max(a, b) + reach;
  if (distance(place, start) < 1 || distance(place, end) < 1) return false;
  return within(place.x, start.x, end.x) && within(place.y, start.y, end.y);
}

/** @param {Curve} curve */
function sampled(curve) {
  const length = distance(curve.start, curve.control) + distance(curve.control, curve.end);
  const steps = Math.max(4, Math.round(length / SAMPLE));
  return Array.from({ length: steps - 1 }, (_, i) => pointAt(curve, (i + 1) / steps));
}

/** Return how much a curve collides with candidates and with earlier curves. @param {Point[]} points @param {Obstacle[]} obstacles @param {Map<number, number>} used @param {number} side */
function costOf(points, obstacles, used, side) {
  let cost = 0;
  for (const place of obstacles) {
    let nearest = NEAR ** 2;
    for (const { x, y } of points) nearest = Math.min(nearest, (x - place.x) ** 2 + (y - place.y) ** 2);
    if (nearest < NEAR ** 2) cost += place.cost * (1.5 - Math.sqrt(nearest) / NEAR);
  }
  for (const point of points) {
    cost += 0.25 * (used.get(raster(point)) ?? 0);
    if (point.x <= 0 || point.y <= 0 || point.x >= side || point.y >= side) cost += 2;
  }
  return cost;
}
