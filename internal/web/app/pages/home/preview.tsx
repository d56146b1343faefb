import { useCallback, useMemo } from "preact/hooks";
import { api, ask, jobPath } from "../../api/client";
import type { City, Drawing, Job, Preview } from "../../api/types";
import { TourView } from "../../draw/tourview";
import { cost, whole } from "../../text/numbers";
import { nameOf, placesOf } from "./places";

const mostRows = 3; // of the table

// Previewed shows how the server read the stops: the columns, the first rows and a map.
export function Previewed(props: { preview: Preview }) {
  const { drawing, columns } = props.preview;
  const cities = props.preview.cities ?? [];
  return (
    <>
      {columns && <p class="hint">{sentence(columns)}</p>}
      {cities.length > 0 && <FirstRows cities={cities} drawing={drawing} />}
      {drawing.kind === "places" && <SmallMap cities={cities} drawing={drawing} />}
    </>
  );
}

function FirstRows(props: { cities: City[]; drawing: Drawing }) {
  const { cities, drawing } = props;
  const placed = cities[0]?.x !== undefined;
  const heads = drawing.geographic ? ["Latitude", "Longitude"] : ["x", "y"];
  return (
    <table class="firstrows">
      <caption class="unseen">The first rows as they were read</caption>
      <thead>
        <tr>
          {["Name", ...(placed ? heads : [])].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cities.slice(0, mostRows).map((city) => (
          <tr key={city.index}>
            <th scope="row">{nameOf(city)}</th>
            {placed && (drawing.geographic ? [city.y, city.x] : [city.x, city.y]).map((value, k) => <td key={k}>{value === undefined ? "" : cost(value)}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SmallMap(props: { cities: City[]; drawing: Drawing }) {
  const { cities, drawing } = props;
  const places = useMemo(() => placesOf(cities, drawing.origin ?? [0, 0]), [cities]);
  const shown = useMemo(() => ({ ...drawing, n: cities.length }), [cities]);
  const name = useCallback((index: number) => Promise.resolve(cities[index] ? nameOf(cities[index]) : ""), [cities]);
  return (
    <figure class="smallmap">
      <TourView drawing={shown} places={places} tour={null} nameOf={name} label={`Places of ${drawing.name}`} />
      {cities.length < drawing.n && (
        <figcaption class="hint">
          {whole(cities.length)} of {whole(drawing.n)} places
        </figcaption>
      )}
    </figure>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const mostLoaded = 1000; // cities

// previewOfJob returns the preview of the instance of an earlier job, or undefined if it is large or
// was deleted.
export async function previewOfJob(job: Job): Promise<Preview | undefined> {
  if (job.problem !== "tsp" || (job.instance.n ?? Infinity) > mostLoaded) return undefined;
  try {
    const [drawing, cities] = await Promise.all(["drawing", `cities?limit=${mostLoaded}`].map(async (what) => (await ask(jobPath(job.id, what))).json()));
    return { drawing: drawing as Drawing, cities: (cities as { cities: City[] }).cities };
  } catch {
    return undefined; // the form works without it
  }
}

// jobWithPreview returns an earlier job and the preview of its instance.
export async function jobWithPreview(id: string): Promise<{ job: Job; preview: Preview | undefined }> {
  const job = await api.job(id);
  return { job, preview: await previewOfJob(job) };
}
