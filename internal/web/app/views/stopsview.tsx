import { useMemo } from "preact/hooks";
import { whole } from "../text/numbers";
import type { Stop } from "./data";
import { Dots } from "./dots";
import { List } from "./list";

const mostShown = 60; // stops shown before the list is collapsed

// StopsView shows a tour of cities without coordinates: their order and the position of each leg.
export function StopsView(props: { stops: Stop[]; open: boolean }) {
  const { stops, open } = props;
  const { columns, times } = useMemo(() => legs(stops), [stops]);
  return (
    <div class="view">
      <p class="readout">This instance has distances but no coordinates, so there is no map.</p>
      <div class="pair">
        <Dots
          title="From city (down) to the next (across)"
          label={`The next city after each of ${whole(stops.length)} cities. The list has the names.`}
          columns={columns}
          times={times}
          ends={["first leg", "last leg"]}
        />
        <div>
          <p class="caption">{open ? "The path" : "The round trip"}</p>
          <ol class="stops">
            {stops.slice(0, mostShown).map((stop, i) => (
              <li key={i}>{stop.name}</li>
            ))}
          </ol>
          {stops.length > mostShown && <p class="hint">and {whole(stops.length - mostShown)} more</p>}
          {!open && <p class="hint">and back to {stops[0]?.name}</p>}
        </div>
      </div>
      {stops.length > mostShown && <List title="All cities in order" heads={["Position", "City"]} rows={stops.map((stop, i) => [whole(i + 1), stop.name])} />}
    </div>
  );
}

// legs returns the next city of each city, and its position in the tour.
function legs(stops: Stop[]): { columns: number[]; times: number[] } {
  const n = stops.length;
  const columns = new Array<number>(n).fill(0);
  const times = new Array<number>(n).fill(0);
  stops.forEach((stop, i) => {
    columns[stop.index] = stops[(i + 1) % n]?.index ?? 0;
    times[stop.index] = n > 1 ? i / (n - 1) : 0;
  });
  return { columns, times };
}
