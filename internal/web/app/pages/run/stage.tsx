import { useCallback, useState } from "preact/hooks";
import { loadPlaces } from "../../api/binary";
import { api, ask, jobPath } from "../../api/client";
import type { City, Drawing, Job } from "../../api/types";
import { mostNumbered } from "../../draw/numbers";
import { TourView } from "../../draw/tourview";
import type { Shown } from "../../draw/types";
import { Busy } from "../../parts/busy";
import { Failed } from "../../parts/failed";
import { useLoad } from "../../parts/load";
import { CheckBox } from "../../parts/checkbox";
import { whole } from "../../text/numbers";
import { OtherView } from "../../views/other";
import { titleOf } from "../jobs/listing";
import { hasEnded, type Run } from "./follow";
import { ReplayBar, type Recording } from "./recording";
import { useTour, useTrails } from "./tour";

// TourStage shows the live tour of a run, and its replay after the end.
export function TourStage(props: { job: Job; run: Run; drawing: Drawing; recording: Recording; shown: Shown | null }) {
  const { job, run, drawing, recording } = props;
  const [trailsShown, setTrailsShown] = useState(false);
  const searching = job.state === "running" && run.progress !== undefined && !run.progress.preparing;
  const ended = hasEnded(job) && job.digest !== undefined;
  const places = useLoad((signal) => loadPlaces(job.id, drawing.n, signal), [job.id, drawing.n]);
  const about = useLoad(() => api.about(), []);
  const tour = useTour(job.id, ended ? "ended" : searching ? "running" : "none", run.progress?.cost);
  const { offered, trails } = useTrails(job.id, searching, trailsShown);
  const nameOf = useCallback((index: number) => cityName(job.id, index), [job.id]);
  return (
    <>
      <div class="run-view">
        {places.data === undefined ? (
          places.error !== undefined ? <Failed error={places.error} retry={places.reload} /> : <Busy label={`Loading ${whole(drawing.n)} places`} />
        ) : (
          <TourView
            drawing={drawing}
            places={places.data}
            tour={recording.tour ?? tour}
            trails={trailsShown ? trails : null}
            nameOf={nameOf}
            shown={props.shown}
            basemap={about.data?.basemap ?? false}
            label={`${drawing.open ? "Path" : "Tour"} through ${whole(drawing.n)} cities of ${titleOf(job)}`}
            quiet={recording.index !== null}
          />
        )}
      </div>
      {(searching || ended) && (
        <div class="run-below">
          <Legend drawing={drawing} searching={searching} trails={trailsShown && trails !== null} />
          {offered && <CheckBox label="Show trails" checked={trailsShown} onChange={setTrailsShown} />}
          {ended && <ReplayBar recording={recording} unit={drawing.unit} />}
        </div>
      )}
    </>
  );
}

// Legend explains the signs of the drawing.
function Legend(props: { drawing: Drawing; searching: boolean; trails: boolean }) {
  const { drawing } = props;
  const signs: [string, string][] = [["tour", drawing.n <= mostNumbered ? "route, with its direction and the order of the stops" : "route"]];
  if (props.searching) signs.push(["fresh", "changed in the last second"]);
  if (props.trails) signs.push(["trail", "trails of the ants"]);
  const ends = [drawing.start !== undefined && "S start", drawing.end !== undefined && "E end"].filter(Boolean);
  return (
    <ul class="legend" aria-label="Legend">
      {signs.map(([sign, text]) => (
        <li key={sign}>
          <i class={sign} aria-hidden="true" /> {text}
        </li>
      ))}
      {ends.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

async function cityName(id: string, index: number): Promise<string> {
  const answer = await ask(jobPath(id, `cities?from=${index}&limit=1`));
  const { cities } = (await answer.json()) as { cities: City[] | null };
  const city = cities?.[0];
  return city?.name ?? `City ${city?.id ?? index + 1}`;
}

// OtherStage shows other solutions.
export function OtherStage(props: { job: Job; drawing: Drawing }) {
  const { job, drawing } = props;
  const found = job.digest !== undefined;
  const result = useLoad(async (signal) => (found ? ((await (await ask(jobPath(job.id, "result"), { signal })).json()) as unknown) : null), [job.id, found], { keep: true });
  if (result.error !== undefined) return <Failed error={result.error} retry={result.reload} />;
  return (
    <div class="run-other">
      <OtherView job={job} drawing={drawing} result={result.data ?? null} />
    </div>
  );
}
