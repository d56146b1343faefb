import type { Drawing } from "../../api/types";
import { useState } from "preact/hooks";
import { loadPlaces, loadTour } from "../../api/binary";
import { ask, jobPath } from "../../api/client";
import { TourView } from "../../draw/tourview";
import { Busy } from "../../parts/busy";
import { Failed } from "../../parts/failed";
import { useLoad } from "../../parts/load";
import { cost } from "../../text/numbers";
import type { RunGroup, Contest, Row } from "./contest";
import { nameOf, Swatch } from "./names";
import { seedOf, type Run } from "./runs";

const mostPictures = 4; // browsers limit the number of drawing contexts
const mostCities = 200_000; // in each of them

// Pictures shows the best tours of the first contestants side by side, drawn on demand.
export function Pictures(props: { group: RunGroup; contest: Contest }) {
  const [open, setOpen] = useState(false);
  const rows = props.group.rows.filter((row) => bestOf(row) !== null).slice(0, mostPictures);
  const job = props.group.runs[0]?.job;
  if (job?.problem !== "tsp" || (job.instance.n ?? 0) > mostCities || rows.length === 0) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{rows.length === 1 ? "The best tour" : "The best tours side by side"}</summary>
      {open && (
        <div class="tours">
          {rows.map((row) => (
            <Picture key={row.contestant.key} run={bestOf(row) as Run} row={row} name={nameOf(row.contestant, props.contest)} />
          ))}
        </div>
      )}
    </details>
  );
}

function Picture(props: { run: Run; row: Row; name: string }) {
  const { id, job } = props.run;
  const { data, error, reload } = useLoad((signal) => loadPicture(id, signal), [id]);
  const what = `${props.name}, seed ${job ? seedOf(job) : ""}`;
  return (
    <figure>
      <figcaption>
        <Swatch contestant={props.row.contestant} /> {what} <span class="cost">{cost(job?.digest?.cost ?? 0)}</span>
      </figcaption>
      <div class="tour">
        {error !== undefined && <Failed error={error} retry={reload} />}
        {data === undefined && error === undefined && <Busy />}
        {data === null && <p class="hint">This instance has no coordinates.</p>}
        {data && <TourView drawing={data.drawing} places={data.places} tour={data.tour} label={`Tour of ${what}`} quiet />}
      </div>
    </figure>
  );
}

// loadPicture returns null if there is nothing to draw.
async function loadPicture(id: string, signal: AbortSignal): Promise<{ drawing: Drawing; places: Float32Array; tour: Int32Array | null } | null> {
  const drawing = (await (await ask(jobPath(id, "drawing"), { signal })).json()) as Drawing;
  if (drawing.kind !== "places") return null;
  const [places, version] = await Promise.all([loadPlaces(id, drawing.n, signal), loadTour(id, "", signal)]);
  return { drawing, places, tour: version?.tour ?? null };
}

function bestOf(row: Row): Run | null {
  return row.runs.find((run) => run.job?.digest !== undefined && run.job.digest.cost === row.costs[0]) ?? null;
}
