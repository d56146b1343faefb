import { api } from "../../api/client";
import type { Job } from "../../api/types";
import { useLoad } from "../../parts/load";
import { whole } from "../../text/numbers";
import { ago } from "../../text/times";

const refresh = 2000; // milliseconds

// Waiting shows the position of a job in the queue, and whether there are workers.
export function Waiting(props: { job: Job }) {
  const { data } = useLoad(() => Promise.all([api.jobs({ state: "queued", limit: 100 }), api.workers()]), [props.job.id], { every: refresh, keep: true });
  const waiting = data?.[0].jobs ?? [];
  const before = waiting.filter((job) => job.created < props.job.created).length;
  const workers = data?.[1];
  return (
    <div class="empty run-waiting" role="status">
      <p class="title">Waiting for a worker</p>
      {data !== undefined && <p>{before === 0 ? "It is next among your jobs." : `${whole(before)}${data[0].next ? " or more" : ""} of your jobs are ahead of it.`}</p>}
      {workers !== undefined && workers.length === 0 && (
        <p>
          No workers. Start one with <code>tourmaline worker</code>, or let the service run jobs itself with <code>tourmaline serve --slots 1</code>.
        </p>
      )}
      {workers !== undefined && workers.length > 0 && (
        <p>
          {whole(workers.reduce((sum, worker) => sum + worker.running, 0))} of {whole(workers.reduce((sum, worker) => sum + worker.slots, 0))} places of workers are taken.
        </p>
      )}
      <p class="hint">Submitted {ago(props.job.created)}</p>
    </div>
  );
}
