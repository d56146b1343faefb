import { useId, useMemo, useState } from "preact/hooks";
import type { Frame } from "../../api/binary";
import { Convergence, type Point } from "../../charts/convergence";
import type { Axis } from "../../charts/points";
import { useUnit } from "../../parts/useunit";
import { scaleOf } from "../../text/distances";
import type { Known } from "./figures";

// CurveCard shows the convergence of a run over time or steps.
export function CurveCard(props: { points: Point[]; known: Known; frame: Frame | undefined; unit: string | undefined }) {
  const [by, setBy] = useState<Axis>("seconds");
  const { factor, unit } = scaleOf(props.points.at(-1)?.cost ?? 0, props.unit, useUnit());
  const curves = useMemo(() => [{ label: "Best", points: props.points.map((point) => scaled(point, factor)) }], [props.points, factor]);
  const { bestKnown, bound } = props.known;
  const { frame } = props;
  return (
    <section class="card" aria-labelledby="convergence">
      <div class="run-cardhead">
        <h2 id="convergence">Convergence</h2>
        <AxisSwitch value={by} onChange={setBy} />
      </div>
      <Convergence
        curves={curves}
        by={by}
        unit={unit}
        {...(bestKnown === undefined ? {} : { bestKnown: factor * bestKnown })}
        {...(bound === undefined ? {} : { bound: factor * bound })}
        {...(frame === undefined ? {} : { marker: by === "seconds" ? asTraced(frame.seconds) : frame.step })}
      />
    </section>
  );
}

// scaled returns a point in another unit of costs.
function scaled(point: Point, factor: number): Point {
  return { ...point, cost: factor * point.cost, ...(point.current === undefined ? {} : { current: factor * point.current }) };
}

// asTraced rounds like the trace of a result; otherwise a frame would precede its own point.
function asTraced(seconds: number): number {
  return Math.round(seconds * 1e4) / 1e4;
}

function AxisSwitch(props: { value: Axis; onChange: (by: Axis) => void }) {
  const name = useId();
  return (
    <fieldset class="segments" aria-label="Horizontal axis">
      {(["seconds", "steps"] as const).map((by) => (
        <label key={by}>
          <input type="radio" name={name} checked={props.value === by} onChange={() => props.onChange(by)} />
          {by === "seconds" ? "Time" : "Steps"}
        </label>
      ))}
    </fieldset>
  );
}
