import { ask, jobPath } from "../../api/client";
import type { Job } from "../../api/types";
import { useLoad } from "../../parts/load";
import { whole } from "../../text/numbers";
import { stopsOf } from "../../views/data";
import { List } from "../../views/list";

export const mostNamed = 2000; // maximum number of listed names

// Order lists the names of the cities of a tour in order.
export function Order(props: { job: Job; open: boolean }) {
  const result = useLoad(async (signal) => (await (await ask(jobPath(props.job.id, "result"), { signal })).json()) as unknown, [props.job.id]);
  const stops = stopsOf(result.data ?? null);
  if (stops === null) return null;
  const rows = stops.map((stop, i) => [whole(i + 1), stop.name]);
  const first = stops[0];
  if (!props.open && first !== undefined) rows.push(["", `back to ${first.name}`]);
  return (
    <section class="card run-order" aria-labelledby="order">
      <h2 id="order">Order of the stops</h2>
      <List title={`${whole(stops.length)} stops`} heads={["Number", "Stop"]} rows={rows} open />
      <p class="hint">The CSV download also has the length of each leg.</p>
    </section>
  );
}
