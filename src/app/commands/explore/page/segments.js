// How far two arrows are from one another.

/** The distance of a point from a line between two points. */
function fromPoint(point, { from, to }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(from.x + part * dx - point.x, from.y + part * dy - point.y);
}

/** On which side of a line a point lies. */
const side = ({ from, to }, point) => Math.sign((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x));

const cross = (a, b) => side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0;

/** The distance between two arrows. Those of one piece begin in the middle of its square, where nothing is drawn. */
export function apart(a, b) {
  if (cross(a, b)) return 0;
  const isOne = a.from.x === b.from.x && a.from.y === b.from.y;
  const [first, second] = isOne ? [shortened(a), shortened(b)] : [a, b];
  return Math.min(fromPoint(first.from, second), fromPoint(first.to, second), fromPoint(second.from, first), fromPoint(second.to, first));
}

/** The outer half of an arrow. */
const shortened = ({ from, to }) => ({ from: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, to });
