import type { ComponentChildren } from "preact";
import type { Job, Progress } from "../../api/types";
import { duration, moment, whole } from "../../text/numbers";
import { limitsOf, routeOf } from "./words";

// Details shows the settings of a run and where it ran.
export function Details(props: { job: Job; progress: Progress | undefined }) {
  const { job } = props;
  const { settings } = job.spec;
  const digest = job.digest;
  const machine = digest ?? props.progress;
  const params = Object.entries(settings.params ?? {}).sort();
  const chosen = settings.algorithm || "auto";
  return (
    <section class="card" aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl class="run-details">
        <Row label="Algorithm">
          {digest !== undefined && chosen !== digest.algorithm ? `${digest.algorithm} (chosen by ${chosen})` : chosen}
          {params.map(([name, value]) => (
            <code key={name}>
              {name}={value}
            </code>
          ))}
        </Row>
        <Row label="Why">{digest?.picked?.why}</Row>
        <Row label="Seed">{String(settings.seed)}</Row>
        <Row label="Limits">{limitsOf(job)}</Row>
        <Row label="Route">{routeOf(job)}</Row>
        <Row label="Runs on">{machine?.device ? `${machine.device}${machine.engine ? ` (${machine.engine})` : ""}` : machine?.engine}</Row>
        <Row label="Threads">{machine?.threads ? whole(machine.threads) : undefined}</Row>
        <Row label="Worker">{job.worker}</Row>
        <Row label="Waited">{job.state === "queued" ? undefined : duration(job.queue_seconds)}</Row>
        <Row label="Submitted">{moment(job.created)}</Row>
        <Row label="Instance">{job.instance.file}</Row>
        <Row label="Job">
          <code>{job.id}</code>
        </Row>
      </dl>
    </section>
  );
}

function Row(props: { label: string; children: ComponentChildren }) {
  if (props.children === undefined || props.children === "") return null;
  return (
    <>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </>
  );
}
