import { ask, jobPath } from "../../api/client";
import type { Drawing, Job } from "../../api/types";
import { SaveButton } from "./save";

type Format = { name: string; label: string; hint: string; suits: (drawing: Drawing) => boolean };

const tours = (drawing: Drawing) => drawing.problem === "tsp";
const drawn = (drawing: Drawing) => drawing.kind === "places";
const mapped = (drawing: Drawing) => drawn(drawing) && drawing.geographic === true;

const mostOnPage = 20_000; // stops
const fits = (drawing: Drawing) => tours(drawing) && drawing.n <= mostOnPage;

const formats: Format[] = [
  { name: "html", label: "Page to print", hint: "for a phone and for paper", suits: fits },
  { name: "csv", label: "CSV", hint: "the stops in order", suits: tours },
  { name: "xlsx", label: "Excel", hint: "the stops as a workbook", suits: tours },
  { name: "gpx", label: "GPX", hint: "for navigation devices", suits: mapped },
  { name: "kml", label: "KML", hint: "for Google Earth", suits: mapped },
  { name: "geojson", label: "GeoJSON", hint: "for maps", suits: drawn },
  { name: "tour", label: ".tour", hint: "TSPLIB", suits: tours },
  { name: "json", label: "JSON", hint: "the whole result", suits: () => true },
  { name: "svg", label: "SVG", hint: "a drawing", suits: drawn },
  { name: "png", label: "PNG", hint: "a picture", suits: drawn },
];

// Downloads lists the download formats of a result.
export function Downloads(props: { job: Job; drawing: Drawing | undefined }) {
  const { job, drawing } = props;
  const offered = formats.filter((format) => (drawing === undefined ? format.name === "json" : format.suits(drawing)));
  return (
    <section class="card" aria-labelledby="downloads">
      <h2 id="downloads">Download the result</h2>
      <div class="run-actions">
        {offered.map(({ name, label, hint }) => (
          <SaveButton key={name} name={`${job.id}.${name}`} apartFrom={job.instance.file} label={`Download ${label}: ${hint}`} fetch={() => ask(jobPath(job.id, `download?format=${name}`))}>
            {label}
          </SaveButton>
        ))}
      </div>
    </section>
  );
}
