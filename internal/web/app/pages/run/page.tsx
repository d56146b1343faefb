import { useEffect, useState } from "preact/hooks";
import { ask, jobPath } from "../../api/client";
import type { Drawing, Job } from "../../api/types";
import { Islands } from "../../charts/islands";
import { Busy } from "../../parts/busy";
import { Empty } from "../../parts/empty";
import { Failed } from "../../parts/failed";
import { Link } from "../../parts/link";
import { useLoad } from "../../parts/load";
import { Again } from "./again";
import { CurveCard } from "./curve";
import { Details } from "./details";
import { Downloads } from "./downloads";
import { Figures, knownOf } from "./figures";
import { titleOf } from "../jobs/listing";
import { hasEnded, useRun, type Run } from "./follow";
import { Head } from "./head";
import { useRecording, type Recording } from "./recording";
import { News } from "./news";
import { Notes } from "../../parts/notes";
import { Order } from "./order";
import { OtherStage, TourStage } from "./stage";
import type { Shown } from "../../draw/types";
import { Waiting } from "./waiting";

// RunPage shows a run and its result.
export function RunPage(props: { id: string }) {
  const run = useRun(props.id);
  const { job } = run;
  useTitle(job);
  if (run.refusal !== undefined) {
    return (
      <div class="run-refused">
        <h1>No run to show</h1>
        <Failed error={run.refusal} />
        <Link to="/jobs">Show all jobs</Link>
      </div>
    );
  }
  return job === undefined ? <Busy label="Loading the run" /> : <RunOf run={run} job={job} />;
}

function RunOf(props: { run: Run; job: Job }) {
  const { run, job } = props;
  const drawing = useLoad(async (signal) => (await (await ask(jobPath(job.id, "drawing"), { signal })).json()) as Drawing, [job.id]);
  const known = knownOf(job, drawing.data);
  const ended = hasEnded(job);
  const found = ended && job.digest !== undefined;
  const drawn = drawing.data?.kind === "places";
  const recording = useRecording(job.id, found && drawn, drawing.data?.n ?? 0);
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <>
      <Head job={job} open={drawing.data?.open ?? false} />
      <News run={run} running={job.state === "running"} />
      <div class="run-columns">
        <div class="card run-stage">
          {drawing.error !== undefined && job.state !== "failed" && <Failed error={drawing.error} retry={drawing.reload} />}
          <Stage run={run} job={job} drawing={drawing.data} recording={recording} shown={shown} />
        </div>
        <div class="run-side">
          <Figures run={run} known={known} drawing={drawing.data} />
          <Notes notes={drawing.data?.notes ?? []} />
          {found && drawing.data?.problem === "tsp" && <Order job={job} drawing={drawing.data} show={drawn ? (city) => setShown({ city }) : null} />}
          {found && <Downloads job={job} drawing={drawing.data} />}
          {run.points.length > 0 && <CurveCard points={run.points} known={known} frame={recording.frame} unit={drawing.data?.unit} />}
          {run.islands.length > 0 && (
            <section class="card" aria-labelledby="islands">
              <h2 id="islands">Islands</h2>
              <Islands history={run.islands} />
            </section>
          )}
          <Details job={job} progress={run.progress} />
          <Again job={job} ended={ended} />
        </div>
      </div>
    </>
  );
}

// Stage shows a job in its current state.
function Stage(props: { run: Run; job: Job; drawing: Drawing | undefined; recording: Recording; shown: Shown | null }) {
  const { job, drawing } = props;
  if (job.state === "failed") return <Faults job={job} />;
  if (job.state === "queued") return <Waiting job={job} />;
  if (job.state === "cancelled" && job.digest === undefined) {
    return <Empty title="Cancelled">Stopped before a solution was found.</Empty>;
  }
  if (drawing === undefined) return null;
  return drawing.kind === "places" ? <TourStage {...props} drawing={drawing} /> : <OtherStage job={job} drawing={drawing} />;
}

// Faults shows the service's reasons for a failure.
function Faults(props: { job: Job }) {
  return (
    <div class="run-faults" role="alert">
      <h2>The job failed</h2>
      <ul>
        {(props.job.faults ?? []).map((fault) => (
          <li key={fault.detail}>
            {fault.detail} <code>{fault.code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useTitle(job: Job | undefined): void {
  const [before] = useState(document.title);
  useEffect(() => {
    if (job !== undefined) document.title = `${titleOf(job)} · Tourmaline`;
    return () => {
      document.title = before;
    };
  }, [job?.id]);
}
