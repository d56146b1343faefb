// The progress of a run since its start.
import type { Progress } from "../../api/types";
import { thinned, type Point } from "../../charts/points";
import type { IslandCosts } from "../../charts/islandgrid";

const most = 12_000; // points; beyond that, only those that a chart can distinguish are kept

export class History {
  points: Point[] = [];
  islands: IslandCosts[] = [];

  // add appends progress. A run that restarted from a checkpoint drops the points after it.
  add(progress: Progress): void {
    if (progress.preparing) return;
    const { step, seconds, cost, current, islands } = progress;
    while ((this.points.at(-1)?.seconds ?? -1) >= seconds) this.points.pop();
    while ((this.islands.at(-1)?.seconds ?? -1) >= seconds) this.islands.pop();
    this.points.push(current === undefined ? { step, seconds, cost } : { step, seconds, cost, current });
    if (this.points.length > most) this.points = thinned(this.points, "seconds", most / 8);
    if (!islands || islands.length < 2) return;
    this.islands.push({ seconds, costs: islands });
    if (this.islands.length > most / 4) this.islands = this.islands.filter((_, index) => index % 2 === 0);
  }

  // stepsPerSecond returns the speed over the last seconds.
  stepsPerSecond(): number | undefined {
    const last = this.points.at(-1);
    if (last === undefined) return undefined;
    const before = this.points.findLast((point) => point.seconds <= last.seconds - 3) ?? this.points[0];
    if (before === undefined || before.seconds >= last.seconds) return undefined;
    return (last.step - before.step) / (last.seconds - before.seconds);
  }
}

// completed adds the recorded improvements of a result, and its end.
export function completed(seen: Point[], recorded: Point[], end: Point): Point[] {
  const points = [...recorded, ...seen.filter((point) => point.current !== undefined), end];
  points.sort((a, b) => a.seconds - b.seconds);
  let best = Infinity;
  return points.map((point) => ({ ...point, cost: (best = Math.min(best, point.cost)) }));
}
