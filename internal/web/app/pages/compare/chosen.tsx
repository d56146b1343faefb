import { Icon } from "../../parts/icon";
import { Link } from "../../parts/link";
import { State } from "../../parts/state";
import { whole } from "../../text/numbers";
import type { RunGroup, Contest } from "./contest";
import { nameOf, Swatch } from "./names";
import { seedOf } from "./runs";

// Chosen lists the runs on an instance, with links and remove buttons.
export function Chosen(props: { group: RunGroup; contest: Contest; onRemove: (id: string) => void }) {
  return (
    <details>
      <summary>{props.group.runs.length === 1 ? "The run" : `The ${whole(props.group.runs.length)} runs`}</summary>
      <ul class="chosen" aria-label={`Runs on ${props.group.file}`}>
        {props.group.rows.flatMap((row) =>
          row.runs.map(({ id, job }) => {
            if (!job) return null;
            const name = `${nameOf(row.contestant, props.contest)}, seed ${seedOf(job)}`;
            return (
              <li key={id}>
                <Swatch contestant={row.contestant} />
                <Link to={`/jobs/${encodeURIComponent(id)}`}>{name}</Link>
                {job.state !== "done" && <State value={job.state} />}
                <button type="button" class="quiet" aria-label={`Remove ${name}`} onClick={() => props.onRemove(id)}>
                  <Icon name="cross" size={14} />
                </button>
              </li>
            );
          }),
        )}
      </ul>
    </details>
  );
}
