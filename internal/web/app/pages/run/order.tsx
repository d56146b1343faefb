import { ask, jobPath } from "../../api/client";
import type { Drawing, Job, Stops } from "../../api/types";
import { useLoad } from "../../parts/load";
import { useUnit } from "../../parts/useunit";
import { whole } from "../../text/numbers";
import { rowsOf } from "./rows";

const mostListed = 2000; // stops

// Order lists the stops of a tour in order, with the legs between them. A click shows a stop on the map.
export function Order(props: { job: Job; drawing: Drawing; show: ((city: number) => void) | null }) {
  const unit = useUnit();
  const { job, drawing, show } = props;
  const load = async (signal: AbortSignal) => (await (await ask(jobPath(job.id, `stops?limit=${mostListed}`), { signal })).json()) as Stops;
  const { data } = useLoad(load, [job.id]);
  if (data === undefined) return null;
  const rows = rowsOf(data, drawing, unit);
  return (
    <section class="card run-order" aria-labelledby="order">
      <h2 id="order">Order of the stops</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Stops in order">
        <table>
          <thead>
            <tr>
              {["", "Stop", "Leg", "So far"].map((head) => (
                <th key={head} scope="col">
                  {head === "" ? <span class="unseen">Number</span> : head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, k) => (
              <tr key={k}>
                <td>{row.number}</td>
                <th scope="row">{show === null ? row.name : <StopButton name={row.name} onClick={() => show(row.city)} />}</th>
                <td>{row.leg}</td>
                <td>{row.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.n > rows.length && <p class="hint">The first {whole(rows.length)} of {whole(data.n)}. The downloads contain all of them.</p>}
    </section>
  );
}

function StopButton(props: { name: string; onClick: () => void }) {
  return (
    <button type="button" class="linklike" title="Show on the map" onClick={props.onClick}>
      {props.name}
    </button>
  );
}
