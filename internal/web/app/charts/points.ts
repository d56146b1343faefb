// Points of convergence, thinned for a chart, and the range of its axis.
export type Point = { step: number; seconds: number; cost: number; current?: number };
export type Curve = { label: string; points: Point[]; colour?: string };
export type Axis = "seconds" | "steps";

export function along(point: Point, by: Axis): number {
  return by === "seconds" ? point.seconds : point.step;
}

// distinct keeps the last point of each position on the axis: several improvements in one step appear
// as one.
export function distinct(points: Point[], by: Axis): Point[] {
  return points.filter((point, index) => index === points.length - 1 || along(point, by) !== along(points[index + 1]!, by));
}

// thinned keeps the best cost, the highest current cost and the last point of each interval: the
// drawing does not change.
export function thinned(points: Point[], by: Axis, parts = 400): Point[] {
  const first = points[0];
  const last = points[points.length - 1];
  if (first === undefined || last === undefined || points.length <= 4 * parts) return points;
  const begin = along(first, by);
  const width = (along(last, by) - begin) / parts || 1;
  const partOf = (index: number) => Math.floor((along(points[index]!, by) - begin) / width);
  const kept = [first];
  for (let from = 1; from < points.length; ) {
    let [to, low, high] = [from, from, from];
    for (const part = partOf(from); to < points.length && partOf(to) <= part; to++) {
      if (points[to]!.cost < points[low]!.cost) low = to;
      if ((points[to]!.current ?? -Infinity) > (points[high]!.current ?? -Infinity)) high = to;
    }
    for (const index of [...new Set([low, high, to - 1])].sort((a, b) => a - b)) kept.push(points[index]!);
    from = to;
  }
  return kept;
}

// ends is the height of the axis as a multiple of the differences between the ends of the curves,
// which are what the reader compares.
const ends = 2;

// costRange returns the range of the vertical axis. The first costs of a search are far above all
// others and are omitted unless the whole curve is requested.
export function costRange(curves: Curve[], by: Axis, whole: boolean, lines: number[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  let worst = -Infinity; // of the ends of the curves
  for (const { points } of curves) {
    const last = points[points.length - 1];
    if (last === undefined) continue;
    low = Math.min(low, last.cost);
    worst = Math.max(worst, last.cost);
    if (!whole) high = Math.max(high, settledHigh(points, by));
    else for (const point of points) high = Math.max(high, point.cost, point.current ?? -Infinity);
  }
  if (low > high) return [0, 1];
  if (!whole && worst > low) high = Math.min(high, low + ends * (worst - low));
  const span = high - low;
  for (const line of lines) {
    // A bound far below would flatten the curve; then only the legend shows it.
    if (low - line <= Math.max(4 * span, 0.12 * Math.abs(low))) low = Math.min(low, line);
    if (line > high && line - high < span) high = line;
  }
  const margin = 0.06 * (high - low) || 0.01 * Math.abs(low) || 1;
  return [low - margin, high + margin];
}

const early = 0.15; // share of a run with a steep curve

// settledCost returns the cost after the early part of a run if it has improved since, else the median
// cost of its improvements. With only a few improvements, none is omitted.
function settledCost(points: Point[], by: Axis): number {
  const improvements = points.filter((point, index) => index === 0 || point.cost < points[index - 1]!.cost);
  const end = along(points[points.length - 1]!, by);
  const begun = improvements.findLastIndex((point) => along(point, by) <= early * end);
  const few = improvements.length < 6 ? 0 : improvements.length >> 1;
  const from = begun >= 0 && improvements.length - begun > 1 ? begun : few;
  return improvements[from]?.cost ?? -Infinity;
}

// settledHigh returns the highest relevant cost of a curve: current costs count as long as they do not
// flatten the best ones.
function settledHigh(points: Point[], by: Axis): number {
  const best = points[points.length - 1]!.cost;
  const high = settledCost(points, by);
  const most = best + Math.max(2 * (high - best), 0.05 * Math.abs(best));
  return Math.max(high, Math.min(most, highCurrent(points)));
}

// highCurrent returns a high quantile of the current costs in the second half.
function highCurrent(points: Point[]): number {
  const costs = points.slice(points.length >> 1).flatMap((point) => (point.current === undefined ? [] : [point.current]));
  costs.sort((a, b) => a - b);
  return costs[Math.floor(0.9 * costs.length)] ?? -Infinity;
}
