import { api } from "../../api/client";
import type { Job, Member, Progress } from "../../api/types";
import { Busy } from "../../parts/busy";
import { Empty } from "../../parts/empty";
import { Failed } from "../../parts/failed";
import { Link } from "../../parts/link";
import { useLoad } from "../../parts/load";
import { whole } from "../../text/numbers";
import { ago } from "../../text/times";
import { titleOf } from "./listing";

// Workers shows the workers and this tenant's jobs on each.
export function Workers(props: { running: Job[] }) {
  const { data, error, reload } = useLoad(api.workers, [], { every: 2000 });
  return (
    <section class="card stack" aria-labelledby="workers">
      <h2 id="workers">Workers</h2>
      {data === undefined && (error === undefined ? <Busy /> : <Failed error={error} retry={reload} />)}
      {data?.length === 0 && (
        <Empty title="No workers">
          Jobs wait until one is available: start it with <code>tourmaline worker</code>.
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <ul class="plain workers">
            {data.map((member) => (
              <Worker key={member.name} member={member} jobs={props.running.filter((job) => job.worker === member.name)} />
            ))}
          </ul>
          <p class="hint">All have reported within the last 15 seconds.</p>
        </>
      )}
    </section>
  );
}

function Worker(props: { member: Member; jobs: Job[] }) {
  const { member, jobs } = props;
  return (
    <li>
      <div class="cardhead">
        <span class="title">{member.name}</span>
        <span class="number" title="running jobs, and the maximum at a time">
          {whole(member.running)} of {whole(member.slots)} busy
        </span>
      </div>
      <meter min={0} max={member.slots} value={member.running} aria-label={`Slots of ${member.name} in use`} />
      <p class="hint number">
        {member.host} · {whole(member.cores)} {member.cores === 1 ? "core" : "cores"}
        {member.device && ` · ${member.device}`} · {member.version} · started {ago(member.since)}
      </p>
      {jobs.map((job) => (
        <p key={job.id} class="at">
          <Link to={`/jobs/${job.id}`}>{titleOf(job)}</Link>
          <span class="hint number">{meansOf(job.progress)}</span>
        </p>
      ))}
    </li>
  );
}

// meansOf returns what a job runs on, such as 2 threads or the name of a device.
function meansOf(progress: Progress | undefined): string {
  const { device = "", engine = "", threads = 0 } = progress ?? {};
  const count = threads > 0 ? `${whole(threads)} ${threads === 1 ? "thread" : "threads"}` : "";
  return [device || engine, count].filter((text) => text !== "").join(", ");
}
