import type { ComponentChildren } from "preact";
import type { Drawing, Job } from "../api/types";
import { Busy } from "../parts/busy";
import { Empty } from "../parts/empty";
import { Failed } from "../parts/failed";
import { useLoad } from "../parts/load";
import { AssignmentView } from "./assignmentview";
import { graphOf, matrixOf, signsOf, slicesOf, solutionOf, stopsOf } from "./data";
import { GraphView } from "./graphview";
import { SignsView } from "./signsview";
import { SlicesView } from "./slicesview";
import { StopsView } from "./stopsview";

// OtherView shows the solution of a problem without places on a map. The solution is available only
// at the end; until then it shows the instance, if that has a picture.
export function OtherView(props: { job: Job; drawing: Drawing; result: unknown }) {
  const { job, result } = props;
  return (
    <section class="other" aria-label="Solution">
      {result === null && <Coming state={job.state} />}
      <Picture {...props} />
    </section>
  );
}

function Picture(props: { job: Job; drawing: Drawing; result: unknown }) {
  const { job, drawing, result } = props;
  const solution = solutionOf(result);
  switch (drawing.kind) {
    case "matrix":
      return <Loaded id={job.id} load={matrixOf} show={(data) => <AssignmentView data={data} solution={solution} />} />;
    case "graph":
      return (
        <Loaded id={job.id} load={graphOf} show={(data) => <GraphView data={data} problem={job.problem === "maxcut" ? "maxcut" : "colouring"} solution={solution} />} />
      );
    case "signs":
      return result === null ? null : <Loaded id={job.id} load={signsOf} show={(data) => <SignsView data={data} solution={solution} />} />;
    case "function":
      return result === null ? null : <Loaded id={job.id} load={slicesOf} show={(data) => <SlicesView data={data} solution={solution} ended />} />;
  }
  const stops = stopsOf(result);
  if (stops !== null) return <StopsView stops={stops} />;
  return result === null ? null : <Empty title="This problem has no picture">Download the result as JSON for the solution.</Empty>;
}

function Coming(props: { state: Job["state"] }) {
  const coming = props.state === "queued" || props.state === "running";
  return (
    <Empty title={coming ? "The solution appears when the search ends" : "No solution"}>
      {coming ? "During the search, only costs are available; the chart shows them." : "The job ended without a result."}
    </Empty>
  );
}

// Loaded loads the data of a picture.
function Loaded<T>(props: { id: string; load: (id: string, signal: AbortSignal) => Promise<T>; show: (data: T) => ComponentChildren }) {
  const { data, error, reload } = useLoad((signal) => props.load(props.id, signal), [props.id, props.load]);
  if (data !== undefined) return <>{props.show(data)}</>;
  return error !== undefined ? <Failed error={error} retry={reload} /> : <Busy />;
}
