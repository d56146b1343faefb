import { Icon } from "../../parts/icon";
import { Link } from "../../parts/link";
import { State } from "../../parts/state";
import { whole } from "../../text/numbers";
import type { Arena, Contest } from "./contest";
import { nameOf, Swatch } from "./names";
import { seedOf } from "./runs";

// Chosen lists the runs on an instance, with links and remove buttons.
export function Chosen(props: { arena: Arena; contest: Contest; onRemove: (id: string) => void }) {
  return (
    <details>
      <summary>{props.arena.runs.length === 1 ? "The run" : `The ${whole(props.arena.runs.length)} runs`}</summary>
      <ul class="chosen" aria-label={`Runs on ${props.arena.file}`}>
        {props.arena.rows.flatMap((row) =>
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
