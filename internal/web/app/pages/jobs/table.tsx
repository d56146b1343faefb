import type { Job } from "../../api/types";
import { useUnit } from "../../parts/useunit";
import { JobRow } from "./row";

// JobTable is a list of jobs, the latest first.
export function JobTable(props: { jobs: Job[]; selected: string[]; onSelect: (ids: string[]) => void; onEnd: (job: Job) => void }) {
  const unit = useUnit();
  const select = (id: string, on: boolean) => {
    const others = props.selected.filter((each) => each !== id);
    props.onSelect(on ? [...others, id] : others);
  };
  return (
    <div class="tablebox">
      <table class="table stacked jobs">
        <caption class="unseen">Jobs, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Selected</span>
            </th>
            <th scope="col">Job</th>
            <th scope="col">State</th>
            <th scope="col" class="right">
              Cost
            </th>
            <th scope="col">Algorithm</th>
            <th scope="col">Created</th>
            <th scope="col" class="right">
              Duration
            </th>
            <th scope="col">Worker</th>
            <th scope="col">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.jobs.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              selected={props.selected.includes(job.id)}
              onSelect={(on) => select(job.id, on)}
              unit={unit}
              onEnd={() => props.onEnd(job)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
