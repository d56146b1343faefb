import { Busy } from "../../parts/busy";
import { Empty } from "../../parts/empty";
import { Failed } from "../../parts/failed";
import { Link } from "../../parts/link";
import { useLoad } from "../../parts/load";
import { State } from "../../parts/state";
import { useUnit } from "../../parts/useunit";
import { amount } from "../../text/distances";
import { percent } from "../../text/numbers";
import { sizeOf } from "../../text/problems";
import { ago } from "../../text/times";
import { algorithmOf, costOf, listJobs, titleOf } from "../jobs/listing";

// Recent lists the latest jobs.
export function Recent() {
  const unit = useUnit();
  const { data, error, reload } = useLoad(() => listJobs({ limit: 5 }), [], { every: 4000 });
  return (
    <section class="card recent" aria-labelledby="recent">
      <div class="cardhead">
        <h2 id="recent">Recent jobs</h2>
        {data && data.jobs.length > 0 && <Link to="/jobs">All jobs</Link>}
      </div>
      {data === undefined && (error === undefined ? <Busy /> : <Failed error={error} retry={reload} />)}
      {data?.jobs.length === 0 && <Empty title="No jobs yet">Drop in a file or generate an instance to run one.</Empty>}
      <ul class="plain">
        {data?.jobs.map((job) => {
          const found = costOf(job);
          return (
            <li key={job.id}>
              <Link to={`/jobs/${job.id}`} class="line">
                <span class="title">{titleOf(job)}</span>
                <State value={job.state} cancelling={job.cancel} />
                <span class="hint number">
                  {sizeOf(job.problem, job.instance.n ?? 0)} · {algorithmOf(job)} · {ago(job.created)}
                </span>
                <span class="number right">
                  {found !== undefined && amount(found, job.instance.unit, unit)}
                  {job.digest?.gap_percent !== undefined && <span class="hint"> {percent(job.digest.gap_percent)}</span>}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
