import type { Job } from "../../api/types";
import { Bar } from "../../parts/bar";
import { Link } from "../../parts/link";
import { State } from "../../parts/state";
import { amount, type Unit } from "../../text/distances";
import { cost, duration, moment, percent } from "../../text/numbers";
import { problemName, sizeOf } from "../../text/problems";
import { ago, between } from "../../text/times";
import { algorithmOf, costOf, isOpen, titleOf } from "./listing";

// JobRow is a job in a table, with the reasons of a failure below it.
export function JobRow(props: { job: Job; selected: boolean; onSelect: (on: boolean) => void; unit: Unit; onEnd: () => void }) {
  const { job } = props;
  const title = titleOf(job);
  const found = costOf(job);
  const faults = job.faults ?? [];
  return (
    <>
      <tr class={faults.length > 0 ? "joined" : ""}>
        <td class="select">
          <input type="checkbox" aria-label={`Select ${title}`} checked={props.selected} onChange={(event) => props.onSelect(event.currentTarget.checked)} />
        </td>
        <th scope="row" class="job">
          <Link to={`/jobs/${job.id}`} title={title}>
            {title}
          </Link>
          <span class="hint">
            {title !== job.instance.file && `${job.instance.file} · `}
            {problemName(job.problem)} · {sizeOf(job.problem, job.instance.n ?? 0)}
          </span>
        </th>
        <td data-label="State" class="progress">
          <State value={job.state} cancelling={job.cancel} />
          {job.state === "running" && <Bar share={job.progress?.share} label={`Progress of ${title}`} />}
          {job.progress?.preparing && <span class="hint">{job.progress.preparing}</span>}
        </td>
        <td data-label="Cost" class="right two">
          {found !== undefined && <span title={cost(found, job.instance.unit)}>{amount(found, job.instance.unit, props.unit)}</span>}
          {job.digest?.gap_percent !== undefined && (
            <span class="hint" title="above the best known cost">
              {percent(job.digest.gap_percent)}
            </span>
          )}
        </td>
        <td data-label="Algorithm" class="two">
          <span>{algorithmOf(job)}</span>
          <span class="hint seed" title={`seed ${job.spec.settings.seed}`}>
            seed {String(job.spec.settings.seed)}
          </span>
        </td>
        <td data-label="Created" class="two">
          <time dateTime={job.created} title={moment(job.created)}>
            {ago(job.created)}
          </time>
          <span class="hint">waited {duration(job.queue_seconds)}</span>
        </td>
        <td data-label="Duration" class="right">
          {job.started !== undefined && duration(between(job.started, job.ended))}
        </td>
        <td data-label="Worker" class="worker">
          {job.worker}
        </td>
        <td class="right action">
          <button type="button" class="quiet danger" disabled={job.cancel && isOpen(job)} aria-label={`${isOpen(job) ? "Cancel" : "Delete"} ${title}`} onClick={props.onEnd}>
            {isOpen(job) ? "Cancel" : "Delete"}
          </button>
        </td>
      </tr>
      {faults.length > 0 && (
        <tr class="faults">
          <td colSpan={9}>
            {faults.map((fault) => (
              <p key={fault.detail} class="wrong">
                {fault.detail} <code>{fault.code}</code>
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
