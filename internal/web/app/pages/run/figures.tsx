import type { Drawing, Job, Progress } from "../../api/types";
import { Bar } from "../../parts/bar";
import { Figure } from "../../parts/figure";
import { useUnit } from "../../parts/useunit";
import { cost, duration, fixed, percent, whole } from "../../text/numbers";
import { distance } from "../../text/distances";
import { short } from "../../text/axis";
import { hasEnded, type Run } from "./follow";
import { endingOf } from "./words";

export type Known = { bestKnown: number | undefined; bound: number | undefined };

export function knownOf(job: Job | undefined, drawing: Drawing | undefined): Known {
  const digest = job?.digest;
  return { bestKnown: digest?.best_known ?? drawing?.best_known, bound: digest?.lower_bound ?? drawing?.lower_bound };
}

// Figures shows the current or final numbers of a run.
export function Figures(props: { run: Run; known: Known; drawing: Drawing | undefined }) {
  const { job, progress } = props.run;
  if (job === undefined) return null;
  const ended = hasEnded(job);
  const now = job.digest ?? progress ?? job.kept;
  if (now === undefined || (!ended && progress?.preparing !== undefined && progress.step === 0)) return <Preparing progress={progress} job={job} />;
  const steps = job.digest?.steps ?? progress?.step ?? job.kept?.step ?? 0;
  return (
    <section class="card run-figures" aria-label="Figures">
      <dl class="figures">
        <Cost value={now.cost} drawing={props.drawing} />
        <Gap label="Gap" value={now.cost} to={props.known.bestKnown} hint="best known" />
        <Gap label="Proven gap" value={now.cost} to={props.known.bound} hint="lower bound" />
        <Figure label="Steps" value={steps >= 1e7 ? short(steps) : whole(steps)} hint={speed(props.run.stepsPerSecond)} />
        <Figure label="Time" value={duration(now.seconds)} hint={ended ? undefined : left(progress)} />
      </dl>
      {!ended && progress !== undefined && <Bar share={progress.share} label="Used share of the time or steps" />}
      {ended && <p class="run-ending">{endingOf(job)}</p>}
    </section>
  );
}

// Cost shows the best cost; for lengths in metres, a rounded length first.
function Cost(props: { value: number; drawing: Drawing | undefined }) {
  const unit = useUnit();
  const { value, drawing } = props;
  if (drawing?.unit !== "m") return <Figure label="Cost" value={cost(value, drawing?.unit)} large />;
  const exact = cost(value, "m");
  return <Figure label="Length" value={distance(value, unit)} hint={drawing.straight ? `in straight lines · ${exact}` : exact} large />;
}

function Gap(props: { label: string; value: number; to: number | undefined; hint: string }) {
  if (props.to === undefined || props.to === 0) return null;
  return <Figure label={props.label} value={percent((100 * (props.value - props.to)) / Math.abs(props.to))} hint={`${props.hint} ${cost(props.to)}`} />;
}

function speed(stepsPerSecond: number | undefined): string | undefined {
  if (stepsPerSecond === undefined) return undefined;
  return `${stepsPerSecond < 10 ? fixed(stepsPerSecond, 1) : short(Math.round(stepsPerSecond))} steps/s`;
}

// left estimates the remaining time from the used share of the budget.
function left(progress: Progress | undefined): string | undefined {
  const share = progress?.share;
  if (progress === undefined || share === undefined || share < 0.01) return undefined;
  return `${duration((progress.seconds * (1 - share)) / share)} left`;
}

// Preparing is shown until the search starts.
function Preparing(props: { job: Job; progress: Progress | undefined }) {
  if (props.job.state !== "running") return null;
  return (
    <section class="card run-figures" aria-label="Figures">
      <p>{props.progress?.preparing ? `Preparing: ${props.progress.preparing}` : "A worker is starting it."}</p>
      <Bar share={undefined} label="Preparing" />
    </section>
  );
}
