import { useMemo } from "preact/hooks";
import { whole } from "../text/numbers";
import type { Stop } from "./data";
import { Dots } from "./dots";

// StopsView shows a tour of cities without coordinates: the position of each leg.
export function StopsView(props: { stops: Stop[] }) {
  const { stops } = props;
  const { columns, times } = useMemo(() => legs(stops), [stops]);
  return (
    <div class="view">
      <p class="readout">This instance has distances but no coordinates, so there is no map.</p>
      <Dots
        title="From city (down) to the next (across)"
        label={`The next city after each of ${whole(stops.length)} cities. The list has the names.`}
        columns={columns}
        times={times}
        ends={["first leg", "last leg"]}
      />
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
