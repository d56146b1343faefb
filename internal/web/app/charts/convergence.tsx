import { useMemo, useState } from "preact/hooks";
import { CheckBox } from "../parts/checkbox";
import { cost, duration, percent, whole } from "../text/numbers";
import { short, ticks, timeTicks } from "../text/axis";
import { aligned } from "./align";
import { seriesColour } from "./colours";
import { Plot, type Mark } from "./plot";
import { along, costRange, distinct, type Axis, type Curve, type Point } from "./points";
import { summaryOf } from "./summary";

export type { Curve, Point };

type Props = {
  curves: Curve[];
  by: Axis;
  bestKnown?: number;
  bound?: number;
  height?: number;
  marker?: number; // seconds or steps: a vertical line, for a replay
  gaps?: boolean; // the costs are gaps in percent
  unit?: string | undefined; // of the costs
};

// Convergence shows costs over time or steps.
export function Convergence(props: Props) {
  const [all, setAll] = useState(false);
  const [hover, setHover] = useState<number | null>(null);
  const { by, bestKnown, bound } = props;
  const curves = useMemo(() => props.curves.map((curve) => ({ ...curve, points: distinct(curve.points, by) })), [props.curves, by]);
  const { data, lines } = useMemo(() => aligned(curves, by), [curves, by]);
  const across: Mark[] = [];
  if (bestKnown !== undefined) across.push({ at: bestKnown, colour: "var(--good)", dash: [6, 4] });
  if (bound !== undefined) across.push({ at: bound, colour: "var(--quiet)", dash: [2, 3] });
  const range = costRange(curves, by, all, across.map((mark) => mark.at));
  const at = hover ?? props.marker ?? null;
  return (
    <figure class="chart">
      <Legend {...props} at={at} below={range[0]} />
      <Plot
        data={data}
        lines={lines}
        height={props.height ?? 220}
        range={range}
        across={across}
        marker={props.marker}
        xTicks={by === "seconds" ? timeTicks : (values) => values.map(short)}
        yTicks={props.gaps ? (values, step) => ticks(values, step).map((label) => `${label} %`) : ticks}
        onHover={setHover}
      />
      <div class="chart-foot">
        <span class="chart-at">{at === null ? (by === "seconds" ? "Time" : "Steps") : atText(at, by)}</span>
        <CheckBox label="Whole curve" checked={all} onChange={setAll} />
      </div>
      <figcaption class="unseen">{summaryOf(props.curves, bestKnown, bound, props.gaps)}</figcaption>
    </figure>
  );
}

function atText(at: number, by: Axis): string {
  return by === "seconds" ? `At ${duration(Math.max(at, 0))}` : `At step ${whole(Math.max(at, 0))}`;
}

// Legend names the lines, with their values at a position or at the end.
function Legend(props: Props & { at: number | null; below: number }) {
  const place = (line: number) => (line < props.below ? ", below the chart" : "");
  const currents = props.curves.some((curve) => curve.points.some((point) => point.current !== undefined));
  return (
    <ul class="legend" aria-hidden="true">
      {props.curves.map((curve, index) => (
        <Key key={index} kind="best" colour={curve.colour ?? seriesColour(index)} label={curve.label} value={lastUpTo(curve.points, props.at, props.by)?.cost} gap={props.gaps} unit={props.unit} />
      ))}
      {currents && props.curves.length === 1 && props.curves[0] !== undefined && (
        <Key kind="current" colour={props.curves[0].colour ?? seriesColour(0)} label="Current" value={currentAt(props.curves[0].points, props.at, props.by)} unit={props.unit} />
      )}
      {props.bestKnown !== undefined && <Key kind="known" colour="var(--good)" label={`Best known${place(props.bestKnown)}`} value={props.bestKnown} unit={props.unit} />}
      {props.bound !== undefined && <Key kind="bound" colour="var(--quiet)" label={`Lower bound${place(props.bound)}`} value={props.bound} unit={props.unit} />}
    </ul>
  );
}

function Key(props: { kind: string; colour: string; label: string; value: number | undefined; gap?: boolean | undefined; unit: string | undefined }) {
  return (
    <li>
      <i class={`key ${props.kind}`} style={{ borderTopColor: props.colour }} />
      {props.label} <b>{props.value === undefined ? "–" : props.gap ? percent(props.value) : cost(props.value, props.unit)}</b>
    </li>
  );
}

// lastUpTo returns the last point up to a position of the axis.
function lastUpTo(points: Point[], at: number | null, by: Axis): Point | undefined {
  if (at === null) return points[points.length - 1];
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (along(points[middle]!, by) <= at) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

// currentAt returns the last current cost up to a position.
function currentAt(points: Point[], at: number | null, by: Axis): number | undefined {
  return points.findLast((point) => point.current !== undefined && (at === null || along(point, by) <= at))?.current;
}
