import { Busy } from "../parts/busy";
import { whole } from "../text/numbers";
import type { Route } from "./messages";
import type { State } from "./state";

const most = 1000; // rows of the list
const labels = { csv: "CSV", gpx: "GPX", geojson: "GeoJSON" }; // of the files to offer, in this order

// Result shows the length of the best route, its downloads and its stops.
export function Result({ state, stop }: { state: State; stop: () => void }) {
  const { tour, route, error, running } = state;
  if (error !== "") {
    return (
      <section class="card" role="alert">
        <p class="wrong">{error}</p>
      </section>
    );
  }
  return (
    <section class="card stack" aria-label="Result">
      <div class="cardhead">
        <p class="playground-length" aria-live="polite">
          {tour === null ? <Busy /> : tour.length}
        </p>
        {running && (
          <button type="button" disabled={tour === null} onClick={stop}>
            Stop and keep the best
          </button>
        )}
      </div>
      {tour !== null && running && (
        <p class="hint">
          {tour.seconds.toFixed(1)} s, {whole(tour.steps)} steps
        </p>
      )}
      {route !== null && <Found route={route} />}
    </section>
  );
}

function Found({ route }: { route: Route }) {
  const rows = route.stops.slice(0, most);
  return (
    <>
      <div class="playground-ways">
        {Object.entries(labels).map(([ending, label]) => {
          const file = route.files.find(({ name }) => name.endsWith(`.${ending}`));
          return (
            file !== undefined && (
              <button type="button" key={ending} onClick={() => save(file)}>
                {label}
              </button>
            )
          );
        })}
      </div>
      {(route.notes ?? []).map((note) => (
        <p class="hint" key={note}>
          {note}
        </p>
      ))}
      <dl class="run-details">
        {route.facts.map((fact) => [<dt>{fact.name}</dt>, <dd>{fact.value}</dd>])}
      </dl>
      <details class="more">
        <summary>Stops in order</summary>
        <ol class="playground-stops" tabIndex={0} aria-label="Stops in order">
          {rows.map((stop, at) => (
            <li key={at}>
              <span>{stop.name}</span> <span class="hint">{stop.total}</span>
            </li>
          ))}
        </ol>
        {rows.length < route.stops.length && <p class="hint">The files contain all {whole(route.stops.length)} rows.</p>}
      </details>
    </>
  );
}

// save offers a file as a download.
function save(file: { name: string; type: string; text: string }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file.text], { type: file.type }));
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
