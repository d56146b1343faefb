import { useMemo } from "preact/hooks";
import type { Job } from "../../api/types";
import { Convergence, type Curve, type Point } from "../../charts/convergence";
import { seriesColour } from "../../charts/colours";
import type { RunGroup, Contest, Contestant } from "./contest";
import { colourOf, nameOf } from "./names";
import { seedOf, type Run } from "./runs";
import { gap } from "./statistics";

// Overlay shows the runs on one instance in one chart. Runs of one contestant share a colour.
export function Overlay(props: { group: RunGroup; contest: Contest; by: "seconds" | "steps" }) {
  const { group, contest } = props;
  const curves = useMemo(() => curvesOf(group, contest, (run) => run.points), [group, contest]);
  if (curves.length === 0) return <p class="hint">None of these runs has found a solution yet.</p>;
  return <Convergence curves={curves} by={props.by} height={300} {...(group.known && group.reference !== null ? { bestKnown: group.reference } : {})} />;
}

// GapOverlay shows all runs in one chart by their gaps in percent, because costs of different instances
// have no common axis. A contestant has a different colour on each instance.
export function GapOverlay(props: { contest: Contest; by: "seconds" | "steps" }) {
  const { contest } = props;
  const curves = useMemo(
    () =>
      contest.groups.flatMap((group, index) => {
        const gaps = (run: Run) =>
          run.points.flatMap((point) => {
            const above = group.reference === null ? null : gap(point.cost, group.reference);
            return above === null ? [] : [{ step: point.step, seconds: point.seconds, cost: above }];
          });
        const colour = (contestant: Contestant) => seriesColour(index * contest.contestants.length + contestant.place);
        return curvesOf(group, contest, gaps, colour).map((curve) => ({ ...curve, label: `${group.file}: ${curve.label}` }));
      }),
    [contest],
  );
  return <Convergence curves={curves} by={props.by} height={340} gaps />;
}

function curvesOf(group: RunGroup, contest: Contest, points: (run: Run) => Curve["points"], colour = colourOf): Curve[] {
  return group.rows.flatMap((row) =>
    row.runs.flatMap((run) => {
      const own = points(run);
      if (!run.job || own.length === 0) return [];
      return [{ label: `${nameOf(row.contestant, contest)}, seed ${seedOf(run.job)}`, points: untilEnd(own, run.job), colour: colour(row.contestant) }];
    }),
  );
}

// untilEnd extends the curve to the end of the run.
function untilEnd(points: Point[], { digest }: Job): Point[] {
  const last = points[points.length - 1];
  if (last === undefined || digest === undefined || digest.seconds <= last.seconds) return points;
  return [...points, { cost: last.cost, seconds: digest.seconds, step: Math.max(last.step, digest.steps) }];
}
