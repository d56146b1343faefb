// Curves as the columns of one table for uPlot.
import type uPlot from "uplot";
import { along, thinned, type Axis, type Curve } from "./points";
import { seriesColour } from "./colours";
import type { Line } from "./plot";

export type Aligned = { data: uPlot.AlignedData; lines: Line[] };

export function aligned(curves: Curve[], by: Axis): Aligned {
  const kept = curves.map((curve) => thinned(curve.points, by));
  const places = [...new Set(kept.flatMap((points) => points.map((point) => along(point, by))))].sort((a, b) => a - b);
  const row = new Map(places.map((place, index) => [place, index]));
  const columns: (number | null)[][] = [];
  const lines: Line[] = [];
  const column = (kind: Line["kind"], colour: string) => {
    const values = new Array<number | null>(places.length).fill(null);
    columns.push(values);
    lines.push({ kind, colour });
    return values;
  };
  curves.forEach((curve, index) => {
    const points = kept[index] ?? [];
    const colour = curve.colour ?? seriesColour(index);
    if (points.some((point) => point.current !== undefined)) {
      const current = column("current", colour);
      for (const point of points) current[row.get(along(point, by))!] = point.current ?? null;
    }
    const best = column("best", colour);
    for (const point of points) best[row.get(along(point, by))!] = point.cost;
  });
  return { data: [places, ...columns], lines };
}
